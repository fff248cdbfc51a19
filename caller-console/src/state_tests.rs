use super::*;

#[test]
fn what_the_desk_remembers_outlives_who_sat_there_and_an_older_file_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("puesto.json");
    std::fs::write(&file, r#"{"token":"T","locked":true}"#).expect("it is written");
    let state = StateFile(file.clone());
    assert_eq!(state.read().map(|kept| (kept.token, kept.locked)), Some(("T".to_string(), true)));
    assert_eq!(state.settings(), Settings::default());
    let mut settings = Settings { printer: Some("HP".to_string()), quiet: true, ..Settings::default() };
    settings.printed("1");
    state.keep_settings(&settings);
    assert!(state.read().is_some(), "who sits here still does");
    state.forget();
    assert!(state.read().is_none());
    assert_eq!(state.settings(), settings);
    state.keep(&Kept { token: "U".to_string(), locked: false });
    assert_eq!(state.settings(), settings);
    state.keep_settings(&Settings::default());
    state.forget();
    assert!(!file.exists(), "nothing to remember, no file");
}

#[test]
fn the_oldest_printing_is_forgotten_first() {
    let mut settings = Settings::default();
    (0..=PRINTED_MAX).for_each(|mark| settings.printed(&mark.to_string()));
    assert!(!settings.is_printed("0") && settings.is_printed("1") && settings.is_printed("200"));
}
