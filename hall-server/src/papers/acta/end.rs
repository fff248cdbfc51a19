//! What an acta has once its last line is read: games, diligencias and notes in order, the rules of the day with the
//! source of each value, the sets of balls, the matrices, the day's totals.

use std::collections::{BTreeMap, BTreeSet};

use hall_core::game::PrizeState;
use hall_core::hall::{BallSetItem, Hall, Origin};
use hall_core::machine::SetId;
use hall_core::matrix::{MatrixKind, MatrixNo, MatrixOptions};
use hall_core::money::{Cents, Rounding, grouped};
use hall_core::people::Role;
use hall_core::rules::{Basis, Destination, Rules, Sourced, StaffCount};
use hall_core::series::SeriesId;
use hall_core::words::{role_words, stopped};
use hall_wire::paper::{self, GameResult};

use super::Story;
use super::books::{book, book_with_folios};
use super::session::Session;
use crate::config::Paper;
use crate::papers::scribe::Scribe;

impl Session<'_> {
    /// Returns the sheet, nothing more being known.
    pub(super) fn sheet(mut self, story: &Story<'_>, paper: &Paper) -> paper::ActaSheet {
        let (scribe, hall) = (self.scribe, story.hall);
        let staff = self.staff(hall);
        let ball_sets = self.ball_sets(hall, story.sets_before);
        let matrices = self.matrices(hall);
        let (sala, mesa) = (scribe.name(self.sala), scribe.name(self.mesa));
        let mut games = Vec::new();
        self.diligencias.extend(self.inspections.diligencia(&scribe));
        for game in self.games {
            let printed = game.finish();
            games.push(printed.row);
            self.diligencias.extend(printed.diligencias);
            self.notes.extend(printed.notes);
        }
        self.notes.extend(self.machines.notes(hall));
        let mut rules = rules_in_force(self.rules);
        rules.values.extend(self.machines.rule(self.rules));
        rules.values.extend(least_staff(self.rules));
        self.diligencias.sort_by_key(|one| one.at);
        self.notes.sort_by_key(|(at, _)| *at);
        let note = |(at, text): (i64, String)| paper::Spoken { at: scribe.at(at), text: stopped(text) };
        paper::ActaSheet {
            hall: paper::Hall {
                name: hall.name.clone(),
                company: paper.company.clone(),
                address: paper.address.clone(),
                town: paper.town.clone(),
            },
            book: book(hall, paper, None),
            parts: Vec::new(),
            rules,
            matrices,
            totals: paper::DayTotals {
                carried: carried(hall, self.rules, &games),
                ..totals(&games, ball_sets)
            },
            games,
            diligencias: self.diligencias.into_iter().map(|one| one.signed(&scribe, &sala, &mesa)).collect(),
            notes: self.notes.into_iter().map(note).collect(),
            record: story.head.into(),
            checkpoint: format!("BOMBO1:{}:{}", self.sheet.number, story.head),
            draft: self.rules.is_draft(),
            in_progress: self.sheet.closed_at.is_none(),
            session: paper::Session { jefe_de_mesa: mesa, jefe_de_sala: sala, staff, ..self.sheet },
            // The moment of the last fact, so that the same record gives the same pages.
            printed_at: scribe.at(story.lines.last().map_or(0, |(at, ..)| *at)),
            program: format!("Bombo {}", env!("CARGO_PKG_VERSION")),
            record_lines: None,
        }
    }

    /// Everybody on duty, once for each role. An inspector is in the hall and is nobody's staff.
    fn staff(&self, hall: &Hall) -> Vec<paper::StaffMember> {
        let on_duty = self.staff.iter().flat_map(|person| {
            let roles = hall.people.get(person).map_or(&[][..], |item| item.roles.as_slice());
            roles.iter().filter(|role| **role != Role::Inspector).map(|role| paper::StaffMember {
                role: role_words(*role).to_owned(),
                name: self.scribe.name(*person),
            })
        });
        on_duty.collect()
    }

    /// The sets that were in the machine, and those that were its spare one, by name.
    fn ball_sets(&self, hall: &Hall, before: &BTreeMap<SetId, BallSetItem>) -> Vec<paper::BallSetGames> {
        let used =
            hall.ball_sets.iter().filter(|(set, _)| self.sets.contains(set) || self.reserves.contains(set));
        used.map(|(set, item)| paper::BallSetGames {
            set: set.to_string(),
            reserve: !self.sets.contains(set),
            games: item.games,
            limit: self.rules.ball_set_max_games.value,
            // A set that was entered during the session had none.
            games_before: Some(before.get(set).map_or(0, |before| before.games)),
            homologation: Some(item.homologation.clone()),
            maker: maker(item),
            inspection: inspection(&self.scribe, item),
        })
        .collect()
    }

    /// The matrices whose cards were sold in the session, by number.
    fn matrices(&self, hall: &Hall) -> Vec<paper::ActaMatrix> {
        let sold: BTreeSet<SeriesId> =
            self.games.iter().flat_map(|game| &game.sold).map(|cards| cards.series).collect();
        let mut of_matrix: BTreeMap<MatrixNo, Vec<String>> = BTreeMap::new();
        for id in sold {
            if let Some(item) = hall.stock.get(id) {
                of_matrix.entry(item.matrix).or_default().push(id.to_string());
            }
        }
        let row = |(matrix, series): (MatrixNo, Vec<String>)| {
            let item = hall.matrices.get(&matrix)?;
            let (cards, key_sha256) = match &item.origin {
                Origin::Key { options, key_sha256, .. } => {
                    (options_words(*options).to_owned(), Some(hex::encode(key_sha256)))
                }
                Origin::File { maker, .. } => (format!("cartones hechos por {maker}"), None),
            };
            let (size, faces_sha256) = (item.size, hex::encode(item.faces_sha256));
            Some(paper::ActaMatrix { matrix: matrix.get(), series, size, cards, key_sha256, faces_sha256 })
        };
        of_matrix.into_iter().filter_map(row).collect()
    }
}

/// The parts of an acta that is issued now, where the books are split by face value (37.7), each with that value; none where all games
/// stand in the book of all.
pub fn parts(hall: &Hall, paper: &Paper, sheet: &paper::ActaSheet) -> Vec<(Option<Cents>, paper::ActaPart)> {
    let mut prices: BTreeMap<Option<Cents>, BTreeSet<u64>> = BTreeMap::new();
    for game in &sheet.games {
        let kept_for = hall.book_for(Cents(game.face_value_cents));
        prices.entry(kept_for).or_default().insert(game.face_value_cents);
    }
    if prices.keys().all(Option::is_none) {
        return Vec::new();
    }
    let part = |(value, prices): (Option<Cents>, BTreeSet<u64>)| {
        let of_part = sheet.games.iter().filter(|game| prices.contains(&game.face_value_cents));
        let games: Vec<paper::ActaGame> = of_part.cloned().collect();
        let part = paper::ActaPart {
            face_values_cents: prices.into_iter().collect(),
            book: book_with_folios(hall, paper, value),
            totals: paper::DayTotals {
                carried: sheet.totals.carried.clone(),
                ..totals(&games, sheet.totals.ball_sets.clone())
            },
        };
        (value, part)
    };
    prices.into_iter().map(part).collect()
}

fn inspection(scribe: &Scribe<'_>, item: &BallSetItem) -> Option<String> {
    let (found, at, [asked_by, confirmed_by]) = item.inspected.as_ref()?;
    let result = if found.passed { "apto" } else { "no apto" };
    Some(format!(
        "{result}, {}, por {} y {}; precintos {}",
        scribe.at(*at),
        scribe.name(*asked_by),
        scribe.name(*confirmed_by),
        found.seals
    ))
}

fn maker(item: &BallSetItem) -> Option<String> {
    match (&item.maker, &item.reference) {
        (Some(maker), Some(reference)) => Some(format!("{maker} ({reference})")),
        (Some(one), None) | (None, Some(one)) => Some(one.clone()),
        (None, None) => None,
    }
}

fn rules_in_force(rules: &Rules) -> paper::RulesInForce {
    let values = vec![
        value("Premio de línea", &rules.line, ToString::to_string),
        value("Premio de bingo", &rules.bingo, ToString::to_string),
        value("Redondeo de premios", &rules.rounding, |rounding| rounding_words(*rounding)),
        value("Destino del resto", &rules.resto_to, |to| destination_words(*to).to_owned()),
        value("Línea no cantada", &rules.unsung_line_to, |to| destination_words(*to).to_owned()),
        value("Bingo no cantado", &rules.unsung_bingo_to, |to| destination_words(*to).to_owned()),
        value("Plazo tras la pregunta", &rules.question_min_secs, |secs| format!("{secs} s como mínimo")),
        value("Partidas por juego de bolas", &rules.ball_set_max_games, |games| grouped((*games).into())),
    ];
    let in_short = format!(
        "Línea {}, bingo {}. Redondeo: {}. Resto: {}.",
        rules.line.value,
        rules.bingo.value,
        rounding_words(rules.rounding.value),
        destination_words(rules.resto_to.value),
    );
    paper::RulesInForce { profile: rules.id.clone(), title: rules.title.clone(), in_short, values }
}

/// What cards a matrix has.
const fn options_words(options: MatrixOptions) -> &'static str {
    match (options.kind, options.clean) {
        (MatrixKind::Single, false) => "cartones sueltos",
        (MatrixKind::Single, true) => "cartones sueltos, sin filas iguales",
        (MatrixKind::Strip, false) => "cartones en tiras de seis",
        (MatrixKind::Strip, true) => "cartones en tiras de seis, sin filas iguales",
    }
}

/// The least staff, where somebody is counted (art. 25).
fn least_staff(rules: &Rules) -> Option<paper::RuleValue> {
    let of_post = |(post, count): &(Role, u8)| (*count > 0).then(|| format!("{} {count}", role_words(*post)));
    let words = |least: &StaffCount| least.posts().iter().filter_map(of_post).collect::<Vec<_>>().join(", ");
    let counts = !rules.least_staff.value.is_none();
    counts.then(|| value("Plantilla mínima", &rules.least_staff, words))
}

pub(super) fn value<T>(name: &str, sourced: &Sourced<T>, words: impl Fn(&T) -> String) -> paper::RuleValue {
    let source = match &sourced.basis {
        Basis::Law(article) => format!("Ley: {article}"),
        Basis::Hall => "Sala".to_owned(),
        Basis::Unknown => "Sin fijar".to_owned(),
    };
    paper::RuleValue { name: name.to_owned(), value: words(&sourced.value), source }
}

fn rounding_words(rounding: Rounding) -> String {
    let unit = rounding.unit();
    match rounding {
        Rounding::Down { .. } => format!("a la baja, múltiplos de {unit}"),
        Rounding::HalfUp { .. } => format!("al más próximo, múltiplos de {unit}"),
    }
}

/// Where an account goes, in words.
pub fn destination_words(destination: Destination) -> &'static str {
    match destination {
        Destination::House => "a la sala",
        Destination::Carried => "se acumula en su cuenta",
    }
}

/// The accounts of what nobody sang: before the session, of its games, and after.
fn carried(hall: &Hall, rules: &Rules, games: &[paper::ActaGame]) -> Vec<paper::CarriedAccount> {
    let held = || games.iter().filter(|game| game.result != GameResult::Void);
    let line: u64 = held().map(|game| game.accounts.linea_no_cantada_cents).sum();
    let bingo: u64 = held().map(|game| game.accounts.bingo_no_cantado_cents).sum();
    let accounts = [
        ("Línea no cantada", rules.unsung_line_to.value, hall.carried.line.0, line),
        ("Bingo no cantado", rules.unsung_bingo_to.value, hall.carried.bingo.0, bingo),
    ];
    let account = |(name, to, after_cents, unsung): (&str, Destination, u64, u64)| {
        let added_cents = if to == Destination::Carried { unsung } else { 0 };
        let before_cents = after_cents.saturating_sub(added_cents);
        let name = name.to_owned();
        let shown = to == Destination::Carried || after_cents > 0;
        shown.then_some(paper::CarriedAccount { name, before_cents, added_cents, after_cents })
    };
    accounts.into_iter().filter_map(account).collect()
}

fn totals(games: &[paper::ActaGame], ball_sets: Vec<paper::BallSetGames>) -> paper::DayTotals {
    let count = |result: GameResult| {
        u32::try_from(games.iter().filter(|game| game.result == result).count()).unwrap_or(u32::MAX)
    };
    let mut totals = paper::DayTotals {
        games_closed: count(GameResult::Closed),
        games_void: count(GameResult::Void),
        games_not_held: count(GameResult::NotHeld),
        ball_sets,
        ..paper::DayTotals::default()
    };
    for game in games {
        if let Some(refunds) = &game.refunds {
            totals.refunded_cents += refunds.refunded_cents;
        }
        if game.result == GameResult::Void {
            continue;
        }
        let (sale, accounts) = (&mut totals.sale, &mut totals.accounts);
        sale.sold += game.sale.sold;
        sale.takings_cents += game.sale.takings_cents;
        sale.line_cents += game.sale.line_cents;
        sale.bingo_cents += game.sale.bingo_cents;
        sale.house_cents += game.sale.house_cents;
        sale.resto_cents += game.sale.resto_cents;
        accounts.linea_no_cantada_cents += game.accounts.linea_no_cantada_cents;
        accounts.bingo_no_cantado_cents += game.accounts.bingo_no_cantado_cents;
        accounts.resto_reparto_cents += game.accounts.resto_reparto_cents;
        for prize in &game.prizes {
            match prize.state {
                PrizeState::Paid => totals.paid_cents += prize.amount_cents,
                PrizeState::Due | PrizeState::Withheld | PrizeState::Unclaimed => {
                    totals.pending_cents += prize.amount_cents;
                }
            }
        }
    }
    totals
}
