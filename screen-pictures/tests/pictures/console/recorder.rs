//! What the page of the recorder shows.

use std::sync::Arc;
use std::time::Duration;

use caller_console::known::Known;
use caller_console::recorder::{Booth, Doing, Prompt, PromptState, Took};
use hall_prompts::language::Language;
use hall_prompts::phrase::file_stem;

use crate::boards;

/// The voice is recorded: the first are there, one of them bad, and a take of the next was just heard.
pub fn known() -> Known {
    let language = Language::built_in("es").expect("it comes with the program");
    let prompts = language.recordings().into_iter().enumerate().map(|(at, words)| {
        let state = match at {
            20 => PromptState::Silent,
            0..24 => PromptState::Recorded(Some(0.6 + at as f32 % 7.0 / 10.0)),
            _ => PromptState::Missing,
        };
        Prompt { stem: file_stem(&words), words, state }
    });
    let prompts: Vec<Prompt> = prompts.collect();
    let stem = prompts[20].stem.clone();
    // Two syllables, as far as the picture goes.
    let shape = (0..240_u16).map(|at| {
        let at = f32::from(at) / 240.0;
        let swell = |from: f32, to: f32| ((at - from) / (to - from)).clamp(0.0, 1.0) * std::f32::consts::PI;
        ((swell(0.1, 0.5).sin() * 15_000.0).max(swell(0.45, 0.85).sin() * 11_000.0)) as u16
    });
    let took = Took {
        verdict: hall_prompts::take::Verdict::Good,
        length: Duration::from_millis(870),
        loudest: 15_000,
        shape: Arc::new(shape.collect()),
    };
    let booth = Booth {
        language: language.name,
        more_languages: true,
        folder: "/srv/voz/grabaciones/es".into(),
        prompts: Arc::new(prompts),
        doing: Doing::Took(stem, took, false),
        trouble: None,
        kept: 0,
    };
    Known { recorder: Some(Arc::new(booth)), ..boards::seated(boards::known(boards::idle()), 2) }
}
