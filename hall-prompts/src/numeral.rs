//! How numbers are read aloud, as rules of a language file.
//!
//! A rule serves from its number up to the next one. `<` is how many times its unit goes into the number (the highest
//! power of ten that is not above the rule's number), `>` what is left; what stands in brackets is silent where
//! nothing is left. Numbers to 99 are one recording each, because a number put together from two sounds like it; above,
//! each word of a rule is one.

/// The highest number that is one recording.
pub const WHOLE_MAX: u64 = 99;

/// The highest number that is read; a hall's money has fewer digits.
pub const READ_MAX: u64 = 999_999_999;

/// The rules of a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numerals {
    /// By number, ascending; the first is 0.
    rules: Vec<(u64, Vec<Part>)>,
    /// Numbers that are read otherwise before what they count.
    before_noun: Vec<(u64, String)>,
}

/// A part of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Words(String),
    Times,
    Rest,
    /// Silent without a rest.
    IfRest(Vec<Part>),
}

/// Whether what is counted follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// By itself: «veintiuno».
    Alone,
    /// Before a noun: «veintiún cartones».
    BeforeNoun,
}

impl Numerals {
    /// Makes rules of their numbers and texts.
    ///
    /// # Errors
    /// The number of the rule that is wrong, and why, in Spanish.
    pub fn new(
        mut rules: Vec<(u64, String)>,
        before_noun: Vec<(u64, String)>,
    ) -> Result<Numerals, (u64, String)> {
        rules.sort_by_key(|(number, _)| *number);
        let parse = |(number, text): (u64, String)| {
            let parts = parts(&text).map_err(|why| (number, why.to_owned()))?;
            if number < 10 && parts != [Part::Words(text)] {
                return Err((number, "de 0 a 9 no hay «<», «>» ni corchetes: son sólo palabras".to_owned()));
            }
            Ok((number, parts))
        };
        let rules = rules.into_iter().map(parse).collect::<Result<Vec<_>, _>>()?;
        let numerals = Numerals { rules, before_noun };
        // A rule without «>» serves its own number only.
        for number in 0..=WHOLE_MAX {
            let (rule, parts) = numerals.rule(number).ok_or((number, "falta cómo se lee".to_owned()))?;
            if rule != number && !tells_rest(parts) {
                return Err((number, format!("falta cómo se lee: el {rule} no tiene «>»")));
            }
        }
        Ok(numerals)
    }

    /// The words of a number.
    pub fn words(&self, number: u64, form: Form) -> String {
        let mut words = String::new();
        self.read(number, form, &mut |part| words.push_str(part));
        words.trim().to_owned()
    }

    /// The recordings that a number is made of, in order.
    pub fn recordings(&self, number: u64, form: Form) -> Vec<String> {
        if number <= WHOLE_MAX {
            return vec![self.words(number, form)];
        }
        let mut all = Vec::new();
        self.split(number, form, &mut all);
        all
    }

    /// All recordings that numbers need.
    pub fn all(&self) -> Vec<String> {
        let whole = (0..=WHOLE_MAX).flat_map(|number| {
            let alone = self.words(number, Form::Alone);
            let before = self.words(number, Form::BeforeNoun);
            [Some(alone.clone()), (before != alone).then_some(before)].into_iter().flatten()
        });
        let above = self.rules.iter().filter(|(number, _)| *number > WHOLE_MAX);
        whole.chain(above.flat_map(|(_, parts)| words_of(parts))).collect()
    }

    fn rule(&self, number: u64) -> Option<(u64, &[Part])> {
        let after = self.rules.partition_point(|(from, _)| *from <= number);
        self.rules.get(after.checked_sub(1)?).map(|(from, parts)| (*from, &parts[..]))
    }

    fn irregular(&self, number: u64, form: Form) -> Option<&str> {
        let listed = self.before_noun.iter().find(|(one, _)| *one == number && form == Form::BeforeNoun);
        listed.map(|(_, words)| &words[..])
    }

    fn read(&self, number: u64, form: Form, put: &mut impl FnMut(&str)) {
        if let Some(words) = self.irregular(number, form) {
            return put(words);
        }
        let (from, parts) = self.rule(number).expect("there is a rule for 0");
        let unit = unit(from);
        each(parts, !number.is_multiple_of(unit), &mut |part| match part {
            Part::Words(words) => put(words),
            // What is counted by tens, hundreds or thousands is counted: «veintiún mil».
            Part::Times => put(&self.words(number / unit, Form::BeforeNoun)),
            Part::Rest => put(&self.words(number % unit, form)),
            Part::IfRest(_) => {}
        });
    }

    fn split(&self, number: u64, form: Form, all: &mut Vec<String>) {
        let (from, parts) = self.rule(number).expect("there is a rule for 0");
        let unit = unit(from);
        each(parts, !number.is_multiple_of(unit), &mut |part| match part {
            Part::Words(words) => all.extend(spoken(words)),
            Part::Times => all.extend(self.recordings(number / unit, Form::BeforeNoun)),
            Part::Rest => all.extend(self.recordings(number % unit, form)),
            Part::IfRest(_) => {}
        });
    }
}

/// Calls for each part that is said.
fn each(parts: &[Part], rest: bool, take: &mut impl FnMut(&Part)) {
    for part in parts {
        match part {
            Part::IfRest(inner) if rest => inner.iter().for_each(&mut *take),
            Part::IfRest(_) => {}
            Part::Words(_) | Part::Times | Part::Rest => take(part),
        }
    }
}

/// The highest power of ten that is not above a rule's number.
fn unit(from: u64) -> u64 {
    10_u64.pow(from.checked_ilog10().unwrap_or(0))
}

fn tells_rest(parts: &[Part]) -> bool {
    parts.iter().any(|part| match part {
        Part::Rest => true,
        Part::IfRest(inner) => tells_rest(inner),
        Part::Words(_) | Part::Times => false,
    })
}

fn words_of(parts: &[Part]) -> Vec<String> {
    let of = |part: &Part| match part {
        Part::Words(words) => spoken(words).into_iter().collect(),
        Part::IfRest(inner) => words_of(inner),
        Part::Times | Part::Rest => Vec::new(),
    };
    parts.iter().flat_map(of).collect()
}

/// The words without the spaces and hyphens that join them; none where nothing is said.
fn spoken(words: &str) -> Option<String> {
    let words = words.trim_matches([' ', '-']);
    (!words.is_empty()).then(|| words.to_owned())
}

fn parts(text: &str) -> Result<Vec<Part>, &'static str> {
    let (mut outer, mut inner) = (Vec::new(), None::<Vec<Part>>);
    for c in text.chars() {
        match (c, &mut inner) {
            ('[', None) => inner = Some(Vec::new()),
            (']', Some(_)) => outer.extend(inner.take().map(Part::IfRest)),
            ('[' | ']', _) => return Err("los corchetes no casan"),
            (c, inner) => push(inner.as_mut().unwrap_or(&mut outer), c),
        }
    }
    if inner.is_some() {
        return Err("los corchetes no casan");
    }
    if outer.is_empty() { Err("está vacío") } else { Ok(outer) }
}

fn push(parts: &mut Vec<Part>, c: char) {
    match (c, parts.last_mut()) {
        ('<', _) => parts.push(Part::Times),
        ('>', _) => parts.push(Part::Rest),
        (c, Some(Part::Words(words))) => words.push(c),
        (c, _) => parts.push(Part::Words(c.to_string())),
    }
}

#[cfg(test)]
#[path = "numeral_tests.rs"]
mod tests;
