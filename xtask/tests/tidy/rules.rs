//! The rules, as data.

/// One of our crates: which of ours it may use, and what it must never pull in, at any depth.
/// Only dependencies of the programs count, not those of tests.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) ours: &'static [&'static str],
    pub(crate) never: &'static [&'static str],
}

pub(crate) const SCREENS: &[&str] = &["eframe", "egui", "gstreamer"];

/// Who may draw, and with what of [`SCREENS`]. GStreamer is the wall's, and only where it films and shows.
pub(crate) const DRAW: &[(&str, &[&str])] = &[
    ("hall-look", &["egui"]),
    ("caller-console", &["eframe", "egui"]),
    ("display-wall", &["eframe", "egui", "gstreamer"]),
    ("wall-scenes", &["egui"]),
    ("hall-voice", &["gstreamer"]),
];

pub(crate) const TABLE: &[Row] = &[
    Row {
        name: "hall-cards",
        ours: &[],
        never: &["getrandom", "jiff", "rand", "rusqlite", "tokio", "tracing"],
    },
    // It shows the cards to all others under its own paths, but for the finder.
    Row {
        name: "hall-core",
        ours: &["hall-cards"],
        never: &["getrandom", "jiff", "rand", "rusqlite", "tokio", "tracing"],
    },
    Row {
        name: "hall-statistics",
        ours: &["hall-core"],
        never: &["axum", "getrandom", "jiff", "printpdf", "rand", "rusqlite", "serialport", "tokio"],
    },
    // What a verifier of another house would have too: it knows no hall.
    Row {
        name: "hall-log",
        ours: &[],
        never: &["axum", "getrandom", "jiff", "rand", "rusqlite", "serde", "tokio"],
    },
    // Who is believed; it carries no bytes itself.
    Row { name: "hall-trust", ours: &[], never: &["axum", "jiff", "rusqlite", "tokio"] },
    // It carries no bytes itself, and knows no hall.
    Row { name: "time-stamp", ours: &[], never: &["axum", "jiff", "rand", "rusqlite", "serde", "tokio"] },
    Row {
        name: "hall-wire",
        ours: &["hall-core", "hall-log", "hall-trust"],
        never: &["axum", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    Row {
        name: "settings-file",
        ours: &[],
        never: &["axum", "jiff", "printpdf", "rusqlite", "serde_json", "serialport", "tokio"],
    },
    // It carries bytes, and knows nobody who says them.
    Row {
        name: "serial-line",
        ours: &[],
        never: &["axum", "jiff", "printpdf", "rand", "rusqlite", "serde_json", "tokio"],
    },
    // Who has the tools can make a ball: no program of the hall uses them.
    Row {
        name: "ball-machine-tools",
        ours: &["ball-machine", "hall-core", "settings-file"],
        never: &["axum", "printpdf", "rand", "rusqlite", "tokio"],
    },
    Row {
        name: "ball-machine",
        ours: &["hall-core", "serial-line", "settings-file"],
        never: &["axum", "getrandom", "printpdf", "rand", "rusqlite", "tokio"],
    },
    Row {
        name: "card-printer",
        ours: &["hall-core", "hall-statistics", "hall-wire", "settings-file"],
        never: &["axum", "rusqlite", "serialport", "tokio"],
    },
    Row {
        name: "hall-server",
        ours: &[
            "ball-machine",
            "hall-core",
            "hall-log",
            "hall-notices",
            "hall-statistics",
            "hall-texts",
            "hall-trust",
            "hall-wire",
            "settings-file",
            "time-stamp",
        ],
        never: &["krilla", "printpdf", "qrcode"],
    },
    // What is said, on a screen or in a terminal.
    Row {
        name: "hall-texts",
        ours: &["hall-core"],
        never: &["axum", "egui", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    Row {
        name: "hall-look",
        ours: &["hall-core", "hall-texts"],
        never: &["axum", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    // What is told, and when: nothing that shows it.
    Row {
        name: "hall-notices",
        ours: &["settings-file"],
        never: &["axum", "egui", "printpdf", "rusqlite", "serde_json", "serialport", "tokio"],
    },
    // What a monitor shows, wherever it is shown: no window and no camera.
    Row {
        name: "wall-scenes",
        ours: &["hall-look", "hall-prompts", "hall-wire"],
        never: &["axum", "eframe", "gstreamer", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    Row {
        name: "caller-console",
        ours: &["hall-core", "hall-log", "hall-look", "hall-prompts", "hall-wire", "wall-scenes"],
        never: &["axum", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    Row {
        name: "display-wall",
        ours: &[
            "hall-core",
            "hall-look",
            "hall-notices",
            "hall-prompts",
            "hall-wire",
            "settings-file",
            "wall-scenes",
        ],
        never: &["axum", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    // A screen of lamps: of the hall it knows what any screen knows.
    Row {
        name: "hall-panel",
        ours: &["hall-wire", "serial-line", "settings-file"],
        never: &["axum", "printpdf", "rusqlite", "tokio"],
    },
    // The hardware of the tests reads the makers' protocols by itself: an error of the program is not its own as well.
    Row {
        name: "hall-panel-tools",
        ours: &[],
        never: &["axum", "printpdf", "rand", "rusqlite", "serialport", "tokio"],
    },
    // Words and files: whoever records needs nothing that plays.
    Row {
        name: "hall-prompts",
        ours: &["hall-core", "hall-wire", "settings-file"],
        never: &["alsa", "axum", "ebur128", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    // Sound, no picture.
    Row {
        name: "hall-voice",
        ours: &["hall-prompts", "hall-wire", "settings-file"],
        never: &["axum", "egui", "printpdf", "rusqlite", "serialport", "tokio"],
    },
    // It has tests only, and these draw the console and the wall.
    Row { name: "screen-pictures", ours: &[], never: &[] },
    // The benches measure the desk from inside; the demo's evening knows the wire only.
    Row {
        name: "xtask",
        ours: &[
            "hall-cards",
            "hall-core",
            "hall-log",
            "hall-prompts",
            "hall-server",
            "hall-trust",
            "hall-wire",
        ],
        never: &["printpdf", "qrcode"],
    },
];

/// All that cards and core may use of others, each without its default features.
pub(crate) const MAY_USE: &[(&str, &[&str])] = &[
    ("hall-cards", &["aes", "hmac", "schemars", "serde", "sha2", "thiserror"]),
    ("hall-core", &["schemars", "serde", "serde_json", "sha2", "thiserror"]),
];

/// A name and the only places where it may stand: a file, or all files that begin so.
pub(crate) struct Home {
    pub(crate) name: &'static str,
    pub(crate) places: &'static [&'static str],
}

pub(crate) const HOMES: &[Home] = &[
    // The tests of the record damage databases on purpose.
    Home {
        name: "rusqlite",
        places: &[
            "hall-server/src/journal.rs",
            "hall-server/src/journal/",
            "hall-server/tests/journal/",
            "hall-server/tests/archive/",
            "hall-server/tests/export/who.rs",
            // What the journal is compared with.
            "xtask/src/bench/bare.rs",
        ],
    },
    Home { name: "serialport", places: &["serial-line/src/port.rs"] },
    // The voice writes it as a kind of device.
    Home {
        name: "alsa",
        places: &[
            "caller-console/src/sound/player.rs",
            // The microphone of who records the voice.
            "caller-console/src/recorder/device.rs",
            "hall-voice/src/",
        ],
    },
    Home { name: "printpdf", places: &["card-printer/src/document.rs"] },
    Home {
        name: "krilla",
        places: &[
            "card-printer/src/archive.rs",
            "card-printer/src/archive/",
            "card-printer/tests/sound.rs",
            "card-printer/tests/sound/",
        ],
    },
    Home {
        name: "gstreamer",
        places: &[
            "display-wall/src/pipeline.rs",
            "display-wall/src/camera/pipeline.rs",
            "display-wall/src/camera/rtsp.rs",
            "display-wall/src/video/pipeline.rs",
            "hall-voice/src/decode.rs",
            "hall-voice/src/pipeline.rs",
            // The test that a wall without video has none of it.
            "display-wall/tests/no_video.rs",
            // Cameras of other makers.
            "display-wall/tests/bad_cameras.rs",
        ],
    },
    // Make-believe balls and their dice: beside the tools only storms, which play the machine.
    Home { name: "ball_machine_tools", places: &["ball-machine-tools/", "hall-server/tests/storm/"] },
    // Make-believe signs and lamps.
    Home {
        name: "hall_panel_tools",
        places: &[
            "hall-panel-tools/",
            "hall-panel/tests/",
            "xtask/tests/hall/hardware.rs",
            // The same at other computers.
            "xtask/tests/hall/enrolled.rs",
            "xtask/tests/hall/certificates.rs",
        ],
    },
    // Who has won and did not sing reaches no screen, answer, log or metric (DECISIONS 5).
    Home {
        name: "finder",
        places: &[
            "hall-cards/src/lib.rs",
            "hall-cards/src/finder.rs",
            "hall-cards/src/finder/",
            "hall-cards/tests/winners.rs",
            "hall-core/tests/played/evening.rs",
            "xtask/src/bench/cards.rs",
            // `./bombo run` tells the one person who plays all parts: a demonstration, outside the product.
            "xtask/src/aside.rs",
        ],
    },
    // A new event, request or refusal does not compile before every match over it has said something (ADR 30).
    Home {
        name: "wildcard_enum_match_arm",
        places: &[
            // Over keys, and the system's faults.
            "caller-console/src/keys.rs",
            "caller-console/src/papers/usb.rs",
            // The nine kinds of objects of a PDF.
            "card-printer/src/sound.rs",
            // The fold that prints.
            "hall-server/src/papers/acta/",
            // Tests look for the few events they are about.
            "hall-core/tests/",
            "hall-server/tests/",
            "hall-wire/tests/",
        ],
    },
    // A witness signs with the hour of its own clock.
    Home { name: "SystemTime", places: &["hall-server/src/clock.rs", "hall-wire/src/link/cosigner.rs"] },
    Home { name: "Timestamp::now", places: &["hall-server/src/clock.rs"] },
    Home { name: "Zoned::now", places: &["hall-server/src/clock.rs"] },
];

/// Calls that move the live hall or write the record, and who may make them.
pub(crate) const CALLS: &[Home] = &[
    // replayed.rs brings a hall of its own to the end of a record, through a reader that cannot write, for the start, for
    // papers and for what is done beside the hall; transcribe.rs plays a sheet on a copy, to find out what it comes to.
    Home {
        name: "hall.apply(",
        places: &[
            "hall-core/src/hall/transcribe.rs",
            "hall-server/src/desk.rs",
            "hall-server/src/replayed.rs",
        ],
    },
    Home { name: "Hall::apply(", places: &[] },
    // found.rs writes the first lines of a new hall, before there is a desk.
    // epoch.rs writes the first line of a hall that was cut, restored or moved.
    // record_key.rs names the key that signs, at_server.rs does what nobody can do at a desk, both in a hall that nobody serves.
    Home {
        name: "journal.append(",
        places: &[
            "hall-server/src/desk.rs",
            "hall-server/src/found.rs",
            "hall-server/src/epoch.rs",
            "hall-server/src/record_key.rs",
            "hall-server/src/at_server.rs",
        ],
    },
    Home { name: "Journal::append(", places: &[] },
    // Who has no journal has nothing to append to.
    // archive.rs puts all there is into an archive.
    Home {
        name: "Journal::open(",
        places: &[
            "hall-server/src/archive.rs",
            "hall-server/src/record_key.rs",
            "hall-server/src/at_server.rs",
        ],
    },
    Home {
        name: "Journal::open_to_serve(",
        places: &["hall-server/src/serve.rs", "hall-server/src/journal/open.rs"],
    },
    Home {
        name: "Journal::open_despite(",
        places: &["hall-server/src/accept.rs", "hall-server/src/restore.rs"],
    },
    Home {
        name: "Journal::create(",
        places: &["hall-server/src/found.rs", "hall-server/src/restore.rs", "hall-server/src/follow.rs"],
    },
];

/// Modules of a crate that use each other, directly or through others, by name; and why.
pub(crate) const CIRCLES: &[(&str, &[&str], &str)] = &[
    (
        "caller-console",
        &["known", "net", "papers", "place", "press"],
        "a press names what is asked, sought, printed and opened, and each of these says what is pressed next",
    ),
    ("caller-console", &["shell", "view"], "the shell draws the views, and these draw its parts"),
    (
        "card-printer",
        &["card_page", "check", "template"],
        "a template is checked against the plan of its page",
    ),
    ("card-printer", &["font", "page"], "a page is measured in letters, and these in its units"),
];

/// The longest file nobody has to explain.
pub(crate) const LINES_MAX: usize = 600;

/// Longer files, and why they are still one.
pub(crate) const LONG: &[(&str, &str)] = &[
    ("hall-core/src/event/list.rs", "one list, a row for each event (ADR 31)"),
    ("hall-core/src/request/list.rs", "one list, a row for each request (ADR 27)"),
];

/// What betrays the machine somebody worked on. In two pieces, so that this file has none.
pub(crate) const PLACES: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/Us", "ers/")];

/// What names a place where crates are downloaded from: for a user's own settings, not ours.
pub(crate) const REGISTRIES: &[&str] = &[
    concat!("spar", "se+"),
    concat!("regist", "ry+"),
    concat!("index.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("replace", "-with"),
];

/// Pages whose commands must exist.
pub(crate) const PAGES_WITH_COMMANDS: &[&str] = &[
    "README.md",
    "docs/procedures.md",
    "docs/witness.md",
    "docs/panel-hardware.md",
    "docs/guia/1-llegan-las-maquinas.md",
    "docs/guia/2-los-cartones.md",
    "docs/guia/3-las-personas.md",
    "docs/guia/4-el-ensayo.md",
    "docs/guia/8-el-inspector.md",
    "docs/guia/9-el-cierre.md",
    "docs/guia/0-instalacion.md",
    "docs/guia/10-la-red.md",
    "ball-machine/README.md",
];

/// Stems of the words that people in a hall read: a program that compares with one decides on words.
pub(crate) const SPANISH: &[&str] = &[
    "abiert",
    "alto",
    "anul",
    "atasc",
    "autoridad",
    "averi",
    "bola",
    "cajero",
    "cantad",
    "canto",
    "cart",
    "celebr",
    "cerrand",
    "cerrad",
    "correct",
    "devuel",
    "era",
    "extrac",
    "falta",
    "jefe",
    "juego",
    "la",
    "lector",
    "locutor",
    "maquin",
    "mesa",
    "numer",
    "pagad",
    "parti",
    "pendient",
    "premi",
    "puert",
    "reclam",
    "reparti",
    "repetid",
    "reten",
    "sesi",
    "si",
    "sigu",
    "sorte",
    "suspendid",
    "tecle",
    "termin",
    "vendid",
    "vendedor",
    "venta",
];

/// Where a program may compare with one all the same: it is a name in a file or a code, or grammar.
pub(crate) const DECIDED_ON_WORDS: &[(&str, &str)] = &[
    // The name of the machine in the record.
    ("hall-core/src/people.rs", "maquina"),
    // Frozen names of posts in the record.
    ("hall-core/src/record/value.rs", "jefe_de_sala"),
    ("hall-core/src/record/value.rs", "jefe_de_mesa"),
    // A kind of event, which the record names so.
    ("hall-server/src/web/tv/game.js", "ball_corrected"),
    // What `init` puts behind a hall's name.
    ("hall-server/src/web/tv/scenes.js", " · DEMOSTRACIÓN"),
    ("hall-server/src/web/tv/follow/main.js", " · DEMOSTRACIÓN"),
];
