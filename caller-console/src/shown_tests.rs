use super::*;

fn shown(announced: usize) -> ScreenLine {
    ScreenLine {
        seq: 40,
        listed: true,
        user: Some("rafael".to_string()),
        desk: "Mesa".to_string(),
        scene: Scene::Draw,
        game: Some(7),
        announced,
        ball: None,
        over: None,
        band: None,
        refused: None,
        told: None,
        next: "ANUNCIAR EL 80".to_string(),
        acts: true,
        live: true,
        sending: None,
        missing: None,
        camera: "none",
        connected: true,
        focused: true,
    }
}

#[test]
fn each_thing_that_was_shown_is_a_line_once_its_frame_is_on_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("visto.jsonl");
    let mut log = Log::in_file(&file).expect("it can be written");
    let lines = || std::fs::read_to_string(&file).expect("it is there").lines().count();
    assert!(log.painted(shown(1)));
    assert_eq!(lines(), 0, "painted is not seen yet");
    log.swapped();
    assert!(!log.painted(shown(1)), "the same again");
    log.swapped();
    assert_eq!(lines(), 1);
    assert!(log.painted(shown(2)));
    log.swapped();
    let text = std::fs::read_to_string(&file).expect("it is there");
    assert!(text.lines().nth(1).is_some_and(|line| line.contains("\"announced\":2")), "{text}");
    assert!(Log::in_file(folder.path()).is_err(), "a folder is no file");
    assert!(!Log::default().is_on());
}
