//! What is read aloud of article 36 where the hall has not given its text (36.3). Ours, and said to be: the words of the law are
//! not in this program. Spanish in every language. A reading is recorded with the SHA-256 of what stands here.

use crate::event::Paragraph;

/// The summary of a paragraph.
pub const fn paragraph_summary(paragraph: Paragraph) -> &'static str {
    match paragraph {
        Paragraph::BeforeExtraction => {
            "Resumen del apartado 1: si antes de la primera extracción falla un aparato o una instalación, o un accidente impide \
             jugar, la partida se suspende provisionalmente. Si en quince minutos no se ha resuelto, se devuelve el importe \
             íntegro de los cartones, que se entregan en la mesa."
        }
        Paragraph::AfterExtraction => {
            "Resumen del apartado 2: si el fallo o el accidente ocurre cuando la extracción ya ha comenzado, la partida sigue \
             por extracción manual, garantizando el azar y usando sólo las bolas que quedan por extraer."
        }
    }
}
