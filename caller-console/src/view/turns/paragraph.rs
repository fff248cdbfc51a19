//! What is read aloud of article 36 (36.3). The words of the law are read from the hall's copy of
//! the Reglamento; what stands here is a summary of ours, and says so. Spanish in every language.

/// Of 36.1: a failure before the first ball.
pub const BEFORE: &str = "Resumen del apartado 1: si antes de la primera extracción falla un aparato o una \
     instalación, o un accidente impide jugar, la partida se suspende provisionalmente. Si en quince minutos no \
     se ha resuelto, se devuelve el importe íntegro de los cartones, que se entregan en la mesa.";

/// Of 36.2: a failure once balls have come out.
pub const AFTER: &str = "Resumen del apartado 2: si el fallo o el accidente ocurre cuando la extracción ya ha \
     comenzado, la partida sigue por extracción manual, garantizando el azar y usando sólo las bolas que quedan \
     por extraer.";
