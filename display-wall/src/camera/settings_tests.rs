use std::io::Write;

use super::*;

fn settle(words: &[&str]) -> anyhow::Result<Settings> {
    let words = std::iter::once("hall-camera").chain(words.iter().copied());
    Options::try_parse_from(words)?.settle()
}

fn trouble(words: &[&str]) -> String {
    format!("{:#}", settle(words).expect_err("it cannot be"))
}

#[test]
fn without_options_it_films_a_test_picture_for_this_computer_only() {
    let settings = settle(&[]).unwrap();
    assert_eq!(settings.source, Origin::Test("ball".into()));
    assert_eq!((settings.listen.to_string().as_str(), settings.path.as_str()), ("127.0.0.1:8554", "/sala"));
    assert_eq!((settings.encoder, settings.fps), (Choice::Auto, 25));
    assert!(settings.relay.is_none());
    assert_eq!(settings.size, Size { width: 1280, height: 720 });
}

#[test]
fn the_command_line_is_stronger_than_the_file() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let text = "source = \"v4l2:/dev/video2\"\nfps = 30\nsize = \"640x480\"\nencoder = \"x264enc\"\n\
                server = \"http://sala:7878\"\nkey-file = \"camara.clave\"\nlisten = \"0.0.0.0:0\"\n";
    file.write_all(text.as_bytes()).unwrap();
    let file = file.path().to_str().unwrap();
    let settings = settle(&["--settings", file, "--fps", "12", "--source", "rtsp://camara/1"]).unwrap();
    assert_eq!((settings.fps, settings.source), (12, Origin::Network("rtsp://camara/1".into())));
    assert_eq!(
        (settings.size, settings.encoder),
        (Size { width: 640, height: 480 }, Choice::This(Encoder::X264))
    );
    let relay = settings.relay.unwrap();
    assert_eq!(
        (relay.server.as_str(), relay.key_file.as_deref()),
        ("http://sala:7878", Some(Path::new("camara.clave")))
    );
}

#[test]
fn a_file_with_a_word_it_does_not_know_is_refused_by_name() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"sourse = \"test\"\n").unwrap();
    let said = trouble(&["--settings", file.path().to_str().unwrap()]);
    assert!(said.contains(":1: no se conoce «sourse»") && said.contains("source"), "{said}");
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"size = \"1x1\"\n").unwrap();
    let said = trouble(&["--settings", file.path().to_str().unwrap()]);
    assert!(said.contains("«1x1» no es un tamaño"), "{said}");
    assert!(trouble(&["--settings", "no-hay.toml"]).contains("no existe el fichero no-hay.toml"));
}

#[test]
fn what_cannot_be_is_refused_in_spanish() {
    for (words, said) in [
        (vec!["--source", "webcam"], "no es una fuente"),
        (vec!["--source", "v4l2:"], "no es una fuente"),
        (vec!["--source", "rtsp:/camara"], "no es una fuente"),
        (vec!["--source", "test:ball ! filesink location=x"], "no es una fuente"),
        (vec!["--encoder", "h265"], "no es un codificador"),
        (vec!["--size", "1280"], "no es un tamaño"),
        (vec!["--size", "641x480"], "no es un tamaño"),
        (vec!["--size", "90000x80000"], "no es un tamaño"),
        (vec!["--path", "sala"], "empieza por /"),
        (vec!["--path", "/a b"], "empieza por /"),
        (vec!["--fps", "0"], "de 1 a 60"),
        (vec!["--server", "http://sala:7878"], "--key-file"),
    ] {
        assert!(trouble(&words).contains(said), "{words:?}: {}", trouble(&words));
    }
}

#[test]
fn a_cameras_password_is_not_shown() {
    let shown = |text: &str| text.parse::<Origin>().unwrap().to_string();
    assert_eq!(shown("rtsp://ana:se@creto@10.0.0.9:554/vivo?x=1"), "rtsp://10.0.0.9:554/vivo?x=1");
    assert_eq!(shown("rtsp://10.0.0.9/a@b"), "rtsp://10.0.0.9/a@b");
    assert_eq!(shown("v4l2:/dev/video0"), "v4l2:/dev/video0");
    assert_eq!(shown("test"), "test:ball");
}

#[test]
fn a_wanted_encoder_is_tried_first_and_the_others_after_it() {
    use Encoder::{OpenH264, Vp8, X264};
    assert_eq!(Choice::Auto.order(), [OpenH264, X264, Vp8]);
    assert_eq!("vp8enc".parse::<Choice>().unwrap().order(), [Vp8, OpenH264, X264]);
    assert_eq!(Choice::This(X264).order(), [X264, OpenH264, Vp8]);
}

#[test]
fn the_small_picture_keeps_the_shape() {
    let at_640 = |width, height| Size { width, height }.at_width(640);
    assert_eq!(at_640(1280, 720), Size { width: 640, height: 360 });
    assert_eq!(at_640(640, 480), Size { width: 640, height: 480 });
    assert_eq!(at_640(320, 240), Size { width: 320, height: 240 }, "nothing is made larger");
    assert_eq!(at_640(1366, 768), Size { width: 640, height: 360 });
}

#[test]
fn the_help_is_spanish() {
    use clap::CommandFactory;
    let help = Options::command().render_help().to_string();
    assert!(help.contains("Uso: hall-camera") && help.contains("Muestra esta ayuda"), "{help}");
    for word in ["Usage", "Options", "Print", "default"] {
        assert!(!help.contains(word), "«{word}»: {help}");
    }
}
