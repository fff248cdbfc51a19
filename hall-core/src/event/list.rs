//! Every event, once: what it says, what it is called on disk, and under which name each field stands there.
//!
//! A row is
//!
//! ```text
//! /// What became true.
//! Variant = "kind on disk" {
//!     field: Type => "What it is.",
//!     field as "name on disk": Type => "What it is.",
//! }
//! ```
//!
//! What is on disk is frozen, and golden files hold it. A field that is renamed in Rust gets its old name behind `as`; a kind
//! whose fields change gets `in 2` behind its name, and how its old version is read goes to `record/v1.rs` (ADR 31). The
//! fields stand in their order on disk.

/// Hands the list to the macro of this name: events that belong to no game; those of a game, which have the field `game`
/// before all others; those of sets of balls and of the second reader, which are enums of their own within
/// [`Event`](super::Event). The enums are made of it, and their encoding (`record/newest.rs`).
macro_rules! events {
    ($make:ident) => { $make! {
no_game {
    /// The hall's record began: `hall-server init`.
    HallFounded = "hall_founded" in 6 {
        name: String => "The hall's name, as on its cards.",
        zone: String => "The IANA zone of its clock, as in \"Europe/Madrid\".",
        profile_sha256: [u8; 32] => "SHA-256 of the profile's file.",
        rules: Rules => "The rules, with the hall's own values as signed.",
    }
    /// The server started and has read the record.
    ServerStarted = "server_started" {
        version: String => "The program's version.",
    }
    /// The server stopped in order (R44).
    ServerStopped = "server_stopped" {
        power_failing: bool => "It was the signal of a failing power supply.",
    }
    /// The record goes on after lines of it were lost, from a copy, or on another computer (DECISIONS 40, 41). Always the
    /// first line after what is left. Every token ends, and no sale opens until the numbering is known.
    EpochBegun = "epoch_begun" {
        epoch: u32 => "Its number, from 2; the hall was founded in 1.",
        cause: EpochCause => "Why.",
        lost_to: Option<u64> => "The last line known to be lost: those from this one's number to it were in force. None where nobody knows of any.",
        people: Vec<PersonId> => "The two who answer for it.",
    }
    /// The record goes on in a new file: this is its first line, and those before it are in an archive.
    RecordArchived = "record_archived" {
        first: u64 => "The first line in the archive.",
        last: u64 => "The last one, after which this one comes.",
        head: [u8; 32] => "The hash of that line.",
        file: String => "The archive's name, within the folder of the archives.",
        sha256: [u8; 32] => "SHA-256 of that file.",
    }
    /// The last numbers given, as a person reads them from the paper.
    NumberingAsked = "numbering_asked" {
        numbering: Numbering => "The numbers.",
    }
    /// A second person read the same numbers: the hall goes on after them.
    NumberingSet = "numbering_set" {
        numbering: Numbering => "The numbers.",
        asked_by: PersonId => "Who read them first.",
    }
    /// The clock jumped against the monotonic one: times before and after cannot be subtracted (R48).
    ClockStepped = "clock_stepped" {
        back: bool => "It went back.",
        by_ms: u64 => "By how much, in milliseconds.",
    }
    /// Somebody said what hour it is, after a start with a clock hours before the record's last line (E 57).
    ClockConfirmAsked = "clock_confirm_asked" {
        said: LocalTime => "The day and hour by the person's own watch.",
    }
    /// Another person said so too: the server's clock is right, and the hall goes on.
    ClockConfirmed = "clock_confirmed" {
        said: LocalTime => "The day and hour by this person's watch.",
        asked_by: PersonId => "Who had said it first.",
    }
    /// A camera of the hall began to show its post, or ceased to (Cat. IV).
    CameraChanged = "camera_changed" {
        camera: CameraPost => "The camera, by what it looks at.",
        sight: Sight => "What it shows now.",
        game: Option<GameNo> => "The game in whose draw it happened.",
    }
    /// What a camera filmed in the draw of a game is whole (Cat. IV).
    FilmKept = "film_kept" {
        game: GameNo => "The game.",
        camera: CameraPost => "The camera.",
        pictures: u32 => "How many pictures.",
        sha256: [u8; 32] => "SHA-256 of the film: the pictures one after the other.",
    }
    /// What the hall's microphones heard round a stop was kept: who sang first, and before which ball.
    SoundKept = "sound_kept" {
        game: GameNo => "The game.",
        stop: StopNo => "The stop.",
        before_ms: u32 => "How much of it is before the stop, milliseconds.",
        sha256: [u8; 32] => "SHA-256 of the WAV.",
    }
    /// Film, sound and pictures of old games are deleted, as the hall's settings say (RGPD 5.1.e).
    FilmDeleted = "film_deleted" {
        first: GameNo => "The first game.",
        last: GameNo => "The last.",
        days: u32 => "For how many days film is kept.",
    }
    /// Somebody asked for sessions to take away, before a byte of them left the hall (DECISIONS 44).
    ExportAsked = "export_asked" {
        export: u32 => "Its number in the hall, from 1.",
        first: SessionNo => "The first session.",
        last: SessionNo => "The last session.",
        names: bool => "With names of the staff.",
        documents: bool => "With names and documents of those who made a claim.",
        signatures: bool => "With drawn signatures, and pages that were signed on paper.",
    }
    /// The export is whole.
    ExportMade = "export_made" {
        export: u32 => "Its number.",
        place: String => "Where it was put.",
        first as "first_line": u64 => "Its first line.",
        last as "last_line": u64 => "Its last line.",
        manifest_sha256: [u8; 32] => "SHA-256 of its manifest, which names every other file of it with its hash.",
    }
    /// The export was not made, or is not whole.
    ExportFailed = "export_failed" {
        export: u32 => "Its number.",
        words: String => "Why, in words.",
    }
    /// Somebody had the spare rehearse: whether it could take the hall over (DECISIONS 41).
    RehearsalAsked = "rehearsal_asked" {
        rehearsal: u32 => "Its number in the hall, from 1.",
    }
    /// The spare made of its own record the same hall as this server has.
    RehearsalPassed = "rehearsal_passed" {
        rehearsal: u32 => "Its number.",
        spare: String => "Where the spare listens.",
        seq as "line": u64 => "The line up to which both were compared.",
        hash: [u8; 32] => "The hash of that line, on both.",
        hall_sha256: [u8; 32] => "SHA-256 of the hall that both made of it.",
        millis: u64 => "How long the spare needed, in milliseconds.",
    }
    /// The spare could not take the hall over, as it is.
    RehearsalFailed = "rehearsal_failed" {
        rehearsal: u32 => "Its number.",
        words: String => "Why, in words.",
    }
    /// A value that is kept outside the record got the day on which it is deleted.
    DeletionSet = "deletion_set" {
        value: u64 => "The row of `sealed`.",
        days: u32 => "For how many days after the line that cites it the hall keeps such values.",
        after_utc_ms: u64 => "From when on it is deleted, UTC milliseconds.",
    }
    /// Values that are kept outside the record were deleted with this line. What cites them stays.
    ValuesDeleted = "values_deleted" {
        values: Vec<u64> => "The rows of `sealed`.",
        why: DeletionWhy => "Why.",
    }
    /// What was asked in some lines has a hash from now on: of each request the first and the last line and the hash of its body.
    RequestsDigested = "requests_digested" {
        first: u64 => "The first line.",
        last: u64 => "The last line.",
        requests: u32 => "How many requests begin in these lines.",
        sha256: [u8; 32] => "SHA-256 over them, in their order: first and last line, eight bytes big-endian each, and the hash of the body.",
    }
    /// The hall signs its checkpoints with this key from here on.
    SigningKeyBegun = "signing_key_begun" {
        key: [u8; 32] => "The public half, Ed25519.",
        before: Option<[u8; 32]> => "The one that it had before, if it had one.",
    }
    /// A screen, or a server of somebody else, signs under this name that it saw a checkpoint.
    WitnessMet = "witness_met" {
        name: String => "Its name, as in its signatures.",
        key: [u8; 32] => "The public half of its key, Ed25519.",
    }
    /// The key of the 2-D codes was made.
    CardKeyMade = "card_key_made" {
        key: Sealed => "32 bytes.",
    }
    /// A person joined the staff.
    PersonAdded = "person_added" in 2 {
        person: PersonId => "The person's number.",
        roles: Vec<Role> => "What the person may do.",
        identity: Sealed => "User and name, and document where there is one, as JSON.",
        pin: Sealed => "The PIN's argon2id hash.",
        card_until: Option<Date> => "The last day of the professional card.",
        first_pin: bool => "Somebody else chose the PIN: it opens nothing but its own change. Before version 2 none was.",
    }
    /// The roles, the name or the document of a person changed.
    PersonChanged = "person_changed" {
        person: PersonId => "Who.",
        roles: Vec<Role> => "What the person may do from here on.",
        identity: Sealed => "As in [`PersonAdded`](Event::PersonAdded), from here on.",
        card_until: Option<Date> => "The last day of the professional card.",
    }
    /// A person chose another PIN: the log-ins at other devices end.
    PinChanged = "pin_changed" {
        person: PersonId => "Who.",
        pin: Sealed => "The PIN's argon2id hash.",
    }
    /// A person was given a PIN, which opens nothing but its own change: the log-ins of the person end.
    PinReset = "pin_reset" {
        person: PersonId => "Whose PIN.",
        pin: Sealed => "The PIN's argon2id hash.",
        at_server: bool => "It was given at the server's own computer, without a log-in: nobody else could.",
    }
    /// A person left the staff: the log-ins end.
    PersonDismissed = "person_dismissed" {
        person: PersonId => "Who.",
        reason: String => "Why, as typed.",
    }
    /// A person is back on the staff, with a PIN as in [`PinReset`](Event::PinReset).
    PersonTakenBack = "person_taken_back" {
        person: PersonId => "Who.",
        pin: Sealed => "The PIN's argon2id hash.",
    }
    /// A person logged in.
    LoggedIn = "logged_in" {
        person: PersonId => "Who.",
        token: Sealed => "SHA-256 of the token, in hex.",
    }
    /// A person logged out.
    LoggedOut = "logged_out" {
        person: PersonId => "Who.",
    }
    /// A log-in ended without its person: a jefe de sala ended it, it had lasted as long as one may, or another session was opened
    /// than the one it was made in.
    LogInEnded = "log_in_ended" {
        person: PersonId => "Whose.",
        device: String => "At which device.",
        why: LogInEnd => "Why.",
    }
    /// A device of the hall. From the first desk on nobody logs in anywhere else, and the first ends the log-ins elsewhere.
    DeviceEnrolled = "device_enrolled" in 2 {
        device: DeviceNo => "The number of the enrolment.",
        name: String => "Its name, as it stands in the lines that are asked for at it.",
        post: DevicePost => "What it is for. Before version 2 each was a desk.",
        key_sha256: [u8; 32] => "SHA-256 of the key that it keeps, in hex: of its text, or of a certificate's public key.",
    }
    /// A device is the hall's no more: the log-ins at it end.
    DeviceRevoked = "device_revoked" {
        device: DeviceNo => "The number of the enrolment.",
        at_server: bool => "At the server's own computer, without a log-in: no device was left at which anybody could.",
    }
    /// Somebody asked that the hall be played under another regulation from the next session on (DECISIONS 39).
    RulesAsked = "rules_asked" {
        rules: Rules => "The rules, as read from the profile.",
        profile: String => "The profile's text, whole.",
        profile_sha256: [u8; 32] => "SHA-256 of that text.",
        reason: String => "Why, in words.",
    }
    /// A second person agreed: the rules asked for last are those of the next session on or after their first day.
    RulesAdopted = "rules_adopted" {
        profile_sha256: [u8; 32] => "SHA-256 of the profile's text.",
        asked_by: PersonId => "Who had asked for them.",
    }
    /// The hall gave its copy of article 36, whole, from the official text: it is read aloud from here on (36.3).
    Article36Given = "article_36_given" {
        text: String => "The text, its lines ended by line feeds but for the last.",
        sha256: [u8; 32] => "SHA-256 of the text.",
    }
    /// A person of the staff is in the hall from now on.
    ShiftBegun = "shift_begun" {
        person: PersonId => "Who.",
    }
    /// A person of the staff has gone.
    ShiftEnded = "shift_ended" {
        person: PersonId => "Who.",
        missing: StaffCount => "Whom the staff now lacks of the least that the law wants (art. 25); nobody while no session is open.",
    }
    /// Log-ins failed: one line a minute for each user, and one for all names that are nobody's.
    LoginRefused = "login_refused" {
        tries: u32 => "How many since the last such line; in records of before ADR 84, how many in a row on one device.",
    }
    /// Somebody tried what the law keeps apart, and was refused: one line a minute for each person and sort of it.
    RefusalNoted = "refusal_noted" {
        person: PersonId => "Who.",
        request: String => "What was asked, by its name.",
        why: RefusedWhy => "Why it leaves a line.",
    }
    /// A matrix was generated.
    MatrixMade = "matrix_made" in 2 {
        matrix: MatrixNo => "Its number.",
        size: u32 => "How many cards it has.",
        options as "cards": MatrixOptions => "What cards they are; before version 2 of the encoding always [`MatrixOptions::PLAIN`].",
        generator: u32 => "The version of the generator; 1 is that of `docs/cards.md`.",
        mixed: Option<Mixed> => "What people added to the randomness of the key.",
        key: Sealed => "The key, 16 bytes.",
        key_sha256: [u8; 32] => "SHA-256 of the key, for the later reveal.",
        faces_sha256: [u8; 32] => "SHA-256 of all its faces.",
    }
    /// A matrix made by others was taken in, every card of it checked.
    MatrixImported = "matrix_imported" {
        matrix: MatrixNo => "Its number.",
        size: u32 => "How many cards it has.",
        maker: String => "Who made it, in words.",
        file_sha256: [u8; 32] => "SHA-256 of the file it came in.",
        faces: Sealed => "Its faces: for each card its rank, eight bytes big-endian.",
        faces_sha256: [u8; 32] => "SHA-256 of all its faces.",
    }
    /// A matrix was taken out of use: its cards are not sold, and its key may be known.
    MatrixRetired = "matrix_retired" {
        matrix: MatrixNo => "The matrix.",
        reason: String => "Why, in words.",
    }
    /// A public draw was announced that makes the key of the next matrix, with all that could be chosen afterwards.
    KeyDrawAnnounced = "key_draw_announced" {
        matrix: MatrixNo => "The matrix that it makes.",
        size: u32 => "How many cards it will have.",
        options as "cards": MatrixOptions => "What cards they will be.",
        draw: String => "Which draw, in words.",
        date: Date => "The day of the draw, after that of this line.",
        seed: Sealed => "The system's part of the key, 32 bytes.",
        seed_sha256: [u8; 32] => "SHA-256 of the system's part.",
    }
    /// An announced draw makes no matrix.
    KeyDrawGivenUp = "key_draw_given_up" {
        matrix: MatrixNo => "The matrix that it would have made.",
        reason: String => "Why, in words.",
    }
    /// Whether every matrix that the hall makes comes from an announced draw.
    KeyDrawsRequired = "key_draws_required" {
        required: bool => "It does, from here on.",
        reason: String => "Why, in words.",
    }
    /// A series over a matrix came into the hall's stock.
    SeriesReceived = "series_received" in 2 {
        series: SeriesId => "Its name.",
        matrix: MatrixNo => "The matrix it is printed from.",
        face_value as "face_value_cents": Cents => "Its price.",
        cards: Option<u32> => "How many cards it has, from number 1 of the matrix; where nothing is said, all of them.",
    }
    /// Cards of a series were printed. Only in older records, before [`Event::PrintingOrdered`].
    SeriesPrinted = "series_printed" {
        series: SeriesId => "The series.",
        pages: u32 => "How many pages.",
        sha256: [u8; 32] => "SHA-256 of the PDF.",
    }
    /// Cards of a series were ordered to be printed.
    PrintingOrdered = "printing_ordered" {
        printing: PrintingNo => "The printing.",
        cards: Segment => "The cards.",
        template: String => "The template, by its name.",
        copy: u32 => "1 for the first paper of these cards; what is printed again is marked COPIA.",
    }
    /// The pages are on disk.
    PrintingDone = "printing_done" {
        printing: PrintingNo => "The printing.",
        file: String => "The file, within the hall's folder.",
        pages: u32 => "How many pages.",
        sha256: [u8; 32] => "SHA-256 of the file.",
    }
    /// A printing was cancelled or failed.
    PrintingStopped = "printing_stopped" {
        printing: PrintingNo => "The printing.",
        why: PrintingStop => "Why.",
    }
    /// A set of balls was entered.
    BallSetRegistered = "ball_set_registered" in 2 {
        set: SetId => "Its name, as the machine gives it.",
        extractor: Extractor => "What machine it is for.",
        homologation: String => "The reference of its homologation.",
        maker: Option<String> => "Who made it, in words; not asked for before version 2 of the encoding.",
        reference: Option<String> => "Its serial number, or the invoice it came with.",
    }
    /// A machine of the hall was entered, with the reference of its homologation (Catálogo II).
    MachineRegistered = "machine_registered" {
        machine: MachineNo => "Its number in the hall.",
        extractor: Extractor => "What sort it is.",
        homologation: String => "The reference of its homologation.",
        maker: Option<String> => "Who made it, in words.",
        reference: Option<String> => "Its serial number.",
    }
    /// Diligencia de comienzo (art. 37.3).
    SessionOpened = "session_opened" in 6 {
        session: SessionNo => "Its number.",
        date: Date => "The local date of its opening (DECISIONS 32).",
        mesa: PersonId => "The jefe de mesa, who opened it.",
        sala: PersonId => "The jefe de sala, who counted the balls.",
        check: OpeningCheck => "What was checked.",
        rules: Rules => "The rules of the day, whole.",
        profile_sha256: [u8; 32] => "SHA-256 of the profile's file.",
    }
    /// The rest of the opening check-list.
    OpeningCompleted = "opening_completed" in 2 {
        session: SessionNo => "The session.",
        reserve_machine: bool => "A spare drum or machine is in the hall (art. 34.5, 39.1.b).",
        closes: Option<LocalTime> => "The local day and hour at which the hall has to close; no sale opens after it (32.3, G19).",
        closes_at_utc_ms: Option<u64> => "The same as an instant, UTC milliseconds; of two, the first. Not written before version 2 of the encoding.",
    }
    /// Who was in the hall at the opening, in a hall that counts its staff or has noted somebody (art. 25, 26.2.b).
    StaffCounted = "staff_counted" {
        session: SessionNo => "The session.",
        people: Vec<PersonId> => "Those in the hall, ascending.",
        missing: StaffCount => "Whom the staff lacks of the least that the law wants.",
    }
    /// Who signed the opening, and what was answered about staff and reglamento (art. 25, 32.5, 37.3).
    OpeningSigned = "opening_signed" {
        session: SessionNo => "The session.",
        by: PersonId => "The jefe de mesa, who signs it.",
        rules_by: Vec<PersonId> => "Who answers for the rules it is played under: the jefe de sala of the founding, or the two who adopted them.",
        staff_complete: Option<bool> => "The least staff is there; none where nobody was asked.",
        rules_shown: Option<bool> => "Copies of the reglamento are there for the public; none where nobody was asked.",
    }
    /// The roles of somebody in the hall changed while a session is open, and the staff lacks another number since (art. 25, 26.2.b).
    StaffLacks = "staff_lacks" {
        session: SessionNo => "The session.",
        person: PersonId => "Whose roles changed.",
        missing: StaffCount => "Whom the staff lacks of the least that the law wants; nobody where it is whole again.",
    }
    /// With which machine the session draws from here on, and how its balls are read (DECISIONS 36). Where it was never said,
    /// they are read by the machine.
    MachineTaken = "machine_taken" {
        session: SessionNo => "The session.",
        machine: Option<MachineNo> => "The machine; none in a hall that has entered none.",
        read: HowRead => "How its balls are read.",
        reason: Option<String> => "Why it was changed, in words; none at the opening.",
    }
    /// A person takes the post of another of the same group, a or b (26.2.b).
    SubstitutionMade = "substitution_made" {
        session: SessionNo => "The session.",
        post: Role => "The post.",
        person: PersonId => "Who leaves it.",
        stand_in: PersonId => "Who takes it.",
        reason: String => "Why, in words.",
    }
    /// Another set of balls went into the machine (Catálogo II).
    BallSetChanged = "ball_set_changed" {
        session: SessionNo => "The session.",
        from: SetId => "The set that was in it.",
        to: SetId => "The set that is in it.",
        reserve_set: SetId => "The spare set from now on.",
        balls_counted: u8 => "Balls counted. Always 90.",
        reason: String => "Why, in words.",
    }
    /// The agent of the authority was called: nothing is drawn or sold until he decides (34.4).
    AuthorityCalled = "authority_called" in 2 {
        session: SessionNo => "The session.",
        game: Option<GameNo> => "The game that stands still, if there is one.",
        cause: String => "Why, in words.",
        about: Option<Doubt> => "The doubt that he is called for. Not written before version 2.",
    }
    /// The agent decided; his own acta says why.
    AuthorityDecided = "authority_decided" in 2 {
        session: SessionNo => "The session.",
        game: Option<GameNo> => "The game that stood still, if there is one.",
        agent: String => "The agent's number.",
        goes_on: bool => "The session goes on; otherwise it ends, and a running game with it.",
        about: Option<Doubt> => "The doubt that this answers, and no other. Not written before version 2.",
    }
    /// Diligencia de cierre.
    SessionClosed = "session_closed" {
        session: SessionNo => "Its number.",
        balls_counted: u8 => "Balls counted again (art. 34.1). Always 90.",
        public_witness: bool => "One person of the public watched the count.",
        prizes_pending: u32 => "Prizes still due or withheld.",
        amount_pending as "amount_pending_cents": Cents => "Their amount.",
    }
    /// The next game was announced as the last of the session (G19).
    LastGameAnnounced = "last_game_announced" {
        session: SessionNo => "The session.",
    }
    /// A diligencia was written (art. 37.4).
    DiligenciaWritten = "diligencia_written" in 2 {
        diligencia: u32 => "Its number in the hall, from 1.",
        about: DiligenciaKind => "What it is about.",
        game: Option<GameNo> => "The game it is about, if it is about one.",
        text: String => "Its text.",
        claimant: Option<Sealed> => "For a claim: the claimant's name and document, as JSON.",
        document: bool => "The claimant gave the number of a document; before version 2 of the encoding whoever claimed.",
        signed: bool => "The claimant signed on paper when it was written. Without signature and document a claim lacks value; the signature may come later.",
    }
    /// Somebody signed a paper.
    PaperSigned = "paper_signed" {
        signature: u32 => "Its number in the hall, from 1.",
        paper: SignedPaper => "The paper.",
        sha256: [u8; 32] => "SHA-256 of exactly what was shown: an acta's file, a diligencia's text.",
        role: SignerRole => "As whom.",
        person: Option<PersonId> => "Who; none for those who are not on the staff.",
        how: Signed => "How.",
    }
    /// A person signs with this key from here on. Its secret half is on the person's own device.
    PersonKeyEnrolled = "person_key_enrolled" {
        person: PersonId => "Who.",
        key: [u8; 32] => "The public half, Ed25519.",
    }
    /// Nothing is signed with this key any more. What was signed with it stays.
    PersonKeyEnded = "person_key_ended" {
        person: PersonId => "Whose it is.",
        key: [u8; 32] => "The public half.",
        reason: String => "Why, in words.",
    }
    /// The jefe de sala wrote a note for the acta.
    NoteWritten = "note_written" {
        text: String => "Its text.",
    }
    /// An inspector looked at the game on sale or in play (RD 2221/1984 art. 12).
    InspectionMade = "inspection_made" {
        game: Option<GameNo> => "The game, if there was one.",
    }
    /// An inspector searched the record.
    SearchMade = "search_made" {
        sought: Sought => "What for: the kind of what was found first, or as the text was understood where nothing was.",
    }
    /// The jefe de sala gave an inspector a code, to come in once with it from a browser. It is in memory alone.
    InspectionCodeGiven = "inspection_code_given" {
        person: PersonId => "The inspector.",
    }
    /// The acta of a session was put on disk as a PDF.
    ActaIssued = "acta_issued" {
        session: SessionNo => "The session.",
        file: String => "The file, within the hall's folder.",
        sha256: [u8; 32] => "SHA-256 of the file.",
        covers_seq: u64 => "The last line of the record it covers.",
    }
    /// An authority of another house said when it saw the checkpoint of a session's close (RFC 3161).
    TimeStamped = "time_stamped" {
        session: SessionNo => "The session.",
        size: u64 => "How many lines the checkpoint covers.",
        note_sha256: [u8; 32] => "SHA-256 of the checkpoint's note as the hall signed it: what was stamped.",
        authority: String => "Whose the certificate is.",
        stamped_at_utc_ms: u64 => "When, by its clock, UTC milliseconds.",
        file: String => "The stamp as it came, within the hall's folder.",
        sha256: [u8; 32] => "SHA-256 of the file.",
    }
    /// A book of actas, stamped by the authority, is used from here on, behind one that is open already (37.1, 12.2.e).
    BookOpened = "book_opened" {
        book: String => "Its number or name.",
        authority: String => "Who stamped it (*diligencia de apertura*).",
        date: Date => "The day of that.",
        first: u32 => "Its first folio that is free.",
        last: u32 => "Its last folio.",
    }
    /// The acta that was just issued stands on these folios of a book; one line for each book that it is in.
    FoliosTaken = "folios_taken" {
        session: SessionNo => "The session.",
        book: String => "The book.",
        first: u32 => "The first folio.",
        last: u32 => "The last folio.",
    }
    /// No acta comes into a book any more (*diligencia de cierre* of the book).
    BookClosed = "book_closed" {
        book: String => "The book.",
        left: u32 => "How many of its folios stay empty.",
        reason: String => "Why, in words.",
    }
    /// The book that was just opened has the games of cards of one price only (*libros diversificados*, 37.7).
    BookKeptFor = "book_kept_for" {
        book: String => "The book.",
        face_value as "face_value_cents": Cents => "The price of a card.",
    }
    /// Somebody was given a copy of an acta that was issued: its bytes, marked COPIA (37.1, ADR 54).
    ActaCopied = "acta_copied" {
        session: SessionNo => "The session.",
        copy: u32 => "Which copy of this acta it is, from 1.",
        reason: String => "For whom, or why.",
    }
    /// A ball came out that is no part of a draw.
    BallSetAside = "ball_set_aside" {
        number: u8 => "The number as the machine gave it.",
        why: SetAside => "Why.",
        boot: BootId => "The machine's power-up.",
        seq as "frame": u32 => "The frame.",
    }
    /// A reading that is no new ball of the game: the same presence again, a repeat, a number out of range, a foreign
    /// set.
    ReadingNotCounted = "reading_not_counted" {
        number: u8 => "The number as the machine gave it.",
        set: SetId => "The set it named.",
        confidence: u8 => "0 to 100 %.",
        boot: BootId => "The machine's power-up.",
        seq as "frame": u32 => "The frame.",
    }
    /// A machine identified itself.
    MachineIdentified = "machine_identified" {
        boot: BootId => "Its power-up.",
        balls: u8 => "How many balls it works with.",
        set: SetId => "The set loaded.",
    }
    /// The line to the machine was lost.
    LinkLost = "link_lost" {
        why: LinkLoss => "Why.",
    }
    /// What the machine does changed.
    MachineMode = "machine_mode" {
        mode: Mode => "What it does.",
        out: u8 => "Balls out of the drum.",
    }
    /// A stored frame other than a reading.
    MachineSaw = "machine_saw" {
        boot: BootId => "The machine's power-up.",
        seq as "frame": u32 => "The frame.",
        what: Stored => "What happened.",
    }
    /// Frames that never came.
    FramesMissing = "frames_missing" {
        boot: BootId => "The machine's power-up.",
        expected: u32 => "The first that is missing.",
        got: u32 => "The one that came.",
    }
    /// Bytes that are no frame.
    BadFrames = "bad_frames" {
        count: u32 => "How many frames.",
        bytes: u32 => "How many bytes.",
        first: Vec<u8> => "The first bytes of the first, at most 32.",
    }
}
of_a_game {
    /// Series, size and price were announced and the sale opened: the game began (G1, G2).
    SaleOpened = "sale_opened" {
        in_session: u32 => "Its order in the session, from 1.",
        series: SeriesId => "The series on sale.",
        first: CardNo => "The first card (3.5.2).",
        face_value as "face_value_cents": Cents => "The price of each card.",
    }
    /// The cashier gave cards to a seller.
    BlockIssued = "block_issued" {
        cards: Segment => "The cards.",
        seller: PersonId => "The seller.",
    }
    /// A seller gave cards back unsold.
    CardsReturned = "cards_returned" {
        cards: Segment => "The cards.",
        seller: PersonId => "The seller.",
    }
    /// Cards went from one seller to another (reventa, 3.5.4).
    CardsTransferred = "cards_transferred" {
        cards: Segment => "The cards.",
        from: PersonId => "Who had them.",
        to: PersonId => "Who has them.",
    }
    /// One of group b asked for a gap to be burned: its cards are not to be found (DECISIONS 13).
    GapBurnAsked = "gap_burn_asked" {
        cards: Segment => "The cards.",
    }
    /// Another agreed: the cards are neither sold nor to be sold.
    GapBurned = "gap_burned" {
        cards: Segment => "The cards.",
        asked_by: PersonId => "Who had asked.",
    }
    /// The sale closed and the game's row of the acta was written (37.1, G6).
    SaleClosed = "sale_closed" {
        segments: Vec<Segment> => "The cards sold, series by series.",
        sold: u32 => "How many.",
        division: Division => "The money.",
        formula: String => "The words of M13, as announced.",
    }
    /// The count of sold cards was rectified in public before the award of the line (39.3.a, DECISIONS 15).
    SaleRectified = "sale_rectified" {
        cards: Segment => "The cards found.",
        found: Found => "Sold or not.",
        seller: PersonId => "Who had or has them.",
        sold_before: u32 => "How many were announced as sold before.",
        segments: Vec<Segment> => "The cards sold, series by series.",
        sold: u32 => "How many.",
        division: Division => "The money.",
        formula: String => "The words of M13, as announced again.",
    }
    /// No card was sold: the game is *no celebrada* (DECISIONS 11).
    GameNotHeld = "game_not_held" {}
    /// One person would begin the draw without a picture of the ball exit.
    CameraWaiverAsked = "camera_waiver_asked" {
        sight: Sight => "What was wrong with the picture.",
    }
    /// Another agreed: this draw may begin without it (DECISIONS 43).
    CameraWaived = "camera_waived" {
        sight: Sight => "What was wrong with the picture.",
        asked_by: PersonId => "Who had asked.",
    }
    /// The order to extract was given.
    DrawStarted = "draw_started" {
        set: SetId => "The set in the machine.",
        boot: BootId => "The machine's power-up.",
    }
    /// The order to extract was given, in a session whose balls the caller reads (DECISIONS 36).
    DrawStartedByCaller = "draw_started_by_caller" {
        set: SetId => "The set in the machine.",
    }
    /// A ball came out in the game.
    BallExtracted = "ball_extracted" {
        ordinal: Ordinal => "Its place.",
        ball: Ball => "The ball.",
        evidence: Vec<Evidence> => "How its number is known.",
    }
    /// The ball's number was said in the hall. Only announced numbers count (G8).
    BallAnnounced = "ball_announced" {
        ordinal: Ordinal => "Its place.",
        ball: Ball => "The ball.",
        evidence: Evidence => "The caller's own evidence.",
    }
    /// The caller had said a wrong number and put it right (Cat. V, DECISIONS 18). The ball counts, as recorded.
    AnnouncementRectified = "announcement_rectified" {
        ordinal: Ordinal => "Its place.",
        ball: Ball => "The ball.",
        said: Ball => "What the caller had said.",
    }
    /// The caller had read or keyed a wrong number, and the ball is this one, said aloud before the next came out (Cat. V). The new
    /// number counts in its place.
    ReadingRectified = "reading_rectified" {
        ordinal: Ordinal => "Its place.",
        from: Ball => "What was keyed and announced.",
        to: Ball => "What the ball is.",
    }
    /// A panel showed it, the first to say so (DECISIONS 27).
    BallShown = "ball_shown" {
        ordinal: Ordinal => "Its place.",
        panel: String => "The panel's name.",
    }
    /// The hall's voice did not say it, or not its number to the end, though it was on (G8, DECISIONS 42). Of several in a row
    /// the first.
    VoiceFailed = "voice_failed" {
        ordinal: Ordinal => "Its place.",
        why: VoiceFault => "Why.",
    }
    /// The camera's picture of that moment was kept with the ball (Cat. IV).
    BallPictured = "ball_pictured" {
        ordinal: Ordinal => "Its place.",
        sha256: [u8; 32] => "SHA-256 of the JPEG, which is named as the line of the ball.",
    }
    /// The draw stopped.
    DrawStopped = "draw_stopped" in 2 {
        stop: StopNo => "The stop.",
        announced: u8 => "How many balls were announced then.",
        counting: u8 => "How many of them count in this stop (DECISIONS 1, ADR 74): all, or all but the last, which was announced after the press. Before version 2 all.",
        cause: StopCause => "Why.",
        pressed: Option<Pressed> => "When PARADA was pressed, as its device saw it; none where it did not say, or said what cannot be. Not written before version 2.",
    }
    /// Somebody had pressed PARADA before the press that stopped the draw, and before the last ball was announced: it does not
    /// count in this stop (ADR 74).
    StopCalledEarlier = "stop_called_earlier" {
        stop: StopNo => "The stop.",
        counting: u8 => "How many of the announced balls count in it from here on.",
        pressed: Pressed => "When.",
    }
    /// A card was sung and judged.
    ClaimMade = "claim_made" {
        stop: StopNo => "The stop.",
        claim: ClaimNo => "The claim.",
        play: Play => "Line or bingo.",
        card: CardRef => "The card.",
        face: Option<CardId> => "Its face, where there is such a card.",
        verdict: Verdict => "The judgement.",
    }
    /// The jefe de mesa accepted a good verdict, the original card in hand.
    ClaimAccepted = "claim_accepted" {
        claim: ClaimNo => "The claim.",
    }
    /// The jefe de mesa rejected the card of a good verdict.
    ClaimRejected = "claim_rejected" {
        claim: ClaimNo => "The claim.",
        reason: RejectReason => "Why.",
    }
    /// «¿Alguna línea más? ¿Algún bingo más?» (G12)
    QuestionAsked = "question_asked" {
        stop: StopNo => "The stop.",
        line: bool => "Lines were asked for.",
        bingo: bool => "Bingos were asked for.",
    }
    /// After a restart in the draw: somebody said the last announced ball by its number, and it was this one (DECISIONS 25).
    LastBallConfirmed = "last_ball_confirmed" {
        stop: StopNo => "The stop in which it was.",
        ordinal: Ordinal => "The place of the last announced ball.",
        ball: Ball => "The ball, by its number as somebody read it in the hall.",
    }
    /// The order to go on with the extraction.
    DrawResumed = "draw_resumed" {
        stop: StopNo => "The stop that ends.",
    }
    /// A play closed with winners: the prize is shared.
    PlayAwarded = "play_awarded" {
        play: Play => "Line or bingo.",
        winners: Vec<PrizeShare> => "The winners.",
        remainder as "remainder_cents": Cents => "What could not be shared, to `resto`.",
    }
    /// The play was not sung: its amount goes to `linea_no_cantada` or `bingo_no_cantado` (DECISIONS 7, 10).
    PlayUnsung = "play_unsung" {
        play: Play => "Line or bingo.",
        amount as "amount_cents": Cents => "The amount.",
    }
    /// The closing order: no claim remains, prizes are due.
    GameEnded = "game_ended" {}
    /// A prize was paid, against the card (art. 35.6).
    PrizePaid = "prize_paid" {
        prize: PrizeNo => "The prize.",
        amount as "amount_cents": Cents => "What was paid.",
    }
    /// A prize is kept back in dispute.
    PrizeWithheld = "prize_withheld" {
        prize: PrizeNo => "The prize.",
        reason: String => "Why, in words.",
    }
    /// The dispute is over: a prize that was kept back is due again.
    PrizeReleased = "prize_released" {
        prize: PrizeNo => "The prize.",
        reason: String => "How it ended, in words.",
    }
    /// The jefe de mesa asked for the game to be void.
    VoidAsked = "void_asked" {
        cause: String => "Why, in words.",
    }
    /// The jefe de sala confirmed it: every card is refunded in full (M18).
    GameVoided = "game_voided" {
        asked_by: PersonId => "Who had asked.",
        cause: String => "Why.",
        segments: Vec<Segment> => "The cards to refund, series by series.",
        cards: u32 => "How many.",
        amount as "amount_cents": Cents => "Their money.",
    }
    /// Cards of a void game were refunded, against the cards.
    CardsRefunded = "cards_refunded" {
        cards: Segment => "The cards.",
        amount as "amount_cents": Cents => "What was given back.",
    }
    /// Provisional suspension: something failed before the first ball (36.1).
    GameSuspended = "game_suspended" {
        cause: String => "What failed, in words.",
    }
    /// It was put right in time.
    SuspensionLifted = "suspension_lifted" {}
    /// The paragraph that applies was read aloud (36.3).
    ParagraphRead = "paragraph_read" in 2 {
        paragraph: Paragraph => "Which.",
        text_sha256: Option<[u8; 32]> => "SHA-256 of the text that was read; before version 2 nobody noted it.",
        whole: bool => "It was the hall's copy of the whole article; otherwise a summary of this program's.",
    }
    /// Going on by hand, the first of two people keyed the ball that is in the hand.
    BallKeyed = "ball_keyed" {
        ordinal: Ordinal => "Its place.",
        ball: Ball => "The ball.",
    }
    /// One person typed in the sheet of a game that was finished on paper (DECISIONS 34).
    TranscriptionAsked = "transcription_asked" {
        lines: Vec<PaperLine> => "The sheet, line by line.",
    }
    /// Another typed in the same sheet, which the next lines of this game are from.
    Transcribed = "transcribed" {
        asked_by: PersonId => "Who had typed it first.",
        lines: u32 => "How many lines the sheet has.",
    }
    /// ALTO: nothing is announced until two people agree on a way out.
    HoldRaised = "hold_raised" {
        hold: HoldNo => "The hold.",
        why: HoldWhy => "Why.",
    }
    /// One person proposed a way out.
    HoldExitAsked = "hold_exit_asked" {
        hold: HoldNo => "The hold.",
        exit: HoldExit => "The way out.",
    }
    /// Another agreed: the hold is over.
    HoldLeft = "hold_left" {
        hold: HoldNo => "The hold.",
        exit: HoldExit => "The way out.",
        asked_by: PersonId => "Who had proposed it.",
    }
    /// A ball of the game is not the recorded one; both stay in the record.
    BallCorrected = "ball_corrected" {
        ordinal: Ordinal => "Its place.",
        from: Option<Ball> => "What was recorded; none when the ball could not be read or counted.",
        to: Ball => "What it is.",
    }
}
balls {
    /// One person asked for the table of a set's tags to be the one with this hash.
    EnrolmentAsked = "ball_set_enrolment_asked" {
        set: SetId => "The set.",
        balls: u8 => "How many balls the table has. Always 90.",
        table_sha256: [u8; 32] => "SHA-256 of the table's canonical text, as `ball-machine enrol` prints it.",
    }
    /// Another agreed to the table.
    Enrolled = "ball_set_enrolled" {
        set: SetId => "The set.",
        balls: u8 => "How many balls the table has. Always 90.",
        table_sha256: [u8; 32] => "SHA-256 of the table.",
        asked_by: PersonId => "Who had asked.",
    }
    /// One person wrote down what an inspection found.
    InspectionAsked = "ball_set_inspection_asked" {
        set: SetId => "The set.",
        found: Inspection => "What was found.",
    }
    /// Another, who was there, confirmed it.
    Inspected = "ball_set_inspected" {
        set: SetId => "The set.",
        found: Inspection => "What was found.",
        asked_by: PersonId => "Who had written it down.",
    }
    /// Each ball of a set was weighed.
    Weighed = "ball_set_weighed" {
        set: SetId => "The set.",
        weights_mg: Vec<u32> => "The weights of the balls 1 to 90, in milligrams.",
        low_mg: u32 => "The lightest a ball may be, in milligrams.",
        high_mg: u32 => "The heaviest a ball may be, in milligrams.",
    }
    /// A set was taken out of use for ever, before or after its limit (Catálogo II).
    Withdrawn = "ball_set_withdrawn" {
        set: SetId => "The set.",
        games: u32 => "Games it has served.",
        reason: String => "Why, in words.",
        reserve_set: Option<SetId> => "The spare set from now on, where the withdrawn one was the session's (34.5).",
    }
    /// The balls of a set began to be passed through the reader.
    CountBegun = "ball_count_begun" {
        count: CountNo => "The count.",
        set: SetId => "The set.",
        load: bool => "Balls were out of the machine: it brings them back first.",
    }
    /// The reader gave a number during a count.
    Counted = "ball_counted" {
        count: CountNo => "The count.",
        number: u8 => "The number as the machine gave it.",
        set: SetId => "The set it named.",
        confidence: u8 => "0 to 100 %.",
        again: bool => "The same presence had been read before: no further ball (reliability.md C-5, rule 4).",
        boot: BootId => "The machine's power-up.",
        seq as "frame": u32 => "The frame.",
    }
    /// A count ended, and this is what it found.
    CountEnded = "ball_count_ended" {
        count: CountNo => "The count.",
        set: SetId => "The set.",
        balls: u8 => "How many balls of the set passed.",
        missing: Vec<Ball> => "The numbers that did not pass, ascending.",
        doubled: Vec<Ball> => "The numbers that passed more than once, ascending.",
        unsure: Vec<Ball> => "The numbers one ball was read as within one presence, ascending.",
        foreign: Vec<ForeignBall> => "The balls of other sets, ascending.",
    }
    /// A count was broken off, or its result set aside.
    CountCancelled = "ball_count_cancelled" {
        count: CountNo => "The count.",
        reason: String => "Why, in words.",
    }
    /// The jefe de sala signed for the balls that he had counted (34.1). A session opens and closes with such a signature.
    CountSigned = "ball_count_signed" {
        set: SetId => "The set.",
        balls: u8 => "How many balls it has.",
    }
    /// A count stands for the one by hand, at the session's opening, a change or its close (34.1).
    CountTaken = "ball_count_taken" {
        session: SessionNo => "The session.",
        count: CountNo => "The count.",
        set: SetId => "The set.",
        balls: u8 => "How many balls of the set passed.",
    }
}
reader {
    /// The machine has read a ball, which is one of the game once the second reader has read the same number.
    Candidate = "ball_candidate" {
        game: GameNo => "The game.",
        ball: Ball => "The ball, as the machine read it.",
        boot: BootId => "The machine's power-up.",
        seq as "frame": u32 => "The machine's frame.",
        confidence: u8 => "0 to 100 %.",
    }
    /// The second reader identified itself.
    Identified = "second_reader_identified" {
        boot: BootId => "Its power-up.",
    }
    /// Its line was lost.
    LinkLost = "second_reader_lost" {
        why: LinkLoss => "Why.",
    }
    /// A frame of it; a reading that completed a ball of the game is in the ball's evidence instead.
    Saw = "second_reader_saw" {
        boot: BootId => "Its power-up.",
        seq as "frame": u32 => "Its frame.",
        what: Stored => "What.",
    }
}
    } };
}
pub(crate) use events;
