//! What each form has: its fields row by row, the list behind them, and its words.

use hall_core::event::Extractor;
use hall_core::people::Role;

use super::matrix;
use crate::entry::Takes;

/// What is entered, or done with a set of balls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::view) enum FormKind {
    /// Somebody joins the staff.
    Person,
    /// Roles, name and document of a person.
    ChangePerson,
    /// A PIN for who has lost it.
    ResetPin,
    /// Somebody leaves the staff.
    Dismiss,
    /// Somebody comes back.
    TakeBack,
    /// A code for a new device.
    NewDevice,
    /// This device is the hall's first.
    ThisDevice,
    /// A device is the hall's no more.
    RevokeDevice,
    /// A series that came into the stock.
    Series,
    Matrix,
    /// The end of a matrix.
    Retire,
    BallSet,
    /// A machine that draws balls.
    Machine,
    /// The result of an inspection of a set of balls.
    Inspect,
    /// The table of a set's tags.
    Enrol,
    Weigh,
    /// The end of a set of balls.
    Withdraw,
    Count,
    /// The end of a count, or of its result.
    Cancel,
    /// A book of actas that the authority has stamped.
    Book,
    /// The end of a book.
    CloseBook,
    /// A copy of an acta that was issued.
    CopyActa,
    /// A public draw that will make the next matrix.
    AnnounceDraw,
    /// What came out of it, or why it makes none.
    TakeDraw,
    /// Whether every matrix comes from such a draw.
    RequireDraws,
}

pub(super) struct Field {
    pub(super) takes: Takes,
    pub(super) label: &'static str,
    /// Intro goes on while it is empty.
    pub(super) optional: bool,
}

const fn must(takes: Takes, label: &'static str) -> Field {
    Field { takes, label, optional: false }
}

const fn may(takes: Takes, label: &'static str) -> Field {
    Field { takes, label, optional: true }
}

/// One field, or two beside each other. Words alone in a row have its whole width.
pub(super) struct FieldRow {
    pub(super) height: f32,
    pub(super) gap: f32,
    pub(super) parts: [f32; 2],
    pub(super) fields: &'static [Field],
}

/// Height of a row whose fields have one line.
const LINE: f32 = 74.0;

impl FieldRow {
    const fn new(height: f32, gap: f32, fields: &'static [Field]) -> FieldRow {
        FieldRow { height, gap, parts: [1.0, 1.0], fields }
    }

    const fn line(fields: &'static [Field]) -> FieldRow {
        FieldRow::new(LINE, 10.0, fields)
    }

    /// As low as a finger can meet, where a list needs the room below.
    const fn low(fields: &'static [Field]) -> FieldRow {
        FieldRow::new(66.0, 8.0, fields)
    }

    pub(super) fn is_long(&self) -> bool {
        self.height > LINE
    }
}

/// Longest text that is more than a name.
const LONG: Takes = Takes::Words(160);
const NAME: Takes = Takes::Words(40);

/// The document, and the last day of the professional card.
const PAPERS: FieldRow =
    FieldRow::low(&[may(NAME, "people-field-document"), may(Takes::Words(10), "people-field-card")]);
/// A first PIN, twice.
const FIRST_PIN: FieldRow =
    FieldRow::low(&[must(Takes::Pin, "sala-field-pin"), must(Takes::Pin, "sala-field-pin-again")]);
const PERSON: [FieldRow; 3] = [
    FieldRow {
        parts: [0.8, 1.2],
        ..FieldRow::low(&[must(NAME, "sala-field-user"), must(Takes::Words(60), "sala-field-name")])
    },
    FIRST_PIN,
    PAPERS,
];
const CHANGE_PERSON: [FieldRow; 2] = [FieldRow::line(&[must(Takes::Words(60), "sala-field-name")]), PAPERS];
const DISMISS: [FieldRow; 1] = [FieldRow::new(136.0, 12.0, &[must(LONG, "sala-field-reason")])];
const NEW_DEVICE: [FieldRow; 1] = [FieldRow::line(&[must(NAME, "devices-field-name")])];
const SERIES: [FieldRow; 2] = [
    FieldRow::line(&[
        must(Takes::Code(10), "sala-field-series"),
        must(Takes::Digits(9), "sala-field-matrix"),
    ]),
    FieldRow::line(&[must(Takes::Money, "sala-field-value"), may(Takes::Digits(7), "sala-field-part")]),
];
const MATRIX: [FieldRow; 2] = [
    FieldRow::line(&[must(Takes::Digits(7), "sala-field-size")]),
    FieldRow::new(136.0, 12.0, &[may(LONG, "sala-field-mixed")]),
];
const RETIRE: [FieldRow; 2] = [
    FieldRow::line(&[must(Takes::Digits(10), "sala-field-matrix")]),
    FieldRow::new(136.0, 12.0, &[must(LONG, "sala-field-reason")]),
];
const BALL_SET: [FieldRow; 2] = [
    FieldRow::line(&[must(Takes::Code(8), "sala-field-set"), must(NAME, "sala-field-homologation")]),
    FieldRow::line(&[must(NAME, "sala-field-maker"), may(NAME, "sala-field-reference")]),
];
const MACHINE: [FieldRow; 2] = [
    FieldRow::line(&[must(NAME, "sala-field-homologation"), may(NAME, "sala-field-serial")]),
    FieldRow::line(&[may(NAME, "sala-field-maker")]),
];
/// A second person, who confirms at once.
const SECOND: FieldRow =
    FieldRow::new(70.0, 9.0, &[may(NAME, "set-field-second"), may(Takes::Pin, "set-field-second-pin")]);
const REASON: FieldRow = FieldRow::new(116.0, 9.0, &[may(LONG, "sala-field-reason")]);
const INSPECT: [FieldRow; 3] = [
    FieldRow::new(70.0, 9.0, &[may(Takes::Words(60), "set-field-seals")]),
    FieldRow::new(92.0, 9.0, &[may(LONG, "set-field-note")]),
    SECOND,
];
const ENROL: [FieldRow; 2] = [FieldRow::new(116.0, 9.0, &[may(Takes::Words(64), "set-field-hash")]), SECOND];
const WEIGH: [FieldRow; 2] = [
    FieldRow::new(
        70.0,
        9.0,
        &[may(Takes::Digits(6), "set-field-low"), may(Takes::Digits(6), "set-field-high")],
    ),
    // Ninety weights, pasted with their numbers.
    FieldRow::new(200.0, 9.0, &[may(Takes::Words(1_600), "set-field-weights")]),
];
const WITHDRAW: [FieldRow; 2] =
    [REASON, FieldRow::new(70.0, 9.0, &[may(Takes::Code(8), "set-field-reserve")])];

const BOOK: [FieldRow; 3] = [
    FieldRow::line(&[must(NAME, "book-field-name"), must(Takes::Words(10), "book-field-date")]),
    FieldRow {
        parts: [1.7, 0.7],
        ..FieldRow::line(&[
            must(Takes::Words(80), "book-field-authority"),
            may(Takes::Money, "book-field-value"),
        ])
    },
    FieldRow::line(&[must(Takes::Digits(4), "book-field-first"), must(Takes::Digits(4), "book-field-last")]),
];
const CLOSE_BOOK: [FieldRow; 2] = [
    FieldRow::line(&[must(NAME, "book-field-name")]),
    FieldRow::new(136.0, 12.0, &[must(LONG, "sala-field-reason")]),
];
const COPY_ACTA: [FieldRow; 2] = [
    FieldRow::line(&[must(Takes::Digits(9), "copy-field-session")]),
    FieldRow::new(136.0, 12.0, &[must(LONG, "copy-field-reason")]),
];

const ANNOUNCE_DRAW: [FieldRow; 2] = [
    FieldRow::line(&[must(Takes::Digits(7), "sala-field-size"), must(Takes::Words(10), "draw-field-date")]),
    FieldRow::new(116.0, 12.0, &[must(LONG, "draw-field-draw")]),
];
const TAKE_DRAW: [FieldRow; 2] = [
    FieldRow::new(96.0, 12.0, &[may(Takes::Words(80), "draw-field-outcome")]),
    FieldRow::new(96.0, 12.0, &[may(LONG, "draw-field-given-up")]),
];
const REQUIRE_DRAWS: [FieldRow; 1] = [FieldRow::new(136.0, 12.0, &[must(LONG, "sala-field-reason")])];

/// The roles in the order of their digits.
pub(in crate::view) const ROLES: [(Role, &str); 7] = [
    (Role::JefeDeSala, "role-jefe-de-sala"),
    (Role::JefeDeMesa, "role-jefe-de-mesa"),
    (Role::Cajero, "role-cajero"),
    (Role::VendedorLocutor, "role-vendedor"),
    (Role::Auxiliar, "role-auxiliar"),
    (Role::Admision, "role-admision"),
    (Role::Inspector, "role-inspector"),
];

/// The machines that a set of balls may be for.
pub(super) const MACHINES: [(Extractor, &str); 2] =
    [(Extractor::Pneumatic, "set-pneumatic"), (Extractor::Drum, "set-drum")];

/// What an inspection may find: one of the first two, and the third or not.
const FOUND: [&str; 3] = ["set-found-passed", "set-found-failed", "set-found-broken"];

impl FormKind {
    pub(super) const fn rows(self) -> &'static [FieldRow] {
        match self {
            FormKind::Person => &PERSON,
            FormKind::ChangePerson => &CHANGE_PERSON,
            FormKind::ResetPin | FormKind::TakeBack => &[FIRST_PIN],
            FormKind::Dismiss => &DISMISS,
            FormKind::Series => &SERIES,
            FormKind::Matrix => &MATRIX,
            FormKind::Retire => &RETIRE,
            FormKind::BallSet => &BALL_SET,
            FormKind::Machine => &MACHINE,
            FormKind::Inspect => &INSPECT,
            FormKind::Enrol => &ENROL,
            FormKind::Weigh => &WEIGH,
            FormKind::Withdraw => &WITHDRAW,
            FormKind::Cancel => &[REASON],
            FormKind::Book => &BOOK,
            FormKind::CloseBook => &CLOSE_BOOK,
            FormKind::CopyActa => &COPY_ACTA,
            FormKind::AnnounceDraw => &ANNOUNCE_DRAW,
            FormKind::TakeDraw => &TAKE_DRAW,
            FormKind::RequireDraws => &REQUIRE_DRAWS,
            FormKind::NewDevice => &NEW_DEVICE,
            FormKind::Count | FormKind::ThisDevice | FormKind::RevokeDevice => &[],
        }
    }

    pub(super) fn fields(self) -> impl Iterator<Item = &'static Field> {
        self.rows().iter().flat_map(|row| row.fields)
    }

    /// The list behind the fields, in the order of the digits.
    pub(super) fn options(self) -> Vec<&'static str> {
        match self {
            FormKind::Person | FormKind::ChangePerson => ROLES.map(|(_, id)| id).into(),
            FormKind::ResetPin | FormKind::Dismiss | FormKind::TakeBack => Vec::new(),
            FormKind::BallSet | FormKind::Machine => MACHINES.map(|(_, id)| id).into(),
            FormKind::Matrix | FormKind::AnnounceDraw => matrix::OPTIONS.into(),
            FormKind::Inspect => FOUND.into(),
            FormKind::Series | FormKind::Retire | FormKind::Enrol | FormKind::Weigh => Vec::new(),
            FormKind::Withdraw | FormKind::Count | FormKind::Cancel => Vec::new(),
            FormKind::Book | FormKind::CloseBook | FormKind::CopyActa => Vec::new(),
            FormKind::TakeDraw | FormKind::RequireDraws => Vec::new(),
            FormKind::NewDevice | FormKind::ThisDevice | FormKind::RevokeDevice => Vec::new(),
        }
    }

    /// What is chosen from the start: of a matrix single cards, no two equal lines.
    pub(super) fn usual(self) -> [bool; 7] {
        let matrix = matches!(self, FormKind::Matrix | FormKind::AnnounceDraw);
        [matrix, false, matrix, false, false, false, false]
    }

    pub(super) const fn words(self) -> FormWords {
        let (verb, help) = match self {
            FormKind::Person => ("sala-person-verb", None),
            FormKind::ChangePerson => ("people-change-verb", None),
            FormKind::ResetPin => ("people-reset-verb", Some(("people-reset-help", 17.0))),
            FormKind::Dismiss => ("people-dismiss-verb", Some(("people-dismiss-help", 17.0))),
            FormKind::TakeBack => ("people-back-verb", Some(("people-back-help", 17.0))),
            FormKind::NewDevice => ("devices-code-verb", Some(("devices-code-help", 17.0))),
            FormKind::ThisDevice => ("devices-this-verb", Some(("devices-this-help", 18.0))),
            FormKind::RevokeDevice => ("devices-revoke-verb", Some(("devices-revoke-help", 18.0))),
            FormKind::Series => ("sala-series-verb", Some(("sala-series-help", 17.0))),
            FormKind::Matrix => ("sala-matrix-verb", Some(("sala-matrix-help", 16.0))),
            FormKind::Retire => ("sala-retire-verb", Some(("sala-retire-help", 17.0))),
            FormKind::BallSet => ("sala-set-verb", None),
            FormKind::Machine => ("sala-machine-verb", Some(("sala-machine-help", 17.0))),
            FormKind::Inspect => ("set-verb", Some(("set-second-help", 16.0))),
            FormKind::Enrol => ("set-verb", Some(("set-enrol-help", 16.0))),
            FormKind::Weigh => ("set-verb", Some(("set-weigh-help", 16.0))),
            FormKind::Withdraw => ("set-verb", Some(("set-withdraw-help", 16.0))),
            FormKind::Count => ("set-verb", Some(("set-count-help", 18.0))),
            FormKind::Cancel => ("set-verb", Some(("set-cancel-help", 16.0))),
            FormKind::Book => ("book-open-verb", Some(("book-open-help", 17.0))),
            FormKind::CloseBook => ("book-close-verb", Some(("book-close-help", 17.0))),
            FormKind::CopyActa => ("copy-verb", Some(("copy-help", 17.0))),
            FormKind::AnnounceDraw => ("draw-announce-verb", Some(("draw-announce-help", 15.0))),
            FormKind::TakeDraw => ("draw-take-verb", Some(("draw-take-help", 16.0))),
            FormKind::RequireDraws => ("draw-require-verb", Some(("draw-require-help", 17.0))),
        };
        FormWords { verb, help }
    }
}

/// Ids of the texts of a form.
pub(super) struct FormWords {
    /// The label of Intro while something is missing.
    pub(super) verb: &'static str,
    /// What explains it, and its size.
    pub(super) help: Option<(&'static str, f32)>,
}
