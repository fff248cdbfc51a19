//! Pages to PDF by the thousand: our own objects, written as they are made.
//!
//! `pdf` keeps a whole document in memory, which a series of cards is too large for. Here a page
//! is laid out, drawn and compressed on any core and then written, and only its place is kept.
//! What is the same on every page is in the frame and is written once. There are no dates and no
//! random ids: the same pages give the same bytes.

mod content;
mod faces;
mod file;
mod packing;

use std::io::{self, Write};
use std::thread;

use crate::frame::Frame;
use crate::logo::Picture;
use crate::page::Page;

use file::{Id, PdfFile};
use packing::packed;

/// Points in a tenth of a millimetre.
const SCALE: f64 = 72.0 / 254.0;

/// Pages that are made before they are written: a few milliseconds of work, half a megabyte.
const BATCH: usize = 128;

/// Draws `count` pages, each as `page` lays it out from its place, and writes them as one PDF. Before the
/// first and after each few of them, `tell` gets how many are written.
///
/// # Errors
/// When it cannot be written, or `tell` fails: then whoever wanted the pages has gone.
pub fn write(
    out: impl Write,
    frame: &Frame,
    count: usize,
    page: &(impl Fn(usize) -> Page + Sync),
    tell: &mut dyn FnMut(usize) -> io::Result<()>,
) -> io::Result<()> {
    tell(0)?;
    let mut file = PdfFile::new(out)?;
    let (catalog, tree, info) = (file.reserve(), file.reserve(), file.reserve());
    let fonts = faces::write(&mut file)?;
    let pictures = pictures(&mut file, frame)?;
    let stamps = stamps(&mut file, frame, &format!("<<{fonts}/XObject<<{pictures}>>>>"))?;
    let mut pages = Vec::with_capacity(count);
    for first in (0..count).step_by(BATCH) {
        for content in contents(first..count.min(first + BATCH), frame, page) {
            let content = file.packed_stream("", &content)?;
            pages.push(file.object(format!("<</Type/Page/Parent {tree}/Contents {content}>>"))?);
        }
        tell(pages.len())?;
    }
    let kids: Vec<String> = pages.iter().map(Id::to_string).collect();
    let [width, height] = [frame.width, frame.height].map(|side| f64::from(side) * SCALE);
    file.fill(
        tree,
        format!(
            "<</Type/Pages/Count {count}/MediaBox[0 0 {width:.3} {height:.3}]\
             /Resources<<{fonts}/XObject<<{stamps}>>>>/Kids[{}]>>",
            kids.join(" ")
        ),
    )?;
    file.fill(catalog, format!("<</Type/Catalog/Pages {tree}>>"))?;
    let [title, creator, producer] = [&frame.title, &frame.creator, "card-printer"].map(file::text);
    file.fill(info, format!("<</Title{title}/Creator{creator}/Producer{producer}>>"))?;
    file.finish(catalog, info)
}

/// The content of some pages, in order, made by as many threads as there are cores.
fn contents(
    places: std::ops::Range<usize>,
    frame: &Frame,
    page: &(impl Fn(usize) -> Page + Sync),
) -> Vec<Vec<u8>> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = places.len().div_ceil(cores).max(1);
    let made = |place| {
        let [pictures, words] = content::page(&page(place), frame.height);
        packed(&[&pictures, &words])
    };
    let made = &made;
    thread::scope(|scope| {
        let threads: Vec<_> = places
            .clone()
            .step_by(share)
            .map(|first| {
                let part = first..places.end.min(first + share);
                scope.spawn(move || part.map(made).collect::<Vec<_>>())
            })
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join().expect("a page is laid out"));
        joined.flatten().collect()
    })
}

/// Writes the stamps as form XObjects, each with its own box, and returns their names and ids.
/// Each is drawn in the top left corner of a page, and moved from there.
fn stamps(file: &mut PdfFile<impl Write>, frame: &Frame, resources: &str) -> io::Result<String> {
    // Rules on the edge are half outside, and a ground goes as far as the bleed, 10 mm at most.
    const EDGE: i32 = 110;
    let resources = file.object(resources.to_owned())?;
    let mut list = String::new();
    for (n, stamp) in frame.stamps.iter().enumerate() {
        let (top, bottom) = (frame.height + EDGE, frame.height - stamp.height - EDGE);
        let bbox = format!("{} {bottom} {} {top}", -EDGE, stamp.width + EDGE);
        let dict = format!("/Type/XObject/Subtype/Form/BBox[{bbox}]/Resources {resources}");
        let [pictures, words] = content::drawing(&stamp.drawing, frame.height);
        let id = file.packed_stream(&dict, &packed(&[&pictures, &words]))?;
        list += &format!("/S{n} {id}");
    }
    Ok(list)
}

/// Writes the pictures and returns their names and ids.
fn pictures(file: &mut PdfFile<impl Write>, frame: &Frame) -> io::Result<String> {
    let mut list = String::new();
    for (n, Picture { width, height, rgb }) in frame.pictures.iter().enumerate() {
        let dict = format!(
            "/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceRGB/BitsPerComponent 8"
        );
        let id = file.packed_stream(&dict, &packed(&[rgb]))?;
        list += &format!("/P{n} {id}");
    }
    Ok(list)
}
