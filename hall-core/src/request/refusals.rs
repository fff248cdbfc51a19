//! With what the desk may refuse each request: for programs, which tell their people, and for the document of the interface.
//!
//! What stands here is seen. The tests that ask everything in every phase, and those that play, fail where a request is refused with
//! what its row has not (`tests/support`), and where a row has what nobody met (`tests/illegal.rs`).

use super::RequestKind;

impl RequestKind {
    /// The codes with which any request may be refused: by who asks, and where.
    pub const REFUSED_TO_ALL: &'static [&'static str] =
        &["sin-facultad", "persona-desconocida", "pin-por-cambiar", "puesto-sin-alta"];

    /// The codes with which this one may be refused besides.
    pub const fn refusals(self) -> &'static [&'static str] {
        match self {
            RequestKind::AddPerson => &["sin-funciones", "usuario-ocupado"],
            RequestKind::ChangePerson => {
                &["sin-funciones", "ultimo-jefe-de-sala", "ocupa-un-puesto", "tiene-cartones"]
            }
            RequestKind::ResetPin => &["pin-propio"],
            RequestKind::ChangePin => &[],
            RequestKind::DismissPerson => {
                &["texto-no-valido", "ultimo-jefe-de-sala", "ocupa-un-puesto", "tiene-cartones"]
            }
            RequestKind::TakeBackPerson => &["ya-en-plantilla"],
            RequestKind::LogIn => &["ya-no-es-asi"],
            RequestKind::EnrolDevice => {
                &["sesion-abierta", "texto-no-valido", "puesto-ya-existe", "primer-puesto"]
            }
            RequestKind::RevokeDevice => &["puesto-desconocido", "puesto-propio"],
            RequestKind::AskRules => &["texto-no-valido", "reglamento-el-mismo", "reglamento-en-sesion"],
            RequestKind::AdoptRules => {
                &["otra-persona", "reglamento-en-sesion", "reglamento-no-propuesto", "reglamento-distinto"]
            }
            RequestKind::GiveArticle36 => &["texto-no-valido", "articulo-el-mismo"],
            RequestKind::BeginShift => &["ya-esta-en-la-sala", "no-es-plantilla"],
            RequestKind::EndShift => &["ocupa-un-puesto", "no-esta-en-la-sala"],
            RequestKind::EndLogIn => &["entrada-terminada-ya"],
            RequestKind::LogOut => &["sin-entrada"],
            RequestKind::AskNumbering => &[
                "numeracion-conocida",
                "papel-anterior-al-registro",
                "serie-desconocida",
                "numeracion-no-valida",
            ],
            RequestKind::ConfirmNumbering => &[
                "ya-no-es-asi",
                "numeracion-conocida",
                "numeracion-no-pedida",
                "papel-anterior-al-registro",
                "serie-desconocida",
                "numeracion-no-valida",
                "otra-persona",
            ],
            RequestKind::AskClock => &["ya-no-es-asi", "reloj-distinto"],
            RequestKind::ConfirmClock => &["ya-no-es-asi", "otra-persona", "reloj-distinto", "hora-no-dicha"],
            RequestKind::MakeExport => &["exportacion-en-curso", "sesiones-inexistentes"],
            RequestKind::RehearseSpare => &["partida-en-curso", "ensayo-en-curso"],
            RequestKind::MakeMatrix => &[
                "matriz-desconocida",
                "tamano-de-matriz",
                "sorteo-pendiente",
                "sorteo-obligatorio",
                "texto-no-valido",
            ],
            RequestKind::AnnounceKeyDraw => {
                &["tamano-de-matriz", "sorteo-pendiente", "fecha-de-sorteo", "texto-no-valido"]
            }
            RequestKind::TakeKeyDraw => &["sin-sorteo-anunciado", "sorteo-por-celebrar", "texto-no-valido"],
            RequestKind::GiveUpKeyDraw => &["sin-sorteo-anunciado", "texto-no-valido"],
            RequestKind::RequireKeyDraws => &["ya-no-es-asi", "texto-no-valido"],
            RequestKind::ImportMatrix => &[
                "matriz-desconocida",
                "cartones-repetidos",
                "tamano-de-matriz",
                "sorteo-pendiente",
                "texto-no-valido",
            ],
            RequestKind::RetireMatrix => {
                &["matriz-desconocida", "matriz-retirada", "matriz-en-juego", "texto-no-valido"]
            }
            RequestKind::ReceiveSeries => &[
                "serie-existente",
                "matriz-desconocida",
                "tamano-no-valido",
                "mas-que-la-matriz",
                "matriz-retirada",
                "valor-no-autorizado",
            ],
            RequestKind::PrintCards => &[
                "numeracion-por-confirmar",
                "serie-desconocida",
                "matriz-retirada",
                "impreso-en-parte",
                "numeracion-no-valida",
                "texto-no-valido",
            ],
            RequestKind::CancelPrinting => &["impresion-terminada"],
            RequestKind::RegisterBallSet => &["juego-de-bolas", "texto-no-valido"],
            RequestKind::RegisterMachine => &["texto-no-valido"],
            RequestKind::AskBallEnrolment => &["juego-de-bolas", "juego-retirado"],
            RequestKind::ConfirmBallEnrolment => {
                &["ya-no-es-asi", "otra-persona", "juego-de-bolas", "juego-retirado", "nada-propuesto"]
            }
            RequestKind::AskBallInspection => &["juego-de-bolas", "juego-retirado", "texto-no-valido"],
            RequestKind::ConfirmBallInspection => {
                &["ya-no-es-asi", "otra-persona", "juego-de-bolas", "juego-retirado", "nada-propuesto"]
            }
            RequestKind::WeighBallSet => &["juego-de-bolas", "juego-retirado", "pesos-no-validos"],
            RequestKind::WithdrawBallSet => &[
                "juego-de-bolas",
                "juego-retirado",
                "juego-en-la-maquina",
                "recuento-en-curso",
                "reserva-de-otro-extractor",
                "texto-no-valido",
            ],
            RequestKind::BeginBallCount => &[
                "partida-en-curso",
                "maquina-no-preparada",
                "juego-de-bolas",
                "juego-retirado",
                "recuento-en-curso",
                "tabla-de-etiquetas",
            ],
            RequestKind::EndBallCount => &["recuento-desconocido"],
            RequestKind::CancelBallCount => &["otra-persona", "recuento-desconocido", "texto-no-valido"],
            RequestKind::OpenSession => &[
                "numeracion-por-confirmar",
                "sesion-abierta",
                "comprobacion-incompleta",
                "otra-persona",
                "juego-de-bolas",
                "juego-no-apto",
                "recuento-en-curso",
                "recuento-no-cuadra",
                "recuento-sin-firmar",
                "tabla-de-etiquetas",
                "reserva-de-otro-extractor",
                "reglamento-sin-vigor",
                "reloj-en-duda",
                "maquina-desconocida",
                "juego-de-otro-extractor",
            ],
            RequestKind::SignCount => &["juego-de-bolas"],
            RequestKind::Substitute => &["sin-sesion", "texto-no-valido", "sustitucion-no-valida"],
            RequestKind::ChangeBallSet => &[
                "sin-sesion",
                "comprobacion-incompleta",
                "fase-inadecuada",
                "juego-de-bolas",
                "juego-retirado",
                "recuento-en-curso",
                "tabla-de-etiquetas",
                "reserva-de-otro-extractor",
                "texto-no-valido",
                "juego-de-otro-extractor",
            ],
            RequestKind::ChangeMachine => &[
                "recuento-en-curso",
                "sin-sesion",
                "fase-inadecuada",
                "texto-no-valido",
                "maquina-desconocida",
                "misma-maquina",
            ],
            RequestKind::CallAuthority => &[
                "sin-sesion",
                "partida-en-curso",
                "texto-no-valido",
                "autoridad-avisada",
                "sesion-terminada",
            ],
            RequestKind::RecordAuthority => &["sin-sesion", "texto-no-valido", "autoridad-no-avisada"],
            RequestKind::CloseSession => &[
                "sin-sesion",
                "comprobacion-incompleta",
                "partida-en-curso",
                "otra-persona",
                "recuento-en-curso",
                "recuento-no-cuadra",
                "recuento-sin-firmar",
                "autoridad-avisada",
            ],
            RequestKind::AnnounceLastGame => &["sin-sesion", "ultima-ya-anunciada"],
            RequestKind::WriteDiligencia => {
                &["numeracion-por-confirmar", "partida-desconocida", "texto-no-valido", "sin-reclamante"]
            }
            RequestKind::WriteNote => &["sin-sesion", "texto-no-valido"],
            RequestKind::SignPaper => &["ya-no-es-asi", "firma-no-valida"],
            RequestKind::SignWithKey => &["ya-no-es-asi", "firma-no-valida"],
            RequestKind::AddSignedPage => &["ya-no-es-asi", "firma-no-valida"],
            RequestKind::EnrolKey => &["firma-no-valida"],
            RequestKind::EndKey => &["texto-no-valido", "firma-no-valida"],
            RequestKind::OpenBook => &["libro-de-actas", "texto-no-valido"],
            RequestKind::CloseBook => &["libro-de-actas", "texto-no-valido"],
            RequestKind::CopyActa => &["acta-no-emitida", "texto-no-valido"],
            RequestKind::Inspect => &[],
            RequestKind::Search => &[],
            RequestKind::GiveInspectionCode => &["no-es-inspector"],
            RequestKind::OpenSale => &[
                "sin-sesion",
                "numeracion-por-confirmar",
                "partida-en-curso",
                "serie-desconocida",
                "serie-agotada",
                "serie-sin-correlacion",
                "matriz-retirada",
                "precio-distinto",
                "juego-de-bolas",
                "juego-no-apto",
                "recuento-en-curso",
                "recuento-no-cuadra",
                "tabla-de-etiquetas",
                "ultima-partida",
                "sin-espacio",
                "tamano-distinto",
                "hora-de-cierre",
                "reloj-en-duda",
                "autoridad-avisada",
                "sesion-terminada",
                "juego-de-otro-extractor",
            ],
            RequestKind::IssueBlock => &[
                "partida-desconocida",
                "fase-inadecuada",
                "serie-desconocida",
                "precio-distinto",
                "numeracion-no-valida",
                "sin-correlacion",
                "limite-segunda-serie",
                "no-es-vendedor",
                "autoridad-avisada",
                "suspendida",
            ],
            RequestKind::ReturnCards => {
                &["partida-desconocida", "fase-inadecuada", "numeracion-no-valida", "cartones-de-otro"]
            }
            RequestKind::TransferCards => &[
                "partida-desconocida",
                "fase-inadecuada",
                "numeracion-no-valida",
                "cartones-de-otro",
                "no-es-vendedor",
            ],
            RequestKind::AskBurnGap => {
                &["partida-desconocida", "fase-inadecuada", "numeracion-no-valida", "no-es-un-hueco"]
            }
            RequestKind::ConfirmBurnGap => &[
                "partida-desconocida",
                "fase-inadecuada",
                "otra-persona",
                "hueco-no-pedido",
                "no-es-un-hueco",
            ],
            RequestKind::CloseSale => {
                &["ya-no-es-asi", "partida-desconocida", "fase-inadecuada", "faltan-cartones", "suspendida"]
            }
            RequestKind::RectifySale => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "serie-desconocida",
                "numeracion-no-valida",
                "sin-correlacion",
                "cartones-de-otro",
                "no-es-vendedor",
                "linea-dada",
                "carton-cantado",
                "nada-que-rectificar",
            ],
            RequestKind::StartDraw => &[
                "ya-no-es-asi",
                "numeracion-por-confirmar",
                "partida-desconocida",
                "fase-inadecuada",
                "maquina-no-preparada",
                "salida-sin-imagen",
                "salida-sin-imagen-no-se-empieza",
                "sin-acta",
                "suspendida",
                "tabla-de-etiquetas",
                "juego-de-otro-extractor",
                "autoridad-avisada",
            ],
            RequestKind::AskWithoutCamera => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "salida-sin-imagen-no-se-empieza",
                "salida-con-imagen",
                "sin-acta",
                "suspendida",
            ],
            RequestKind::ConfirmWithoutCamera => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "salida-con-imagen",
                "sin-camara-no-pedido",
                "sin-acta",
                "otra-persona",
                "suspendida",
            ],
            RequestKind::Announce => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "sin-bola",
                "teclee-el-numero",
                "en-alto",
            ],
            RequestKind::RectifyAnnouncement => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "sin-bola",
                "rectificacion-tardia",
                "nada-que-rectificar",
            ],
            RequestKind::RectifyReading => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "sin-bola",
                "en-alto",
                "bola-ya-extraida",
                "rectificacion-tardia",
                "nada-que-rectificar",
                "no-lee-el-locutor",
                "ya-se-ha-cantado",
            ],
            RequestKind::Stop => &["ya-no-es-asi", "ya-parada", "partida-desconocida", "fase-inadecuada"],
            RequestKind::Claim => &["partida-desconocida", "fase-inadecuada"],
            RequestKind::AcceptClaim => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "canto-desconocido",
                "canto-no-valido",
                "canto-resuelto",
                "vendido-por-usted",
            ],
            RequestKind::RejectClaim => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "canto-desconocido",
                "canto-no-valido",
                "canto-resuelto",
                "vendido-por-usted",
            ],
            RequestKind::AskQuestion => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "cantos-pendientes",
                "nada-que-preguntar",
                "ya-preguntado",
            ],
            RequestKind::GoOn => &[
                "ya-no-es-asi",
                "numeracion-por-confirmar",
                "partida-desconocida",
                "en-alto",
                "cantos-pendientes",
                "falta-pregunta",
                "plazo-prudencial",
                "bingo-dado",
                "noventa-bolas",
                "autoridad-avisada",
                "suspendida",
                "tabla-de-etiquetas",
                "maquina-no-preparada",
                "ultima-bola-sin-confirmar",
            ],
            RequestKind::GoOnAfterRestart => &[
                "ya-no-es-asi",
                "numeracion-por-confirmar",
                "partida-desconocida",
                "maquina-no-preparada",
                "en-alto",
                "reloj-en-duda",
                "tabla-de-etiquetas",
                "sin-ultima-bola",
                "cantos-pendientes",
                "plazo-prudencial",
                "autoridad-avisada",
            ],
            RequestKind::EndGame => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "en-alto",
                "cantos-pendientes",
                "falta-pregunta",
                "plazo-prudencial",
                "sin-bingo",
                "autoridad-avisada",
            ],
            RequestKind::PayPrize => &[
                "partida-desconocida",
                "fase-inadecuada",
                "vendido-por-usted",
                "premio-desconocido",
                "premio-no-pendiente",
                "no-es-el-premiado",
            ],
            RequestKind::WithholdPrize => &[
                "partida-desconocida",
                "fase-inadecuada",
                "premio-desconocido",
                "premio-no-pendiente",
                "texto-no-valido",
            ],
            RequestKind::ReleasePrize => &[
                "partida-desconocida",
                "fase-inadecuada",
                "premio-desconocido",
                "premio-no-retenido",
                "texto-no-valido",
            ],
            RequestKind::AskVoid => &[
                "partida-desconocida",
                "fase-inadecuada",
                "premios-pagados",
                "texto-no-valido",
                "plazo-de-suspension",
                "falta-lectura",
            ],
            RequestKind::ConfirmVoid => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "otra-persona",
                "premios-pagados",
                "anulacion-no-pedida",
                "plazo-de-suspension",
                "falta-lectura",
            ],
            RequestKind::RefundCards => &[
                "partida-desconocida",
                "fase-inadecuada",
                "numeracion-no-valida",
                "sin-devolucion",
                "ya-devuelto",
            ],
            RequestKind::SuspendGame => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "texto-no-valido",
                "suspendida",
                "extraccion-comenzada",
                "autoridad-avisada",
            ],
            RequestKind::LiftSuspension => {
                &["ya-no-es-asi", "partida-desconocida", "sin-suspension", "plazo-terminado"]
            }
            RequestKind::ReadParagraph => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "sin-suspension",
                "extraccion-sin-comenzar",
            ],
            RequestKind::KeyBall => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "en-alto",
                "bola-ya-extraida",
                "sin-continuacion-manual",
                "no-es-de-los-dos",
                "otro-puesto",
                "no-quedan-bolas",
                "falta-el-locutor",
                "confirma-la-mesa",
                "falta-quien-anuncia",
            ],
            RequestKind::AskTranscription => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "fase-inadecuada",
                "en-alto",
                "sin-interrupcion",
                "hoja-no-valida",
                "hoja-no-concuerda",
            ],
            RequestKind::ConfirmTranscription => &[
                "ya-no-es-asi",
                "partida-desconocida",
                "otra-persona",
                "hoja-distinta",
                "transcripcion-no-pedida",
                "en-alto",
                "hoja-no-valida",
                "sin-interrupcion",
            ],
            RequestKind::RaiseHold => &["partida-desconocida", "fase-inadecuada", "texto-no-valido"],
            RequestKind::AskHoldExit => &[
                "partida-desconocida",
                "sin-alto",
                "salida-inadecuada",
                "otra-persona",
                "bola-ya-extraida",
                "falta-lectura",
            ],
            RequestKind::ConfirmHoldExit => {
                &["ya-no-es-asi", "partida-desconocida", "sin-alto", "salida-inadecuada", "otra-persona"]
            }
        }
    }

    /// Whether the desk may refuse it with this code.
    pub fn may_be_refused_with(self, code: &str) -> bool {
        self.refusals().contains(&code) || RequestKind::REFUSED_TO_ALL.contains(&code)
    }
}
