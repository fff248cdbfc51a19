//! A PDF as its cross-reference tables say it is (ISO 32000-1, 7.5): classic tables only, which is what krilla writes and
//! what our signatures add to.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::object::{Dict, Object, Reader};
use super::{Fault, Rule};

/// A stream that unpacks to more is not read.
const LARGEST: usize = 1 << 30;

pub(super) struct File<'a> {
    pub(super) bytes: &'a [u8],
    objects: BTreeMap<u32, Object<'a>>,
    /// Where each is.
    places: BTreeMap<u32, Range<usize>>,
    /// The newest first.
    pub(super) trailers: Vec<Dict<'a>>,
    /// Where the newest table is.
    pub(super) last_table: usize,
}

impl<'a> File<'a> {
    /// Reads every object that the tables name.
    pub(super) fn read(bytes: &'a [u8]) -> Result<File<'a>, Fault> {
        let fault = |what: String| Fault { rule: Rule::CrossReference, what };
        let end = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let end = end.strip_suffix(b"%%EOF").ok_or_else(|| fault("no acaba en %%EOF".to_owned()))?;
        let last = end.len().saturating_sub(40);
        let found = end[last..].windows(9).rposition(|word| word == b"startxref");
        let found = found.ok_or_else(|| fault("falta startxref".to_owned()))?;
        let mut next = Reader::new(bytes, last + found + 9).unsigned();
        let last_table = next.unwrap_or(0) as usize;
        let (mut offsets, mut trailers) = (BTreeMap::new(), Vec::new());
        while let Some(at) = next {
            let trailer = table(bytes, at as usize, &mut offsets)
                .ok_or_else(|| fault(format!("la tabla del octeto {at} no se entiende")))?;
            next = trailer.int("Prev").and_then(|prev| u64::try_from(prev).ok());
            if next.is_some_and(|prev| prev >= at) || trailer.has("XRefStm") {
                return Err(fault("las tablas no van hacia atrás".to_owned()));
            }
            trailers.push(trailer);
        }
        if trailers.is_empty() {
            return Err(fault("falta la tabla".to_owned()));
        }
        let size = trailers[0].int("Size").unwrap_or(0);
        if offsets.keys().next_back().is_none_or(|last| i64::from(*last) >= size) {
            return Err(fault("Size no es el número de objetos".to_owned()));
        }
        let (mut objects, mut places) = (BTreeMap::new(), BTreeMap::new());
        for (number, offset) in offsets.iter().filter_map(|(number, at)| Some((*number, (*at)?))) {
            let (object, end) = object(bytes, number, offset, &offsets)
                .ok_or_else(|| fault(format!("el objeto {number} no está donde dice la tabla")))?;
            objects.insert(number, object);
            places.insert(number, offset..end);
        }
        Ok(File { bytes, objects, places, trailers, last_table })
    }

    /// The bytes of an object, from its number to `endobj`.
    pub(super) fn place(&self, number: u32) -> Option<Range<usize>> {
        self.places.get(&number).cloned()
    }

    pub(super) fn objects(&self) -> impl Iterator<Item = (u32, &Object<'a>)> {
        self.objects.iter().map(|(number, object)| (*number, object))
    }

    pub(super) fn object(&self, number: u32) -> Option<&Object<'a>> {
        self.objects.get(&number)
    }

    /// What an object stands for, itself or by its number.
    pub(super) fn resolved<'b>(&'b self, object: &'b Object<'a>) -> &'b Object<'a> {
        match object {
            Object::Ref(number) => self.objects.get(number).unwrap_or(&Object::Null),
            _ => object,
        }
    }

    pub(super) fn get<'b>(&'b self, dict: &'b Dict<'a>, key: &str) -> Option<&'b Object<'a>> {
        dict.get(key).map(|object| self.resolved(object)).filter(|object| **object != Object::Null)
    }

    pub(super) fn dict<'b>(&'b self, dict: &'b Dict<'a>, key: &str) -> Option<&'b Dict<'a>> {
        self.get(dict, key).and_then(Object::dict)
    }

    pub(super) fn array<'b>(&'b self, dict: &'b Dict<'a>, key: &str) -> Option<&'b [Object<'a>]> {
        self.get(dict, key).and_then(Object::array)
    }

    /// The content of a stream; `None` where it cannot be unpacked.
    pub(super) fn content(&self, stream: &Object<'a>) -> Option<Cow<'a, [u8]>> {
        let Object::Stream(dict, place) = stream else { return None };
        let packed = &self.bytes[place.clone()];
        let filters = match self.get(dict, "Filter") {
            None => return Some(Cow::Borrowed(packed)),
            Some(Object::Array(filters)) => filters.iter().map(Object::name).collect(),
            Some(filter) => vec![filter.name()],
        };
        let plain = filters == [Some(&b"FlateDecode"[..])] && !dict.has("DecodeParms");
        let unpack = || miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(packed, LARGEST);
        if plain { unpack().ok().map(Cow::Owned) } else { None }
    }

    pub(super) fn catalog(&self) -> Option<&Dict<'a>> {
        self.dict(&self.trailers[0], "Root")
    }

    /// The pages, in order; `None` when their tree is none.
    pub(super) fn pages(&self) -> Option<Vec<(u32, &Dict<'a>)>> {
        let root = self.catalog()?.get("Pages")?.reference()?;
        let (mut pages, mut waiting) = (Vec::new(), vec![root]);
        while let Some(number) = waiting.pop() {
            let node = self.object(number)?.dict()?;
            if node.is("Type", "Page") {
                pages.push((number, node));
            } else if node.is("Type", "Pages") && waiting.len() + pages.len() < self.objects.len() {
                waiting.extend(self.array(node, "Kids")?.iter().rev().map_while(Object::reference));
            } else {
                return None;
            }
        }
        Some(pages)
    }
}

/// Reads a table and its trailer. What a newer one says of an object stands.
fn table<'a>(bytes: &'a [u8], at: usize, offsets: &mut BTreeMap<u32, Option<usize>>) -> Option<Dict<'a>> {
    const ENTRY: usize = 20;
    let mut reader = Reader::new(bytes, at);
    bytes.get(at..)?.starts_with(b"xref").then_some(())?;
    reader.word("xref")?;
    loop {
        reader.blanks();
        if reader.peek()? == b't' {
            break;
        }
        let (first, count) = (reader.unsigned()?, reader.unsigned()?);
        while matches!(reader.peek()?, b' ' | b'\r' | b'\n') {
            reader.at += 1;
        }
        for number in first..first.checked_add(count)? {
            let entry = bytes.get(reader.at..reader.at + ENTRY)?;
            let digits = |place: Range<usize>| {
                let digits = std::str::from_utf8(&entry[place]).ok()?;
                digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<usize>().ok())?
            };
            let (offset, _) = (digits(0..10)?, digits(11..16)?);
            let shape = entry[10] == b' ' && entry[16] == b' ';
            let ends = matches!(&entry[18..], b" \n" | b" \r" | b"\r\n");
            let offset = match entry[17] {
                b'n' if shape && ends => Some(offset),
                b'f' if shape && ends => None,
                _ => return None,
            };
            offsets.entry(u32::try_from(number).ok()?).or_insert(offset);
            reader.at += ENTRY;
        }
    }
    reader.word("trailer")?;
    let Object::Dict(trailer) = reader.object()? else { return None };
    Some(trailer)
}

/// Reads the object that stands at an offset and must have this number, and where it ends.
fn object<'a>(
    bytes: &'a [u8],
    number: u32,
    at: usize,
    offsets: &BTreeMap<u32, Option<usize>>,
) -> Option<(Object<'a>, usize)> {
    let mut reader = Reader::new(bytes, at);
    bytes.get(at)?.is_ascii_digit().then_some(())?;
    (reader.unsigned()? == u64::from(number) && reader.unsigned()? == 0).then_some(())?;
    reader.word("obj")?;
    let object = reader.object()?;
    let mut ahead = reader.clone();
    if ahead.word("stream").is_none() {
        reader.word("endobj")?;
        return Some((object, reader.at));
    }
    let Object::Dict(dict) = object else { return None };
    let length = match dict.get("Length")? {
        Object::Int(length) => usize::try_from(*length).ok()?,
        Object::Ref(number) => {
            let mut reader = Reader::new(bytes, offsets.get(number).copied()??);
            reader.unsigned()?;
            reader.unsigned()?;
            reader.word("obj")?;
            reader.unsigned()? as usize
        }
        _ => return None,
    };
    // The keyword ends its line, with or without a carriage return (7.3.8.1).
    let begin = match bytes.get(ahead.at..ahead.at + 2)? {
        b"\r\n" => ahead.at + 2,
        [b'\n', _] => ahead.at + 1,
        _ => return None,
    };
    let end = begin.checked_add(length).filter(|end| *end <= bytes.len())?;
    let after = match bytes.get(end..end + 2)? {
        b"\r\n" => end + 2,
        [b'\n' | b'\r', _] => end + 1,
        _ => return None,
    };
    bytes[after..].starts_with(b"endstream").then_some(())?;
    let mut reader = Reader::new(bytes, after);
    reader.word("endstream")?;
    reader.word("endobj")?;
    Some((Object::Stream(dict, begin..end), reader.at))
}
