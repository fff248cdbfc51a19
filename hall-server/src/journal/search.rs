//! What a search reads: the tables for people, and of the record the lines of a minute and the last of a person.
//!
//! Each reading is bounded: so many answers, the newest first, and one more to know whether there are others. Nothing of a ball that is
//! not announced is read (DECISIONS 5).

use hall_core::ball::Ball;
use hall_core::event::{Event, Play};
use hall_core::money::Cents;
use hall_core::people::{Actor, PersonId};
use hall_core::record::Line;
use hall_core::series::CardRef;
use hall_wire::message::{BallSetRow, GameFound, Place, PrizeOfGame, PrizeStands, Told, ToldWhat};
use rusqlite::{Connection, OptionalExtension};
use serde::Deserialize;

use super::fields::{first, rows};
use super::lists::balls;
use super::read::{COLUMNS, decode, line};
use super::{JournalError, RecordReader};
use crate::fold::fold;

/// Of so many lines at the end of the record somebody's last ones are looked for: two evenings.
const LAST_OF: u32 = 50_000;

/// Lines that a minute may have: the fastest machine has some hundreds.
const MINUTE_MAX: i64 = 20_000;

/// Lines that say which ball is out, or are of machines and screens: announced balls have a line of their own.
const NOT_TOLD: &str =
    "'ball_extracted', 'ball_keyed', 'ball_corrected', 'reading_rectified', 'ball_shown', 'ball_pictured',
    'ball_set_aside', 'reading_not_counted', 'ball_candidate', 'second_reader_saw', 'machine_saw', 'machine_mode', 'bad_frames'";

/// The same among what the acta tells, and of a hold: a number that two readings do not agree on.
const OF_A_BALL: [&str; 4] = ["ball_corrected", "reading_rectified", "hold_raised", "hold_left"];

/// A game with its columns, for `?1`.
const GAME: &str = "select series, face_value_cents, coalesce(takings_cents, 0) as takings_cents,
           coalesce(sold, (select sum(last - first + 1) from card_sale
               where card_sale.game = game.game and card_sale.state in ('issued', 'sold', 'refunded')), 0) as cards,
           coalesce(line_cents, 0) as line_cents, coalesce(bingo_cents, 0) as bingo_cents,
           case when state in ('on_sale', 'not_held', 'void') then state when state = 'closed' then 'announced'
               when state = 'ended' then 'held' else 'playing' end as state,
           ball_set, opened_at_utc_ms, ended_at_utc_ms, void_cause,
           (select json_group_array(ball order by ordinal) from game_ball
               where game_ball.game = game.game and announced_at_utc_ms is not null) as announced,
           (select count(*) from claim where claim.game = game.game) as claims,
           (select count(*) from claim where claim.game = game.game and verdict = 'good') as good
    from game where game = ?1";

const PRIZES: &str =
    "select play, series, card, amount_cents, state from prize where game = ? order by prize";

const PLACE: &str = "select game.game as game, in_session, game.session as session, date,
           (select group_concat(book || ', ' || first || case when last > first then '–' || last else '' end, '; ')
            from acta_folio where acta_folio.session = game.session) as folios
    from game left join session on session.session = game.session where game.game = ?";

const PLACE_OF_SESSION: &str = "select session, date,
           (select group_concat(book || ', ' || first || case when last > first then '–' || last else '' end, '; ')
            from acta_folio where acta_folio.session = session.session) as folios
    from session where session = ?";

/// The session that is open, or the last one.
const PRESENT: &str = "(select max(session) from session)";

const CLAIMS: &str = "select 'claim' as what, game, play, series, card, claimed_at_utc_ms as at_utc_ms,
           verdict = 'good' as good
    from claim where series = ?1 and card = ?2 order by game desc, claim desc limit ?3";

const PRIZES_OF_CARD: &str = "select 'prize_of_card' as what, game, play, series, card, amount_cents,
           since_utc_ms as at_utc_ms, state, by as actor
    from prize where series = ?1 and card = ?2 order by game desc, prize desc limit ?3";

/// Corrected ones are found under both numbers.
const BALLS: &str =
    "select 'ball' as what, game, ordinal, ball, announced_at_utc_ms as at_utc_ms, announced_by as actor
    from game_ball where game >= ?2 and game <= ?3 and (ball = ?1 or corrected_from = ?1)
        and announced_at_utc_ms is not null
    order by game desc, ordinal desc limit ?4";

const PRIZES_OF_AMOUNT: &str = "select 'prize' as what, game, play, series, card, amount_cents,
           since_utc_ms as at_utc_ms, state, by as actor
    from prize where amount_cents = ?1 order by game desc, prize desc limit ?2";

/// Payments are where their prizes are.
const MONEY: &str =
    "select kind as what, game, abs(amount_cents) as amount_cents, at_utc_ms, actor, seq as line
    from cash_movement where kind in ('sale', 'correction', 'refund') and amount_cents in (?1, -?1)
    order by seq desc limit ?2";

/// What was announced, where nobody won all of it.
const TOTALS: &str =
    "select case when line_cents = ?1 then 'line_total' else 'bingo_total' end as what, game,
           ?1 as amount_cents, coalesce(closed_at_utc_ms, opened_at_utc_ms) as at_utc_ms
    from game where (line_cents = ?1 or bingo_cents = ?1)
        and not exists (select 1 from prize where prize.game = game.game and amount_cents = ?1)
    order by game desc limit ?2";

const TOLD: &str = "select seq, at_utc_ms, session, game, kind, text from diligencia order by seq desc";

/// So many answers, and whether there are more.
pub(crate) struct Few<T> {
    /// At most as many as were asked for.
    pub(crate) found: Vec<T>,
    /// There are others.
    pub(crate) more: bool,
}

/// The tables, at one moment.
struct Search<'a> {
    view: &'a Connection,
    /// Answers of a kind.
    most: usize,
}

/// A row of what is told, before its place is known.
#[derive(Deserialize)]
struct Row {
    what: ToldWhat,
    at_utc_ms: i64,
    game: Option<u32>,
    play: Option<Play>,
    series: Option<String>,
    card: Option<u32>,
    good: Option<bool>,
    ball: Option<u8>,
    ordinal: Option<u8>,
    amount_cents: Option<u64>,
    state: Option<PrizeStands>,
    actor: Option<String>,
    line: Option<u64>,
}

impl RecordReader {
    /// Games by number, of a day of all years, or of one as in `2026-11-28`. A number is that of a game or its place in its
    /// session: first the one of the present session, then the game, then those before.
    pub(crate) fn games_found(
        &self,
        number: Option<u32>,
        day: Option<&str>,
        most: usize,
    ) -> Result<Few<GameFound>, JournalError> {
        self.search(most, |search| search.games(number, day))
    }

    /// What was sung and won with a card.
    pub(crate) fn told_of_card(&self, card: CardRef, most: usize) -> Result<Few<Told>, JournalError> {
        self.search(most, |search| search.of_card(card))
    }

    /// Where a ball was announced in the present session.
    pub(crate) fn told_of_ball(&self, ball: Ball, most: usize) -> Result<Few<Told>, JournalError> {
        self.search(most, |search| search.of_ball(ball))
    }

    /// Prizes, sales, corrections and refunds of an amount.
    pub(crate) fn told_of_amount(&self, amount: Cents, most: usize) -> Result<Few<Told>, JournalError> {
        self.search(most, |search| search.of_amount(amount))
    }

    /// Diligencias and notes that have all these words, each written as [`fold`] does.
    pub(crate) fn told_in_words(&self, words: &[String], most: usize) -> Result<Few<Told>, JournalError> {
        self.search(most, |search| search.of_words(words))
    }

    /// The sets of balls with this name, or whose digits these are, and the last games drawn with each.
    pub(crate) fn ball_sets_found(&self, name: &str) -> Result<Vec<(BallSetRow, Vec<Place>)>, JournalError> {
        self.search(0, |search| search.ball_sets(name))
    }

    /// The lines from one time to another, UTC milliseconds, without what is not told.
    pub(crate) fn lines_between(
        &self,
        (from_utc_ms, to_utc_ms): (i64, i64),
        most: usize,
    ) -> Result<Few<(Line, Event)>, JournalError> {
        self.search(most, |search| search.between(from_utc_ms, to_utc_ms))
    }

    /// The last lines of a person, without what is not told.
    pub(crate) fn last_of(&self, person: PersonId, most: usize) -> Result<Vec<(Line, Event)>, JournalError> {
        self.search(most, |search| search.last_of(person))
    }

    fn search<T>(
        &self,
        most: usize,
        read: impl FnOnce(&Search<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, JournalError> {
        self.view("buscar en las tablas", |view| read(&Search { view, most }))
    }
}

impl Search<'_> {
    fn limit(&self) -> u32 {
        u32::try_from(self.most + 1).unwrap_or(u32::MAX)
    }

    fn some<T>(&self, mut found: Vec<T>) -> Few<T> {
        let more = found.len() > self.most;
        found.truncate(self.most);
        Few { found, more }
    }

    fn place(&self, game: Option<u32>) -> rusqlite::Result<Place> {
        let Some(game) = game else { return Ok(Place::default()) };
        Ok(first(self.view, PLACE, [game])?.unwrap_or(Place { game: Some(game), ..Place::default() }))
    }

    fn told(&self, sql: &str, params: impl rusqlite::Params) -> rusqlite::Result<Vec<Told>> {
        let rows: Vec<Row> = rows(self.view, sql, params)?;
        rows.into_iter().map(|row| self.placed(row)).collect()
    }

    fn placed(&self, row: Row) -> rusqlite::Result<Told> {
        let Row {
            what, at_utc_ms, game, play, series, card, good, ball, ordinal, amount_cents, state, ..
        } = row;
        let (place, text, line) = (self.place(game)?, None, row.line);
        let by = row.actor.and_then(|actor| actor.strip_prefix('p')?.parse().ok());
        Ok(Told {
            what,
            at_utc_ms,
            place,
            play,
            series,
            card,
            good,
            ball,
            ordinal,
            amount_cents,
            state,
            by,
            text,
            line,
        })
    }

    fn games(&self, number: Option<u32>, day: Option<&str>) -> rusqlite::Result<Few<GameFound>> {
        let of_day = "game.session in (select session from session where date like ?2)";
        let numbers: Vec<u32> = match (number, day) {
            (Some(number), None) => {
                let sql = format!(
                    "select game from game where game = ?1 or in_session = ?1
                     order by (in_session = ?1 and session = {PRESENT}) desc, game = ?1 desc, game desc limit ?2"
                );
                self.numbers(&sql, (number, self.limit()))?
            }
            (number, day) => {
                let sql = format!(
                    "select game from game where (?1 is null or game = ?1 or in_session = ?1) and {of_day}
                     order by game desc limit ?3"
                );
                self.numbers(&sql, (number, day, self.limit()))?
            }
        };
        let found: rusqlite::Result<Vec<_>> =
            numbers.into_iter().filter_map(|game| self.game(game).transpose()).collect();
        Ok(self.some(found?))
    }

    fn numbers(&self, sql: &str, params: impl rusqlite::Params) -> rusqlite::Result<Vec<u32>> {
        self.view.prepare_cached(sql)?.query_map(params, |row| row.get(0))?.collect()
    }

    fn game(&self, game: u32) -> rusqlite::Result<Option<GameFound>> {
        let Some(found) = first::<GameFound>(self.view, GAME, [game])? else { return Ok(None) };
        let prizes: Vec<PrizeOfGame> = rows(self.view, PRIZES, [game])?;
        Ok(Some(GameFound { place: self.place(Some(game))?, prizes, ..found }))
    }

    fn of_card(&self, card: CardRef) -> rusqlite::Result<Few<Told>> {
        let params = || (card.series.to_string(), card.number.0, self.limit());
        let mut told = self.told(CLAIMS, params())?;
        told.extend(self.told(PRIZES_OF_CARD, params())?);
        Ok(self.newest(told))
    }

    fn of_ball(&self, ball: Ball) -> rusqlite::Result<Few<Told>> {
        let sql = format!("select min(game), max(game) from game where session = {PRESENT}");
        let games =
            |row: &rusqlite::Row<'_>| Ok((row.get::<_, Option<u32>>(0)?, row.get::<_, Option<u32>>(1)?));
        let (Some(from), Some(to)) = self.view.query_row(&sql, [], games)? else {
            return Ok(self.some(Vec::new()));
        };
        let told = self.told(BALLS, (ball.number(), from, to, self.limit()))?;
        Ok(self.some(told))
    }

    fn of_amount(&self, amount: Cents) -> rusqlite::Result<Few<Told>> {
        // No game brings so much.
        let Ok(cents) = i64::try_from(amount.0) else { return Ok(self.some(Vec::new())) };
        let mut told = Vec::new();
        for sql in [PRIZES_OF_AMOUNT, MONEY, TOTALS] {
            told.extend(self.told(sql, (cents, self.limit()))?);
        }
        Ok(self.newest(told))
    }

    fn newest(&self, mut told: Vec<Told>) -> Few<Told> {
        told.sort_by_key(|one| std::cmp::Reverse(one.at_utc_ms));
        self.some(told)
    }

    /// The game in its draw.
    fn in_draw(&self) -> rusqlite::Result<Option<u32>> {
        let drawn = "select max(game) from game where state not in ('on_sale', 'closed', 'not_held', 'ended', 'void')";
        self.view.query_row(drawn, [], |row| row.get(0))
    }

    /// What tells a ball of a game in its draw waits until its balls are announced, and the draw is over.
    fn of_words(&self, words: &[String]) -> rusqlite::Result<Few<Told>> {
        let waits = self.in_draw()?;
        let mut select = self.view.prepare_cached(TOLD)?;
        let mut all = select.query([])?;
        let mut told = Vec::new();
        while let Some(row) = all.next()? {
            let text = row.get_ref(5)?.as_str()?;
            let folded = fold(text);
            let game: Option<u32> = row.get(3)?;
            let of_ball = || row.get_ref(4).and_then(|kind| Ok(OF_A_BALL.contains(&kind.as_str()?)));
            if !words.iter().all(|word| folded.contains(word))
                || (game.is_some() && game == waits && of_ball()?)
            {
                continue;
            }
            let place = match game {
                Some(_) => self.place(game)?,
                None => {
                    first(self.view, PLACE_OF_SESSION, [row.get::<_, Option<u32>>(2)?])?.unwrap_or_default()
                }
            };
            told.push(Told {
                place,
                text: Some(text.to_owned()),
                line: Some(row.get::<_, i64>(0)?.cast_unsigned()),
                ..Told::at(ToldWhat::Diligencia, row.get(1)?)
            });
            if told.len() > self.most {
                break;
            }
        }
        Ok(self.some(told))
    }

    fn ball_sets(&self, name: &str) -> rusqlite::Result<Vec<(BallSetRow, Vec<Place>)>> {
        let digits = |set: &str| set.trim_start_matches(|c: char| c.is_ascii_alphabetic()) == name;
        let mut sets = balls::all(self.view)?;
        sets.retain(|row| row.set == name || digits(&row.set));
        let games = |row: BallSetRow| {
            let sql = "select game from game where ball_set = ? order by game desc limit 5";
            let games = self.numbers(sql, [&row.set])?;
            let places: rusqlite::Result<Vec<Place>> =
                games.into_iter().map(|game| self.place(Some(game))).collect();
            Ok((row, places?))
        };
        sets.into_iter().map(games).collect()
    }

    fn between(&self, from_utc_ms: i64, to_utc_ms: i64) -> rusqlite::Result<Few<(Line, Event)>> {
        let Some(first) = self.first_at(from_utc_ms)? else { return Ok(self.some(Vec::new())) };
        let sql = format!(
            "select {COLUMNS} from event where seq >= ? and seq < ? and at_utc_ms < ? and kind not in ({NOT_TOLD}) order by seq limit ?"
        );
        Ok(self.some(self.events(&sql, (first, first + MINUTE_MAX, to_utc_ms, self.limit()))?))
    }

    /// The first line that is not before a time: times grow with the lines, but for a clock that was set back.
    fn first_at(&self, from_utc_ms: i64) -> rusqlite::Result<Option<i64>> {
        let end = |order: &str| {
            let sql = format!("select seq from event order by seq {order} limit 1");
            self.view.query_row(&sql, [], |row| row.get::<_, i64>(0)).optional()
        };
        let (Some(mut low), Some(last)) = (end("asc")?, end("desc")?) else { return Ok(None) };
        let mut high = last + 1;
        let mut at = self.view.prepare_cached("select at_utc_ms from event where seq = ?")?;
        while low < high {
            let middle = low + (high - low) / 2;
            if at.query_row([middle], |row| row.get::<_, i64>(0))? < from_utc_ms {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok((low <= last).then_some(low))
    }

    fn last_of(&self, person: PersonId) -> rusqlite::Result<Vec<(Line, Event)>> {
        let sql = format!(
            "select {COLUMNS} from event where seq > (select max(seq) from event) - {LAST_OF} and actor = ?
                 and kind not in ({NOT_TOLD}) order by seq desc limit ?"
        );
        self.events(&sql, (Actor::Person(person).to_string(), self.most as u32))
    }

    fn events(&self, sql: &str, params: impl rusqlite::Params) -> rusqlite::Result<Vec<(Line, Event)>> {
        let mut select = self.view.prepare_cached(sql)?;
        let lines: rusqlite::Result<Vec<Line>> = select.query_map(params, |row| Ok(line(row)?.0))?.collect();
        let waits = self.in_draw()?;
        let told = |event: &Event| {
            let of_hold = matches!(event, Event::HoldRaised { .. } | Event::HoldLeft { .. });
            !of_hold || event.game().map(|game| game.0) != waits
        };
        // What this program cannot read is found at its start, and is not looked for here.
        let read = lines?.into_iter().filter_map(|line| decode(&line).ok().map(|event| (line, event)));
        Ok(read.filter(|(_, event)| told(event)).collect())
    }
}
