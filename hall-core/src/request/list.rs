//! Every request, once: what the core asks about it, what the wire sends of it, and who may ask for it.
//!
//! A row is
//!
//! ```text
//! /// What it does.
//! Variant = "name", roles that may ask, "source of that rule",
//!     "Qué hace, en español" {
//!     field: Type => "What it is.",
//!     field as "json_name": Type = default => "What it is.",
//! }
//! sent { … }
//! example "a body"
//! ```
//!
//! with the fields of the Rust variant. A client sends these as a JSON object, in the form that `hall-wire` gives
//! each type (`command/field.rs`); its bounds come with the type. A field with a default may be left out. `sent` says
//! what a client sends instead, where the server completes the request itself: it hashes a PIN, draws a key, seals a
//! name. What has an example has the address `/api/commands/name`; the others have addresses of their own.
//!
//! The name is for the wire, `docs/powers.md` and the programs of others: it does not change. 24.4 is an article of
//! the Reglamento, Cat. a part of the Catálogo de Juegos of 1979; G, N, R and T are rows of the project's study.

/// Hands the list to the macro of this name, which makes of it what it needs. The core makes [`Request`] and
/// [`RequestKind`] of it, `hall-wire` the bodies of commands.
///
/// [`Request`]: crate::request::Request
/// [`RequestKind`]: crate::request::RequestKind
#[macro_export]
macro_rules! requests {
    ($make:ident) => { $make! {
    /// Puts a person on the staff.
    AddPerson = "add-person", &[JefeDeSala], "24.6", "Dar de alta a una persona de la plantilla" {
        roles: Vec<Role> => "What the person may do; at least one role.",
        identity: Sealed => "User, name and document, sealed.",
        pin: Sealed => "The PIN's hash, sealed.",
        card_until: Option<Date> => "The last day of the professional card.",
    }
    sent {
        user: String => "The user name: letters, digits, `-`, `_` and `.`, at most 40.",
        name: String => "The person's name.",
        document: Option<Secret> => "The number of the identity document or of the professional card.",
        card_until: Option<Date> => "The last day of the professional card.",
        pin: Secret => "A first PIN, which the person changes at once: six digits at least, twelve at most.",
        roles: Vec<Role> => "What the person may do; at least one role.",
    }
    example r#"{"user":"ana","name":"Ana Ruiz","document":"12345678Z","card_until":"2028-05-31","pin":"493817","roles":["jefe_de_mesa"]}"#

    /// Changes what is known of a person: all of it is said again.
    ChangePerson = "change-person", &[JefeDeSala], "24.6", "Cambiar funciones, nombre o documento de una persona" {
        person: PersonId => "Who.",
        roles: Vec<Role> => "What the person may do from here on; at least one role.",
        identity: Sealed => "User, name and document, sealed.",
        card_until: Option<Date> => "The last day of the professional card.",
    }
    sent {
        person: PersonId => "Who.",
        name: String => "The person's name.",
        document: Option<Secret> => "The number of the identity document or of the professional card.",
        card_until: Option<Date> => "The last day of the professional card.",
        roles: Vec<Role> => "What the person may do from here on; at least one role.",
    }
    example r#"{"person":2,"name":"Ana Ruiz Gil","card_until":"2028-05-31","roles":["jefe_de_mesa","cajero"]}"#

    /// Gives a person a PIN, which has to be changed before anything else.
    ResetPin = "reset-pin", &[JefeDeSala], "24.6", "Dar un PIN nuevo a quien ha perdido el suyo" {
        person: PersonId => "Who.",
        pin: Sealed => "The PIN's hash, sealed.",
    }
    sent {
        person: PersonId => "Who.",
        pin: Secret => "The PIN: six digits at least, twelve at most.",
    }
    example r#"{"person":2,"pin":"620435"}"#

    /// Changes one's own PIN.
    ChangePin = "change-pin", &Role::ALL, "R50", "Cambiar el PIN propio" {
        pin: Sealed => "The PIN's hash, sealed.",
    }
    sent {
        old: Secret => "The PIN till now.",
        pin: Secret => "The PIN from here on, another one: six digits at least, twelve at most.",
    }
    example r#"{"old":"493817","pin":"158206"}"#

    /// Takes a person off the staff.
    DismissPerson = "dismiss-person", &[JefeDeSala], "24.6", "Dar de baja a una persona de la plantilla" {
        person: PersonId => "Who.",
        reason: String => "Why, at most 500 characters.",
    }
    example r#"{"person":2,"reason":"Fin de contrato"}"#

    /// Takes back a person who had left, with the same roles.
    TakeBackPerson = "take-back-person", &[JefeDeSala], "24.6", "Readmitir a una persona que causó baja" {
        person: PersonId => "Who.",
        pin: Sealed => "The PIN's hash, sealed.",
    }
    sent {
        person: PersonId => "Who.",
        pin: Secret => "A first PIN, which the person changes at once: six digits at least, twelve at most.",
    }
    example r#"{"person":2,"pin":"493817"}"#

    /// Begins a log-in; the web layer has checked the PIN.
    LogIn = "log-in", &Role::ALL, "R50", "Entrar con usuario y PIN" {
        token: Sealed => "The token's hash, sealed.",
        pin: Option<Sealed> => "The PIN that was checked; none where a code let the person in.",
        device_key_sha256: Option<[u8; 32]> => "SHA-256 of the device's key, where it has shown one.",
    }

    /// Makes a device one of the hall's: it has brought a code that the person was given for it.
    EnrolDevice = "enrol-device", &[JefeDeSala], "24.6, T12", "Dar de alta un puesto" {
        name: String => "Its name.",
        post: DevicePost => "What it is for.",
        key_sha256: [u8; 32] => "SHA-256 of its key, in hex.",
    }

    /// Ends the log-ins at a device, and all that follow.
    RevokeDevice = "revoke-device", &[JefeDeSala], "24.6, T12", "Dar de baja un puesto" {
        device: DeviceNo => "The number of its enrolment.",
    }
    example r#"{"device":2}"#

    /// Proposes another regulation, or another value of the hall, from the next session on.
    AskRules = "ask-rules", &[JefeDeSala], "DECISIONS 39", "Proponer otro reglamento, u otro valor de la sala" {
        rules: Box<Rules> => "The rules, as read from the profile.",
        profile: String => "The profile's text, whole.",
        profile_sha256: [u8; 32] => "SHA-256 of that text.",
        reason: String => "Why.",
    }
    sent {
        profile: Option<String> => "The text of the profile, whole; or a name and its value.",
        name: Option<String> => "The name of a value of the hall, as in `question_min_secs`.",
        value: Option<String> => "What it becomes, as it stands in the profile: `8`, `\"half_up\", unit = \"0.05\"`.",
        reason: String => "Why.",
    }
    example r#"{"name":"question_min_secs","value":"8","reason":"Los jugadores de la planta alta"}"#

    /// Agrees to the rules that another person proposed: says the same again.
    AdoptRules = "adopt-rules", &[JefeDeSala, JefeDeMesa], "DECISIONS 39", "Confirmar el reglamento que propuso otra persona" {
        profile_sha256: [u8; 32] => "SHA-256 of the profile's text.",
    }
    sent {
        profile: Option<String> => "The text of the profile, whole; or a name and its value.",
        name: Option<String> => "The name of the value.",
        value: Option<String> => "What it becomes.",
    }
    example r#"{"name":"question_min_secs","value":"8"}"#

    /// Gives the hall's copy of article 36, whole, from the official text: it is read aloud from there on.
    GiveArticle36 = "give-article-36", &[JefeDeSala], "36.3", "Dar el texto íntegro del artículo 36" {
        text: String => "The text, in lines, at most 12 000 characters.",
    }
    example r#"{"text":"Artículo 36.\n1. …\n2. …\n3. …"}"#

    /// Notes that a person of the staff is in the hall.
    BeginShift = "begin-shift", &[JefeDeSala, JefeDeMesa], "25, 26.2.b",
        "Anotar que una persona de la plantilla está en la sala" {
        person: PersonId => "Who.",
    }
    example r#"{"person":4}"#

    /// Notes that a person of the staff has gone.
    EndShift = "end-shift", &[JefeDeSala, JefeDeMesa], "25, 26.2.b",
        "Anotar que una persona de la plantilla se va" {
        person: PersonId => "Who.",
    }
    example r#"{"person":4}"#

    /// Ends the log-in of a person at a device.
    EndLogIn = "end-log-in", &[JefeDeSala], "24.6, T12", "Terminar la entrada de una persona en un puesto" {
        person: PersonId => "Who.",
        device: String => "The name of the device.",
    }
    example r#"{"person":4,"device":"caja-1"}"#

    /// Ends the log-in on this device.
    LogOut = "log-out", &Role::ALL, "R50", "Salir de este puesto"

    /// Reads the last numbers from the paper, after the record was cut, restored or moved.
    AskNumbering = "ask-numbering", &[JefeDeSala, JefeDeMesa], "24.5, R47",
        "Decir, según el papel, cuáles fueron los últimos números" {
        numbering: Numbering => "The numbers.",
    }
    example r#"{"game":57,"session":3,"diligencia":4,"sold":[{"series":"A17","card":420}]}"#

    /// Reads the same; another person.
    ConfirmNumbering = "confirm-numbering", &[JefeDeSala, JefeDeMesa], "24.5, R47",
        "Confirmar los últimos números que leyó otra persona" {
        numbering: Numbering => "The numbers, as this person reads them.",
    }
    example r#"{"game":57,"session":3,"diligencia":4,"sold":[{"series":"A17","card":420}]}"#

    /// Says what hour it is, after a start with a clock hours before the record's last line.
    AskClock = "ask-clock", &[JefeDeSala, JefeDeMesa], "E57, 24.5",
        "Decir qué hora es, tras un arranque con el reloj atrasado" {
        date: Date => "The day, by the person's own watch.",
        hour: HourOfDay => "The hour, by the person's own watch.",
    }
    example r#"{"date":"2026-11-21","hour":"20:05"}"#

    /// Says it too; another person. Then the hall goes on with this clock.
    ConfirmClock = "confirm-clock", &[JefeDeSala, JefeDeMesa], "E57, 24.5",
        "Confirmar la hora que dijo otra persona" {
        date: Date => "The day, by this person's own watch.",
        hour: HourOfDay => "The hour, by this person's own watch.",
    }
    example r#"{"date":"2026-11-21","hour":"20:06"}"#

    /// Takes sessions away on the stick that is in the server: record, actas, tables, verifiers. Without personal data, but for
    /// what is asked for by name.
    MakeExport = "make-export", &[JefeDeSala, Inspector], "12.2.e, DECISIONS 44",
        "Llevarse sesiones en el lápiz USB del servidor" {
        first: SessionNo => "The first session.",
        last: SessionNo => "The last session.",
        names: bool => "With names of the staff.",
        documents: bool => "With names and documents of those who made a claim.",
        signatures: bool => "With drawn signatures, and pages that were signed on paper.",
    }
    example r#"{"first":1,"last":1,"names":false,"documents":false,"signatures":false}"#

    /// Has the spare rehearse: whether it could take the hall over.
    RehearseSpare = "rehearse-spare", &[JefeDeSala, JefeDeMesa], "E14, 24.6", "Ensayar el equipo de reserva"
    example "{}"

    /// Makes a matrix of cards from a fresh key.
    MakeMatrix = "make-matrix", &[JefeDeSala], "24.6", "Generar una matriz de cartones" {
        size: u32 => "How many cards.",
        options: MatrixOptions => "What cards; they [allow](MatrixOptions::allow) so many.",
        mixed: Option<Mixed> => "What people added to the key's randomness.",
        key: Sealed => "The key, sealed.",
        key_sha256: [u8; 32] => "SHA-256 of the key.",
        faces_sha256: [u8; 32] => "SHA-256 of the faces.",
        matrix: MatrixNo => "The number the key was used with; refused when another was taken meanwhile.",
    }
    sent {
        size: u32 => "How many cards.",
        kind: MatrixKind = MatrixKind::Single => "Single cards or strips of six.",
        clean: bool = false => "No two cards have an equal row.",
        mixed: Option<String> => "Dice or a public beacon, to be mixed into the key: words that everybody may know.",
    }
    example r#"{"size":600,"kind":"single","clean":true,"mixed":"Dados: 4 1 6 2 2 5"}"#

    /// Announces the public draw that makes the key of the next matrix.
    AnnounceKeyDraw = "announce-key-draw", &[JefeDeSala], "24.6, ADR 55",
        "Anunciar el sorteo público que hará la próxima matriz" {
        size: u32 => "How many cards.",
        options: MatrixOptions => "What cards; they [allow](MatrixOptions::allow) so many.",
        draw: String => "Which draw, in words.",
        date: Date => "Its day: tomorrow at the earliest, in 62 days at the latest.",
        seed: Sealed => "The system's part of the key, sealed.",
        seed_sha256: [u8; 32] => "SHA-256 of the system's part.",
    }
    sent {
        size: u32 => "How many cards.",
        kind: MatrixKind = MatrixKind::Single => "Single cards or strips of six.",
        clean: bool = false => "No two cards have an equal row.",
        draw: String => "Which draw, so that anybody finds its result: a lottery, dice before witnesses.",
        date: Date => "Its day: tomorrow at the earliest, in 62 days at the latest.",
    }
    example r#"{"size":600,"kind":"single","clean":true,"draw":"Sorteo de la ONCE, las cinco cifras","date":"2026-11-28"}"#

    /// Makes the matrix of the announced draw, with what came out.
    TakeKeyDraw = "take-key-draw", &[JefeDeSala], "24.6, ADR 55",
        "Generar la matriz del sorteo anunciado con lo que salió" {
        matrix: MatrixNo => "The matrix of the draw.",
        outcome: Mixed => "What came out, and the system's part.",
        key: Sealed => "The key, sealed.",
        key_sha256: [u8; 32] => "SHA-256 of the key.",
        faces_sha256: [u8; 32] => "SHA-256 of the faces.",
    }
    sent {
        matrix: MatrixNo => "The matrix of the draw.",
        outcome: String => "What came out, as everybody can read it.",
    }
    example r#"{"matrix":2,"outcome":"07324"}"#

    /// Gives up the announced draw: it makes no matrix, and the next certificate says so.
    GiveUpKeyDraw = "give-up-key-draw", &[JefeDeSala], "24.6, ADR 55",
        "Dejar sin efecto el sorteo anunciado: constará en el certificado" {
        matrix: MatrixNo => "The matrix of the draw.",
        reason: String => "Why.",
    }
    example r#"{"matrix":2,"reason":"El sorteo se aplazó sin fecha"}"#

    /// Has every matrix of the hall come from an announced draw, or no longer.
    RequireKeyDraws = "require-key-draws", &[JefeDeSala], "24.6, ADR 55",
        "Que toda matriz de la sala salga de un sorteo anunciado" {
        required: bool => "Every matrix does from now on.",
        reason: String => "Why.",
    }
    example r#"{"required":true,"reason":"A petición de los jugadores"}"#

    /// Takes in a matrix made by others, whose cards were all checked.
    ImportMatrix = "import-matrix", &[JefeDeSala], "24.6", "Dar entrada a una matriz hecha por otros" {
        size: u32 => "How many cards; 1 to [`SIZE_MAX`](crate::matrix::SIZE_MAX).",
        maker: String => "Who made it.",
        file_sha256: [u8; 32] => "SHA-256 of the file.",
        faces: Sealed => "The faces, sealed.",
        faces_sha256: [u8; 32] => "SHA-256 of the faces.",
        matrix: MatrixNo => "Its number here; refused when another was taken meanwhile.",
    }

    /// Takes a matrix and its series out of use for ever; then its key may be known.
    RetireMatrix = "retire-matrix", &[JefeDeSala], "24.6",
        "Retirar una matriz: sus cartones ya no se venden y su clave se publica" {
        matrix: MatrixNo => "The matrix.",
        reason: String => "Why, in words.",
    }
    example r#"{"matrix":1,"reason":"Cartones gastados, destruidos ante testigos"}"#

    /// Takes a series into stock.
    ReceiveSeries = "receive-series", &[JefeDeSala], "24.6, R05", "Dar entrada a una serie en el almacén" {
        series: SeriesId => "Its name.",
        matrix: MatrixNo => "Its matrix.",
        face_value as "face_value_cents": Cents => "Its price.",
        cards: Option<u32> => "How many cards it has, from number 1 of the matrix; where nothing is said, all of them.",
    }
    example r#"{"series":"A17","matrix":1,"face_value_cents":200}"#

    /// Has cards of a series printed.
    PrintCards = "print-cards", &[JefeDeSala], "24.6", "Imprimir cartones de una serie" {
        series: SeriesId => "The series.",
        first: Option<CardNo> => "The first card; where nothing is said, number 1.",
        last: Option<CardNo> => "The last card; where nothing is said, the series' last.",
        template: String = "a4-6".into() => "The template, by its name; where nothing is said, `a4-6`.",
    }
    example r#"{"series":"A17","first":1,"last":600,"template":"a4-6"}"#

    /// Stops a printing whose pages are not there yet.
    CancelPrinting = "cancel-printing", &[JefeDeSala], "24.6", "Cancelar una impresión" {
        printing: PrintingNo => "The printing.",
    }
    example r#"{"printing":1}"#

    /// Enters a set of balls.
    RegisterBallSet = "register-ball-set", &[JefeDeSala], "24.6, 34.1", "Registrar un juego de bolas" {
        set: SetId => "Its name.",
        extractor: Extractor => "What machine it is for.",
        homologation: String => "The reference of its homologation.",
        maker: Option<String> => "Who made it.",
        reference: Option<String> => "Its serial number or invoice.",
    }
    example r#"{"set":"J1","extractor":"pneumatic","homologation":"H-1234","maker":"Bolas del Sur, S. L.","reference":"F-2026/118"}"#

    /// Enters a machine that draws balls: a drum, or one of air.
    RegisterMachine = "register-machine", &[JefeDeSala], "24.6, Cat. II", "Registrar una máquina o un bombo" {
        extractor: Extractor => "What sort it is.",
        homologation: String => "The reference of its homologation.",
        maker: Option<String> => "Who made it.",
        reference: Option<String> => "Its serial number.",
    }
    example r#"{"extractor":"drum","homologation":"H-77","maker":"Bombos del Sur, S. L.","reference":"0042"}"#

    /// Proposes the table of a set's tags.
    AskBallEnrolment = "ask-ball-enrolment", &[JefeDeSala, JefeDeMesa], "24.5, T13",
        "Proponer la tabla de etiquetas de un juego de bolas" {
        set: SetId => "The set.",
        balls: u8 => "How many balls the table has: always 90.",
        table_sha256: [u8; 32] => "SHA-256 of the table, as `ball-machine enrol` prints it.",
    }
    example r#"{"set":"J1","balls":90,"table_sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}"#

    /// Agrees to it; another person.
    ConfirmBallEnrolment = "confirm-ball-enrolment", &[JefeDeSala, JefeDeMesa], "24.5, T13",
        "Confirmar la tabla de etiquetas que propuso otra persona" {
        set: SetId => "The set.",
        table_sha256: [u8; 32] => "The table, as this person saw it (DECISIONS 28).",
    }
    example r#"{"set":"J1","table_sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}"#

    /// Writes down what an inspection found.
    AskBallInspection = "ask-ball-inspection", &[JefeDeSala, JefeDeMesa], "24.5, 34.1, T13",
        "Anotar la inspección de un juego de bolas" {
        set: SetId => "The set.",
        found: Inspection => "What was found; a failure says why.",
    }
    example r#"{"set":"J1","seals":"P-0231 y P-0232","seals_whole":true,"passed":false,"note":"Bola 7 rajada"}"#

    /// Confirms it; another person.
    ConfirmBallInspection = "confirm-ball-inspection", &[JefeDeSala, JefeDeMesa], "24.5, 34.1, T13",
        "Confirmar la inspección que anotó otra persona" {
        set: SetId => "The set.",
        found: Inspection => "What was found, as this person saw it.",
    }
    example r#"{"set":"J1","seals":"P-0231 y P-0232","seals_whole":true,"passed":true}"#

    /// Writes down what each ball of a set weighs.
    WeighBallSet = "weigh-ball-set", &[JefeDeSala, JefeDeMesa], "24.5, T13",
        "Anotar el peso de las 90 bolas de un juego, en miligramos" {
        set: SetId => "The set.",
        weights_mg: Vec<u32> => "The weights of the balls 1 to 90, each from 1 to 100 000 mg.",
        low_mg: u32 => "The lightest a ball may be, in milligrams.",
        high_mg: u32 => "The heaviest a ball may be, in milligrams.",
    }
    example r#"{"set":"J1","weights_mg":[2512,2498,2505],"low_mg":2450,"high_mg":2610}"#

    /// Takes a set out of use for ever.
    WithdrawBallSet = "withdraw-ball-set", &[JefeDeSala, JefeDeMesa], "Cat. II, 24.5",
        "Retirar un juego de bolas para siempre" {
        set: SetId => "The set.",
        reason: String => "Why.",
        reserve_set: Option<SetId> => "The spare set from now on; needed when the withdrawn one is the session's.",
    }
    example r#"{"set":"J2","reason":"Bolas golpeadas","reserve_set":"J3"}"#

    /// Begins to pass the balls of a set through the reader.
    BeginBallCount = "begin-ball-count", &[JefeDeSala, JefeDeMesa], "34.1",
        "Empezar a contar las bolas por el lector" {
        set: SetId => "The set; the one in the machine.",
    }
    example r#"{"set":"J1"}"#

    /// Ends a count: all balls have passed.
    EndBallCount = "end-ball-count", &[JefeDeSala, JefeDeMesa], "34.1", "Terminar el recuento por el lector" {
        count: CountNo => "The count.",
    }
    example r#"{"count":1}"#

    /// Breaks a count off, or sets its result aside; the latter not by the person who ended it.
    CancelBallCount = "cancel-ball-count", &[JefeDeSala, JefeDeMesa], "34.1",
        "Dejar sin efecto un recuento por el lector" {
        count: CountNo => "The count.",
        reason: String => "Why.",
    }
    example r#"{"count":1,"reason":"El lector está sucio"}"#

    /// Opens the session.
    OpenSession = "open-session", &[JefeDeMesa], "37.3", "Abrir la sesión" {
        sala: PersonId => "The jefe de sala who counted the balls.",
        check: OpeningCheck => "What was checked.",
        reserve_machine: bool => "A spare drum or machine is in the hall.",
        machine: Option<MachineNo> = None => "The machine, in a hall that has entered its machines.",
        read: HowRead = HowRead::Connected => "How its balls are read.",
        staff_complete: Option<bool> = None => "Whether the least staff is there, where it was asked (art. 25).",
        rules_shown: Option<bool> = None => "Whether copies of the reglamento are there for the public (art. 32.5).",
        closing_hour: Option<HourOfDay> => "The authorised closing hour, where the permit names one.",
    }
    example r#"{"sala":1,"balls_counted":90,"set":"J1","reserve_set":"J2","seals_whole":true,"installations_work":true,"public_witness":false,"reserve_machine":true,"closing_hour":"04:00"}"#

    /// Signs for the balls of a set, counted by himself: a session opens and closes with it.
    SignCount = "sign-count", &[JefeDeSala], "34.1", "Firmar el recuento de las bolas" {
        set: SetId => "The set.",
        balls_counted: u8 => "How many balls it has.",
    }
    example r#"{"set":"J1","balls_counted":90}"#

    /// Puts a person of the same group in another's post.
    Substitute = "substitute", &[JefeDeSala, JefeDeMesa], "26.2.b, 26.3",
        "Anotar que una persona sustituye a otra en su puesto" {
        post: Role => "The post.",
        person: PersonId => "Who leaves it.",
        stand_in: PersonId => "Who takes it.",
        reason: String => "Why.",
    }
    example r#"{"post":"jefe_de_mesa","person":2,"stand_in":3,"reason":"Indisposición"}"#

    /// Puts another set of balls into the machine.
    ChangeBallSet = "change-ball-set", &[JefeDeSala, JefeDeMesa], "Cat. II, 24.5, 34.1",
        "Cambiar el juego de bolas" {
        set: SetId => "The set.",
        reserve_set: SetId => "The spare set from now on.",
        balls_counted: u8 => "Balls counted: always 90.",
        seals_whole: bool => "The seals of both were whole.",
        reason: String => "Why.",
    }
    example r#"{"set":"J2","reserve_set":"J1","balls_counted":90,"seals_whole":true,"reason":"Bola 7 golpeada"}"#

    /// Draws with another machine from here on, or has the balls read in another way.
    ChangeMachine = "change-machine", &[JefeDeSala, JefeDeMesa], "Cat. II, 24.5, 34.5",
        "Cambiar de máquina, o de cómo se leen las bolas" {
        machine: Option<MachineNo> => "The machine, in a hall that has entered its machines.",
        read: HowRead => "How its balls are read.",
        reason: String => "Why.",
    }
    example r#"{"machine":2,"read":"by_caller","reason":"La máquina 1 no sopla"}"#

    /// Calls the agent of the authority: nothing goes on until he decides.
    CallAuthority = "call-authority", &[JefeDeSala, JefeDeMesa], "34.4",
        "Avisar a la autoridad: nada sigue hasta que decida" {
        cause: String => "Why.",
        balls: Option<u8> = None => "How many balls the set has, where he is called for their count.",
    }
    example r#"{"cause":"La bola 7 está repetida"}"#

    /// Writes down what the agent decided.
    RecordAuthority = "record-authority", &[JefeDeSala], "34.4, 24.6",
        "Anotar lo que decide el agente de la autoridad" {
        agent: String => "The agent's number.",
        goes_on: bool => "The session goes on.",
    }
    example r#"{"agent":"PN 12345","goes_on":true}"#

    /// Closes the session.
    CloseSession = "close-session", &[JefeDeMesa], "37.3", "Cerrar la sesión" {
        balls_counted: u8 => "Balls counted again: always 90.",
        public_witness: bool = false => "One person of the public watched the count (art. 34.1).",
    }
    example r#"{"balls_counted":90,"public_witness":false}"#

    /// Announces that the next game is the last.
    AnnounceLastGame = "announce-last-game", &[JefeDeSala, JefeDeMesa], "32.3, G19",
        "Anunciar que la próxima partida es la última"
    example "{}"

    /// Writes a diligencia.
    WriteDiligencia = "write-diligencia", &[JefeDeSala, JefeDeMesa], "37.4",
        "Escribir una diligencia de incidencia o de reclamación" {
        about: DiligenciaKind => "What it is about.",
        game: Option<GameNo> => "The game it is about, if it is about one.",
        text: String => "Its text, at most 500 characters.",
        claimant: Option<Sealed> => "For a claim: the claimant's name and document, sealed.",
        document: bool => "The claimant gave the number of a document.",
        signed: bool => "The claimant signed on paper.",
    }
    sent {
        about: DiligenciaKind => "What it is about.",
        game: Option<GameNo> => "The game it is about, if it is about one.",
        text: String => "Its text, at most 500 characters.",
        claimant: Option<Claimant> => "Who claims; a `reclamacion` needs it.",
        signed: bool = false => "The claimant signed on paper; a signature on the screen comes afterwards.",
    }
    example r#"{"about":"reclamacion","game":1,"text":"No se oyó la bola 42","claimant":{"name":"Eva Gil","document":"12345678Z"},"signed":true}"#

    /// Writes a note into the session's acta. It has no number and nobody else signs it: what the law wants signed is a
    /// diligencia.
    WriteNote = "write-note", &[JefeDeSala], "24.6", "Anotar algo en el acta de la sesión" {
        text: String => "Its text, at most 500 characters.",
    }
    example r#"{"text":"Visita de mantenimiento del aire acondicionado, de 19:30 a 20:15"}"#

    /// Signs a paper on the screen, or has a claimant sign it. It carries the SHA-256 of what was shown (DECISIONS 28, 45).
    SignPaper = "sign-paper", &[JefeDeSala, JefeDeMesa, Cajero], "37.3, 37.4, DECISIONS 45",
        "Firmar un acta o una diligencia en la pantalla" {
        paper: SignedPaper => "The paper.",
        sha256: [u8; 32] => "SHA-256 of what was shown.",
        role: SignerRole => "As whom.",
        strokes: Sealed => "What was drawn, sealed.",
    }
    sent {
        paper: SignedPaper => "The paper, as in `acta-12` or `diligencia-3`.",
        sha256: [u8; 32] => "SHA-256 of what was shown.",
        role: SignerRole => "As whom; `claimant` for who claims.",
        strokes: Strokes => "What was drawn.",
    }
    example r#"{"paper":"diligencia-3","sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","role":"claimant","strokes":[[[100,400],[700,300],[1300,520],[1900,260]]]}"#

    /// Signs a paper with a key of one's own.
    SignWithKey = "sign-with-key", &[JefeDeSala, JefeDeMesa, Cajero], "37.3, 37.4, DECISIONS 45",
        "Firmar un acta o una diligencia con una clave personal" {
        paper: SignedPaper => "The paper.",
        sha256: [u8; 32] => "SHA-256 of what was shown.",
        role: SignerRole => "As whom.",
        key: [u8; 32] => "The public half of the key.",
        signature: [u8; 64] => "The signature.",
    }
    sent {
        paper: SignedPaper => "The paper, as in `acta-12` or `diligencia-3`.",
        sha256: [u8; 32] => "SHA-256 of what was shown.",
        role: SignerRole => "As whom.",
        key: [u8; 32] => "The public half of the key, Ed25519.",
        signature: [u8; 64] => "The signature over the four lines `bombo-firma/1`, paper, role and SHA-256.",
    }
    example r#"{"paper":"acta-12","sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","role":"jefe_de_mesa","key":"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a","signature":"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"}"#

    /// Adds the scan of a page that was signed on paper.
    AddSignedPage = "add-signed-page", &[JefeDeSala, JefeDeMesa], "37.3, 37.4, DECISIONS 45",
        "Guardar la página escaneada de un acta o una diligencia firmada en papel" {
        paper: SignedPaper => "The paper.",
        sha256: [u8; 32] => "SHA-256 of the paper, as it was shown.",
        roles: Vec<SignerRole> => "Who signed the page.",
        file: String => "The file, within the hall's folder.",
        page_sha256: [u8; 32] => "Its SHA-256.",
    }

    /// Begins a key of one's own, whose secret half is on one's own device.
    EnrolKey = "enrol-key", &[JefeDeSala, JefeDeMesa, Cajero], "37.3, 37.4, DECISIONS 45",
        "Dar de alta una clave personal para firmar" {
        key: [u8; 32] => "The public half.",
    }
    sent {
        key: [u8; 32] => "The public half of the key, Ed25519.",
        proof: [u8; 64] => "A signature of the key over the four lines `bombo-clave/1`, hall, person and key.",
    }
    example r#"{"key":"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a","proof":"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"}"#

    /// Ends a key: one's own, or the jefe de sala anybody's.
    EndKey = "end-key", &[JefeDeSala, JefeDeMesa, Cajero], "37.3, 24.6, DECISIONS 45",
        "Retirar una clave personal: con ella ya no se firma" {
        key: [u8; 32] => "The public half.",
        reason: String => "Why.",
    }
    example r#"{"key":"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a","reason":"Se perdió el teléfono"}"#

    /// Tells the record of a book of actas that the authority has stamped. Actas take its folios when they are issued.
    OpenBook = "open-book", &[JefeDeSala], "37.1, 12.2.e", "Abrir un libro de actas diligenciado" {
        book: String => "Its number or name, as on its cover.",
        authority: String => "Who stamped it.",
        date: Date => "The day of the *diligencia de apertura*.",
        first: u32 => "Its first folio that is free.",
        last: u32 => "Its last folio.",
        face_value as "face_value_cents": Option<Cents> => "Where books are split by face value (37.7), the price of the cards whose games stand in it.",
    }
    example r#"{"book":"12/2026","authority":"Delegación del Gobierno","date":"2026-11-02","first":1,"last":200}"#

    /// Closes a book of actas: its free folios stay empty.
    CloseBook = "close-book", &[JefeDeSala], "37.1, 24.6", "Cerrar un libro de actas" {
        book: String => "The book.",
        reason: String => "Why, in words.",
    }
    example r#"{"book":"12/2026","reason":"Completo"}"#

    /// Makes a copy of an acta that was issued: its bytes, with COPIA on each page.
    CopyActa = "copy-acta", &[JefeDeSala], "37.1, 24.6", "Sacar una COPIA de un acta emitida" {
        session: SessionNo => "The session.",
        reason: String => "For whom, or why.",
    }
    example r#"{"session":12,"reason":"La pide la Delegación del Gobierno"}"#

    /// Looks at the game on sale or in play, which is recorded.
    Inspect = "inspect", &[Inspector, JefeDeSala], "RD 2221/1984 art. 12, R57",
        "Mirar la partida en venta o en juego (inspección)"

    /// Searches the record, which is recorded.
    Search = "search", &[Inspector], "37.5, RD 2221/1984 art. 12", "Buscar en el registro (inspección)" {
        sought: Sought => "What for, as it was understood.",
    }

    /// Gives an inspector a code of eight digits, with which to come in once from a browser.
    GiveInspectionCode = "give-inspection-code", &[JefeDeSala], "24.6, 37.5, DECISIONS 46",
        "Dar a un inspector un código para entrar desde un navegador" {
        person: PersonId => "The inspector.",
    }

    /// Announces a series and opens the sale of the next game.
    OpenSale = "open-sale", &[JefeDeMesa], "24.5, G2", "Anunciar la serie y abrir la venta de la partida" {
        series: SeriesId => "The series.",
        size as "series_size": u32 => "How many cards it has, as announced.",
        face_value as "face_value_cents": Cents => "The price that was announced.",
    }
    example r#"{"series":"A17","series_size":600,"face_value_cents":200}"#

    /// Gives cards to a seller.
    IssueBlock = "issue-block", &[Cajero], "24.4", "Entregar cartones a un vendedor" {
        game: GameNo => "The game.",
        cards: Segment => "The cards.",
        price as "price_cents": Cents => "The price of each: the face value, nothing else (3.5.8).",
        seller: PersonId => "The seller.",
    }
    example r#"{"game":1,"series":"A17","first":301,"last":420,"price_cents":200,"seller":4}"#

    /// Takes cards back unsold.
    ReturnCards = "return-cards", &[Cajero], "24.4", "Recoger cartones no vendidos" {
        game: GameNo => "The game.",
        cards: Segment => "The cards.",
        seller: PersonId => "The seller who had them.",
    }
    example r#"{"game":1,"series":"A17","first":401,"last":420,"seller":4}"#

    /// Moves cards from one seller to another.
    TransferCards = "transfer-cards", &[Cajero], "24.4, 3.5.4", "Pasar cartones de un vendedor a otro" {
        game: GameNo => "The game.",
        cards: Segment => "The cards.",
        from: PersonId => "Who has them.",
        to: PersonId => "Who will.",
    }
    example r#"{"game":1,"series":"A17","first":381,"last":400,"from":4,"to":5}"#

    /// Asks for a gap to be burned.
    AskBurnGap = "ask-burn-gap", &[Cajero, JefeDeMesa, JefeDeSala], "33.3, 26.2.b",
        "Pedir que se inutilicen cartones no hallados" {
        game: GameNo => "The game.",
        cards: Segment => "The cards that are not to be found.",
    }
    example r#"{"game":1,"series":"A17","first":311,"last":315}"#

    /// Agrees to it.
    ConfirmBurnGap = "confirm-burn-gap", &[Cajero, JefeDeMesa, JefeDeSala], "33.3, 26.2.b",
        "Confirmar que se inutilizan cartones no hallados" {
        game: GameNo => "The game.",
        cards: Segment => "The cards, as this person saw them.",
    }
    example r#"{"game":1,"series":"A17","first":311,"last":315}"#

    /// Closes the sale and writes the acta row.
    CloseSale = "close-sale", &[Cajero, JefeDeMesa], "24.4-5, G5",
        "Cerrar la venta y escribir el acta de la partida" {
        game: GameNo => "The game.",
    }
    example r#"{"game":1}"#

    /// Puts the count of sold cards right, aloud, before the line is awarded.
    RectifySale = "rectify-sale", &[JefeDeMesa], "39.3.a", "Rectificar en público los cartones vendidos" {
        game: GameNo => "The game.",
        cards: Segment => "The cards found.",
        found: Found => "Sold or not.",
        seller: PersonId => "Who had or has them.",
    }
    example r#"{"game":1,"series":"A17","first":401,"last":410,"seller":4,"found":"unsold"}"#

    /// Orders the extraction to begin, the totals having been read aloud.
    StartDraw = "start-draw", &[JefeDeMesa], "24.5, G6", "Ordenar el comienzo de la extracción" {
        game: GameNo => "The game.",
    }
    example r#"{"game":1}"#

    /// Asks for the draw to begin without a picture of the ball exit.
    AskWithoutCamera = "ask-without-camera", &[JefeDeMesa], "Cat. IV, 26.2.b",
        "Pedir que la extracción empiece sin imagen de la salida de bolas" {
        game: GameNo => "The game.",
    }
    example r#"{"game":1}"#

    /// Agrees to it.
    ConfirmWithoutCamera = "confirm-without-camera", &[JefeDeMesa, Cajero, JefeDeSala], "Cat. IV, 26.2.b",
        "Confirmar que la extracción empieza sin imagen de la salida de bolas" {
        game: GameNo => "The game.",
    }
    example r#"{"game":1}"#

    /// *I read this number on the ball and said it* (DECISIONS 26).
    Announce = "announce", &[VendedorLocutor, JefeDeMesa], "24.4, N3", "Anunciar una bola" {
        game: GameNo => "The game.",
        ordinal: Ordinal => "The ball's place.",
        ball: Ball => "The ball.",
        typed: bool = false => "The number was typed, not just confirmed: *no es esa bola*, or the hall's habit.",
    }
    example r#"{"game":1,"ordinal":1,"ball":34,"typed":false}"#

    /// Puts right, aloud, a number that was said wrong.
    RectifyAnnouncement = "rectify-announcement", &[JefeDeMesa], "Cat. V",
        "Rectificar un número mal anunciado" {
        game: GameNo => "The game.",
        ordinal: Ordinal => "The ball's place.",
        said: Ball => "What had been said.",
    }
    example r#"{"game":1,"ordinal":12,"said":43}"#

    /// Puts right, aloud, a ball that the caller read or keyed wrong, before the next comes out and before anybody sings.
    RectifyReading = "rectify-reading", &[VendedorLocutor, JefeDeMesa], "Cat. V",
        "Rectificar una bola mal leída por el locutor" {
        game: GameNo => "The game.",
        ordinal: Ordinal => "The ball's place.",
        ball: Ball => "What the ball is.",
    }
    example r#"{"game":1,"ordinal":12,"ball":34}"#

    /// PARADA.
    Stop = "stop", &[VendedorLocutor, JefeDeMesa, Cajero, JefeDeSala], "G10", "Parar la extracción" {
        game: GameNo => "The game.",
        announced: u8 => "How many balls were announced, as the person saw it.",
        pressed_at_utc_ms: Option<u64> => "When it was pressed, as the desk's clock would have told it then, UTC milliseconds (ADR 74). Without it the stop counts from when it comes in.",
        pressed_within_ms: Option<u32> => "By how much that may have been earlier or later, in milliseconds.",
    }
    example r#"{"game":1,"announced":12,"pressed_at_utc_ms":1795302000120,"pressed_within_ms":3}"#

    /// A card was sung.
    Claim = "claim", &[VendedorLocutor, JefeDeMesa], "G10", "Comprobar un cartón cantado" {
        game: GameNo => "The game.",
        play: Play => "Line or bingo.",
        card: Presented => "The card.",
    }
    example r#"{"game":1,"play":"line","series":"A17","card":301}"#

    /// Accepts a good verdict.
    AcceptClaim = "accept-claim", &[JefeDeMesa], "33.8", "Dar por bueno un canto correcto" {
        game: GameNo => "The game.",
        claim: ClaimNo => "The claim.",
    }
    example r#"{"game":1,"claim":1}"#

    /// Rejects the card of a good verdict.
    RejectClaim = "reject-claim", &[JefeDeMesa], "33.7, 33.8", "Rechazar el cartón de un canto correcto" {
        game: GameNo => "The game.",
        claim: ClaimNo => "The claim.",
        reason: RejectReason => "Why.",
    }
    example r#"{"game":1,"claim":1,"reason":"manipulated"}"#

    /// Asks «¿Alguna línea más? ¿Algún bingo más?».
    AskQuestion = "ask-question", &[JefeDeMesa], "G12", "Preguntar si hay alguna línea o algún bingo más" {
        game: GameNo => "The game.",
        stop: StopNo => "The stop.",
    }
    example r#"{"game":1,"stop":1}"#

    /// Orders the extraction to go on.
    GoOn = "go-on", &[JefeDeMesa], "G12", "Ordenar que siga la extracción" {
        game: GameNo => "The game.",
        stop: StopNo => "The stop.",
    }
    example r#"{"game":1,"stop":1}"#

    /// After a restart: says the last announced ball by its number, as the panel or the rack has it, and orders the draw to go on.
    GoOnAfterRestart = "go-on-after-restart", &[JefeDeMesa], "NL8, G12",
        "Confirmar por su número la última bola, tras un reinicio, y ordenar que siga la extracción" {
        game: GameNo => "The game.",
        stop: StopNo => "The stop.",
        last: Ball => "The last announced ball, as read in the hall; another one is a HOLD.",
    }
    example r#"{"game":1,"stop":1,"last":45}"#

    /// Orders the game to end.
    EndGame = "end-game", &[JefeDeMesa], "G12", "Dar la orden de cierre de la partida" {
        game: GameNo => "The game.",
        stop: StopNo => "The stop.",
    }
    example r#"{"game":1,"stop":2}"#

    /// Pays a prize.
    PayPrize = "pay-prize", &[Cajero], "24.4, 35.6", "Pagar un premio contra el cartón" {
        game: GameNo => "The game.",
        prize: PrizeNo => "The prize.",
        card: Presented => "The winning card, handed over.",
    }
    example r#"{"game":1,"prize":1,"code":"B1:A17:301:0123456789ABCDEF"}"#

    /// Keeps a prize back.
    WithholdPrize = "withhold-prize", &[JefeDeMesa, JefeDeSala], "39.2.g", "Retener un premio" {
        game: GameNo => "The game.",
        prize: PrizeNo => "The prize.",
        reason: String => "Why.",
    }
    example r#"{"game":1,"prize":1,"reason":"Dos personas reclaman el cartón"}"#

    /// Makes a prize that was kept back due again.
    ReleasePrize = "release-prize", &[JefeDeSala], "24.6, 35.4", "Levantar la retención de un premio" {
        game: GameNo => "The game.",
        prize: PrizeNo => "The prize.",
        reason: String => "How the dispute ended.",
    }
    example r#"{"game":1,"prize":1,"reason":"Se identifica a la persona titular"}"#

    /// Asks for the game to be void.
    AskVoid = "ask-void", &[JefeDeMesa], "Cat. V, 36", "Pedir la anulación de la partida" {
        game: GameNo => "The game.",
        cause: String => "Why.",
    }
    example r#"{"game":1,"cause":"Avería sin arreglo"}"#

    /// Confirms it.
    ConfirmVoid = "confirm-void", &[JefeDeSala], "24.6",
        "Confirmar la anulación de la partida, con la causa que se pidió" {
        game: GameNo => "The game.",
        cause: String => "Why, as this person read it (DECISIONS 28).",
    }
    example r#"{"game":1,"cause":"Avería sin arreglo"}"#

    /// Refunds cards of a void game.
    RefundCards = "refund-cards", &[Cajero], "36.1",
        "Devolver el importe de cartones de una partida anulada" {
        game: GameNo => "The game.",
        cards: Segment => "The cards handed in.",
    }
    example r#"{"game":1,"series":"A17","first":301,"last":306}"#

    /// Suspends the game for a failure before the first ball (36.1).
    SuspendGame = "suspend-game", &[JefeDeMesa, JefeDeSala], "36.1",
        "Suspender provisionalmente la partida antes de la primera bola (36.1)" {
        game: GameNo => "The game.",
        cause: String => "What failed.",
    }
    example r#"{"game":1,"cause":"No hay sonido"}"#

    /// Ends the suspension: it was put right in time.
    LiftSuspension = "lift-suspension", &[JefeDeMesa, JefeDeSala], "36.1",
        "Levantar la suspensión provisional" {
        game: GameNo => "The game.",
    }
    example r#"{"game":1}"#

    /// *I have read this paragraph of article 36 aloud.*
    ReadParagraph = "read-paragraph", &[VendedorLocutor, JefeDeMesa, JefeDeSala], "36.3",
        "Hacer constar que se ha leído en voz alta un apartado del artículo 36" {
        game: GameNo => "The game.",
        paragraph: Paragraph => "Which.",
        text_sha256: Option<[u8; 32]> = None => "SHA-256 of the text that was read, as it was shown; left out, of the one that the hall has.",
    }
    example r#"{"game":1,"paragraph":"36.2"}"#

    /// Keys the ball that was drawn by hand, or that the caller reads; whose word it takes besides says 36.2, or the profile.
    KeyBall = "key-ball", &[VendedorLocutor, JefeDeMesa, Cajero, JefeDeSala], "36.2, DECISIONS 36",
        "Teclear una bola que lee una persona" {
        game: GameNo => "The game.",
        ordinal: Ordinal => "The ball's place.",
        ball: Ball => "The ball.",
        again: bool = false => "In a draw that the caller reads: it puts right what the same person had keyed for this place.",
    }
    example r#"{"game":1,"ordinal":42,"ball":16}"#

    /// Types in the sheet of a game that was finished on paper.
    AskTranscription = "ask-transcription", &[JefeDeMesa, Cajero, JefeDeSala], "26.2.b, 37.1",
        "Transcribir la hoja de una partida terminada en papel" {
        game: GameNo => "The game.",
        lines: Vec<PaperLine> => "The sheet.",
    }
    example r#"{"game":1,"lines":[{"is":"ball","ball":16},{"is":"sung","play":"bingo","series":"A17","card":301,"answer":"good"},{"is":"end"},{"is":"paid","play":"bingo","series":"A17","card":301}]}"#

    /// Types it in again, the second person.
    ConfirmTranscription = "confirm-transcription", &[JefeDeMesa, Cajero, JefeDeSala], "26.2.b, 37.1",
        "Transcribir la misma hoja, la segunda persona" {
        game: GameNo => "The game.",
        lines: Vec<PaperLine> => "The sheet, as this person reads it.",
    }
    example r#"{"game":1,"lines":[{"is":"ball","ball":16}]}"#

    /// ALTO by hand.
    RaiseHold = "raise-hold", &[VendedorLocutor, JefeDeMesa, Cajero, JefeDeSala], "34.4",
        "Poner la partida en ALTO" {
        game: GameNo => "The game.",
        reason: String => "Why.",
    }
    example r#"{"game":1,"reason":"Bola en el suelo"}"#

    /// Proposes a way out of a hold.
    AskHoldExit = "ask-hold-exit", &[JefeDeMesa, Cajero, JefeDeSala], "26.2.b, 34.4",
        "Proponer una salida del ALTO" {
        game: GameNo => "The game.",
        hold: HoldNo => "The hold.",
        exit: HoldExit => "The way out.",
    }
    example r#"{"game":1,"hold":1,"exit":"misread","ordinal":12,"ball":34}"#

    /// Agrees to the proposed way out.
    ConfirmHoldExit = "confirm-hold-exit", &[JefeDeMesa, Cajero, JefeDeSala], "26.2.b, 34.4",
        "Confirmar la salida del ALTO" {
        game: GameNo => "The game.",
        hold: HoldNo => "The hold.",
        exit: HoldExit => "The way out, as this person saw it.",
    }
    example r#"{"game":1,"hold":1,"exit":"repaired"}"#
    } };
}
