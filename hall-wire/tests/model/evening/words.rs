//! The core's words as the paper has them.

use super::*;

pub(super) fn play(sung: Sung) -> Play {
    match sung {
        Sung::Line => Play::Line,
        Sung::Bingo => Play::Bingo,
    }
}

pub(super) fn sung(play: Play) -> Sung {
    match play {
        Play::Line => Sung::Line,
        Play::Bingo => Sung::Bingo,
    }
}

pub(super) fn text((name, number): Tag) -> String {
    card(name, number).to_string()
}

pub(super) fn each_card(cards: &Cards) -> Vec<String> {
    let series = series(&cards.series).spelt();
    (cards.first..=cards.last).map(|n| format!("{series} n.º {n}")).collect()
}

pub(super) fn prize_words(prize: &Prize) -> (u32, Sung, String, u64, &'static str) {
    let number = format!("{} n.º {}", series(&prize.card.series).spelt(), prize.card.card);
    (prize.game, sung(prize.play), number, prize.amount_cents, prize.state.words())
}

pub(super) fn trouble(why: &HoldWhy) -> Trouble {
    match why {
        HoldWhy::Repeated(ball) => Trouble::Repeated(ball.number()),
        HoldWhy::NoRead => Trouble::NoRead,
        HoldWhy::Fault(Fault::Jam) => Trouble::Jam,
        HoldWhy::LinkLost(LinkLoss::HungUp) => Trouble::Cable,
        HoldWhy::CountDiffers { machine, game } => Trouble::Count { machine: *machine, game: *game },
        HoldWhy::CallerDiffers { ordinal, machine, caller } => {
            Trouble::Caller { place: ordinal.0, machine: machine.number(), caller: caller.number() }
        }
        HoldWhy::Called(_) => Trouble::Called,
        HoldWhy::KeyedDiffers { ordinal, first, second } => {
            Trouble::Keyed { place: ordinal.0, first: first.number(), second: second.number() }
        }
        other => panic!("nothing in an evening holds a game for {other:?}"),
    }
}

pub(super) fn on_paper(claim: &hall_core::game::Claim) -> Claim {
    let name = claim.card.series.to_string();
    let name = SERIES.iter().map(|(name, _)| *name).chain(["Z9"]).find(|known| *known == name).unwrap();
    let say = match &claim.verdict {
        Verdict::Good { rows, completed_at } => Say::Good { rows: *rows, at: completed_at.0 },
        Verdict::UnknownSeries => Say::UnknownSeries,
        Verdict::NoSuchCard => Say::NoCard,
        Verdict::Forged => Say::Forged,
        Verdict::NotSold { sold_in } => Say::NotSold(sold_in.map(|game| game.0)),
        Verdict::Returned => Say::Returned,
        Verdict::PlayClosed => Say::Closed,
        Verdict::Repeated { of } => Say::Repeated(of.0),
        Verdict::Incomplete { missing } => Say::Missing(missing.iter().map(|ball| ball.number()).collect()),
    };
    let (no, stop) = (claim.no.0, claim.stop.0);
    Claim {
        no,
        stop,
        sung: sung(claim.play),
        card: (name, claim.card.number.0),
        say,
        accepted: claim.accepted,
    }
}

pub(super) fn role(post: Post) -> Role {
    match post {
        Post::Sala => Role::JefeDeSala,
        Post::Mesa => Role::JefeDeMesa,
        Post::Cashier => Role::Cajero,
        Post::Seller => Role::VendedorLocutor,
        Post::Inspector => Role::Inspector,
    }
}
