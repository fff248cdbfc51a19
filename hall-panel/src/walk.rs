//! The walk of the ninety: what the technician shows himself to know that each lamp is where it should be.

use hall_wire::board::Scene;

use crate::state::{BALLS, Contact, Panel};
use crate::words;

/// One thing to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What the panel shows.
    pub panel: Panel,
    /// What has to be seen, in Spanish.
    pub look: String,
}

/// The ninety one by one, all at once, a stop, no contact, and nothing.
pub fn steps() -> Vec<Step> {
    let shown = |called: Vec<u8>, says: String| Panel {
        contact: Contact::Live,
        scene: Scene::Draw,
        called,
        line_open: true,
        bingo_open: true,
        says,
        ..Panel::default()
    };
    let one = |ball: u8| Step {
        panel: shown(vec![ball], format!("PRUEBA {ball}")),
        look: format!("{ball}: luce sólo el {ball}, con la fuerza de la última bola; el rótulo dice {ball}"),
    };
    let mut steps: Vec<Step> = (1..=BALLS).map(one).collect();
    let all = shown((1..=BALLS).collect(), "PRUEBA DE TODOS".to_owned());
    let step = |panel: Panel, look: &str| Step { panel, look: look.to_owned() };
    steps.push(step(all.clone(), "todos: lucen los noventa, sin huecos; el 90, con la fuerza de la última"));
    let stop = Panel { scene: Scene::Hold, says: "PRUEBA DE ALTO".to_owned(), ..all.clone() };
    steps.push(step(stop, "alto: siguen los noventa, y la lámpara o el rótulo del alto"));
    let lost = Panel { contact: Contact::Lost, says: words::NO_CONTACT.to_owned(), ..all };
    steps.push(step(
        lost,
        "sin conexión: los noventa más tenues, ninguno como último; el rótulo dice SIN CONEXION",
    ));
    steps.push(step(Panel::dark(), "fin: todo apagado"));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ball_is_alone_once_and_the_end_is_dark() {
        let steps = steps();
        assert_eq!(steps.len(), 94);
        for (ball, step) in (1..=BALLS).zip(&steps) {
            assert_eq!((step.panel.called.as_slice(), step.panel.last()), (&[ball][..], Some(ball)));
            assert!(step.look.starts_with(&format!("{ball}: ")));
        }
        assert!(steps.windows(2).all(|two| two[0].panel != two[1].panel));
        assert_eq!(steps[93].panel, Panel::dark());
    }

    /// A trial is no game: nothing of it can be reported to the desk as shown.
    #[test]
    fn nothing_of_a_trial_is_a_game() {
        assert!(steps().iter().all(|step| step.panel.lit().is_none()));
    }
}
