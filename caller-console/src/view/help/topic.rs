//! What F1 explains: one topic for each view, and for each form that is a view of its own.
//!
//! [`View::topic`](crate::view::View::topic) has no default: a new view says what its help is, or does not compile.

/// Writes the enum, the list of all topics, and the id of each one's text.
macro_rules! topics {
    ($($(#[$meta:meta])* $name:ident = $id:literal,)+) => {
        /// What the help is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub enum Topic {
            $($(#[$meta])* $name,)+
        }

        impl Topic {
            /// Every topic.
            pub const ALL: &[Topic] = &[$(Topic::$name,)+];

            /// The id of its text, in `help.ftl`.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Topic::$name => $id,)+
                }
            }
        }
    };
}

topics! {
    /// The log-in.
    #[default]
    LogIn = "help-log-in",
    /// A locked desk.
    Locked = "help-locked",
    /// The code of a new device.
    NewDevice = "help-new-device",
    /// One's own PIN.
    OwnPin = "help-own-pin",
    /// Between games: the next sale.
    OpenSale = "help-open-sale",
    /// The sale, at the mesa.
    Sale = "help-sale",
    /// Totals and prizes.
    Totals = "help-totals",
    /// Balls that the machine reads.
    Draw = "help-draw",
    /// Balls that the caller reads.
    Reading = "help-reading",
    /// The same number, keyed by another.
    SecondWord = "help-second-word",
    /// The ball is not the one that the machine read.
    OtherBall = "help-other-ball",
    /// A stop.
    Check = "help-check",
    /// The question.
    Question = "help-question",
    /// Prizes, at the mesa.
    Payments = "help-payments",
    /// Whatever is searched for.
    Search = "help-search",
    /// The order of exit.
    Order = "help-order",
    /// The actas.
    Acta = "help-acta",
    /// What was filmed.
    Film = "help-film",
    /// Cables and network.
    Cables = "help-cables",
    /// What the hall sees.
    Hall = "help-hall",
    /// The machine, for its technician.
    Machine = "help-machine",
    /// The hall's voice.
    Voice = "help-voice",
    /// Its prompts are recorded.
    Recorder = "help-recorder",
    /// What a set of balls has done.
    Study = "help-study",
    /// The post's button or pedal.
    Pedal = "help-pedal",
    /// The incidencias.
    Trouble = "help-trouble",
    /// An alto by hand.
    RaiseHold = "help-raise-hold",
    /// A number that was said wrong.
    RectifyBall = "help-rectify-ball",
    /// A ball that the caller read wrong.
    RectifyReading = "help-rectify-reading",
    /// A failure before the first ball.
    Suspend = "help-suspend",
    /// A failure once balls are out.
    ReadAndHold = "help-read-and-hold",
    /// A prize withheld, or released.
    Withhold = "help-withhold",
    /// A diligencia, or a claim of a player.
    Diligencia = "help-diligencia",
    /// The count of sold cards put right.
    RectifySale = "help-rectify-sale",
    /// Balls, authority, posts.
    Material = "help-material",
    /// A game is made void.
    Void = "help-void",
    /// The draw without a picture of the ball exit.
    WithoutCamera = "help-without-camera",
    /// The numbers on paper.
    Numbering = "help-numbering",
    /// The sheet of a game that was finished on paper.
    Transcription = "help-transcription",
    /// After a restart: the last ball, by its number.
    LastBall = "help-last-ball",
    /// The last game is announced.
    LastGame = "help-last-game",
    /// A value of the hall is changed.
    Rules = "help-rules",
    /// The text of article 36.
    Article36 = "help-article-36",
    /// The end of the session.
    CloseSession = "help-close-session",
    /// The opening check-list.
    Opening = "help-opening",
    /// The server's clock.
    Clock = "help-clock",
    /// Balls by hand.
    ByHand = "help-by-hand",
    /// A way out of an ALTO.
    LeaveHold = "help-leave-hold",
    /// A suspension, until it is lifted or the cards are refunded.
    Suspended = "help-suspended",
    /// The authority was called.
    Authority = "help-authority",
    /// A void game, at the mesa.
    Voided = "help-voided",
    /// A paper goes out.
    Paper = "help-paper",
    /// Papers are signed.
    Sign = "help-sign",
    /// One's own key.
    OwnKey = "help-own-key",
    /// Sessions are taken away.
    Export = "help-export",
    /// The sets of balls, at the mesa.
    Balls = "help-balls",
    /// Cards of another maker.
    TakeIn = "help-take-in",
    /// The cashier sells.
    Selling = "help-selling",
    /// The cashier pays prizes.
    Payment = "help-payment",
    /// The cashier refunds.
    Refunds = "help-refunds",
    /// The jefe de sala: today.
    Today = "help-today",
    /// What a new hall lacks.
    Founding = "help-founding",
    /// Games, actas, books.
    Games = "help-games",
    /// The staff.
    People = "help-people",
    /// Series and matrices.
    Series = "help-series",
    /// The sets of balls, and the machines.
    SetsOfBalls = "help-sets-of-balls",
    /// Cards are made as pages.
    Printing = "help-printing",
    /// The hall's devices.
    Devices = "help-devices",
    /// The inspector: the game.
    InspectedGame = "help-inspected-game",
    /// Games and actas.
    InspectedActas = "help-inspected-actas",
    /// Series and balls.
    InspectedStock = "help-inspected-stock",
}
