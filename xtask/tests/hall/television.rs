//! The television page in a real browser: it shows what the desk shows, says when it is old, and
//! comes back by itself.

use hall_wire::message::CAMERA_KEY_FILE;
use serde_json::Value;
use xtask::screens::Filming;

use crate::browser::{Browser, Line};
use crate::kit::{Hall, Setup, until};

/// A grey picture of 16 by 9.
pub const PICTURE: &str = "ffd8ffe000104a46494600010100000100010000ffdb004300140e0f120f0d14121012171514181e32211e1c1c1e\
    3d2c2e243249404c4b47404645505a736250556d5645466488656d777b8182814e608d978c7d96737e817cffdb00\
    43011517171e1a1e3b21213b7c5346537c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c\
    7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7cffc00011080009001003012200021101031101ffc40015000101\
    00000000000000000000000000000004ffc40014100100000000000000000000000000000000ffc4001401010000\
    0000000000000000000000000002ffc40014110100000000000000000000000000000000ffda000c030100021103\
    11003f00980307ffd9";

/// Every word on the page that sticks out of the window.
const OUTSIDE: &str = "(function () {
    var all = document.querySelectorAll('text'), out = [], i, box;
    for (i = 0; i < all.length; i++) {
        box = all[i].getBoundingClientRect();
        if (box.left < 0 || box.right > innerWidth || box.top < -box.height * 0.3 || box.bottom > innerHeight + box.height * 0.3) {
            out.push(all[i].textContent);
        }
    }
    return out.join('|');
})()";

/// The figure of the largest text: the last ball's.
const LARGEST: &str = "(function () {
    var all = document.querySelectorAll('text'), best = null, i;
    for (i = 0; i < all.length; i++) {
        if (!best || +all[i].getAttribute('font-size') > +best.getAttribute('font-size')) best = all[i];
    }
    return best && best.textContent;
})()";

const FRESH: &str = "document.body.getAttribute('data-connected') === 'yes'";

const NO_CONNECTION: &str = "document.body.getAttribute('data-connected') === 'no' \
    && document.getElementById('stage').textContent.indexOf('SIN CONEXIÓN') >= 0";

fn shows(scene: &str) -> String {
    format!("{FRESH} && document.body.getAttribute('data-scene') === '{scene}'")
}

fn lit(called: &[u8]) -> String {
    let last = called.last().map_or(String::new(), ToString::to_string);
    format!(
        "document.body.getAttribute('data-lit') === '{}' && document.body.getAttribute('data-last') === '{last}'",
        called.len()
    )
}

/// Numbers on the board that are lit, as the page has drawn them.
fn drawn(browser: &mut Browser) -> Vec<u8> {
    let lamps = "(function () {
        var all = document.querySelectorAll('text.ink.b'), out = [], i;
        for (i = 0; i < all.length; i++) if (+all[i].getAttribute('font-size') > 8.9 && +all[i].getAttribute('font-size') < 9.2) out.push(all[i].textContent);
        return out.filter(function (word) { return /^[0-9]+$/.test(word); }).join(' ');
    })()";
    let words = browser.eval(lamps);
    let mut balls: Vec<u8> =
        words.as_str().expect("words").split(' ').filter_map(|word| word.parse().ok()).collect();
    balls.sort_unstable();
    balls
}

#[test]
fn a_television_follows_the_draw_and_a_cut_line() {
    let mut hall = Hall::open(&Setup::default());
    let line = Line::to(&hall.url());
    let mut browser = Browser::open(&format!("{}/tv?device=tele-1", line.url), 1280, 720);
    browser.until(&shows("idle"));
    assert_eq!(browser.eval(OUTSIDE), "");
    let demo =
        "document.getElementById('stage').textContent.indexOf('DEMOSTRACIÓN: NO ES UN JUEGO REAL') >= 0";
    assert_eq!(browser.eval(demo), true);

    let game = hall.open_sale("A17");
    browser.until(&shows("sale"));
    assert_eq!(browser.eval(OUTSIDE), "");
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(game, ("A17", 1, 6)));
    hall.must(&hall.staff.cajero, "close-sale", &serde_json::json!({"game": game}));
    browser.until(&shows("totals"));
    assert_eq!(browser.eval(OUTSIDE), "");
    hall.start(game);
    let called = hall.balls(game, 4);
    browser.until(&format!("{} && {}", shows("draw"), lit(&called)));
    assert_eq!(browser.eval(LARGEST), Value::from(called[3].to_string()));
    let mut sorted = called.clone();
    sorted.sort_unstable();
    assert_eq!(drawn(&mut browser), sorted);
    assert_eq!(browser.eval(OUTSIDE), "");
    // The tile of the last ball is really there, and really amber.
    let corner = "(function () {
        var here = document.elementsFromPoint(innerWidth * 0.0625, innerHeight * 0.25);
        here = here.filter(function (element) { return element.tagName === 'rect'; });
        return getComputedStyle(here[0] || document.body).fill;
    })()";
    assert_eq!(browser.eval(corner), "rgb(255, 184, 28)");
    assert!(browser.picture().len() > 20_000, "a picture of something");

    // The line is cut: what is old says so, and nothing of it looks as if it were now.
    line.cut();
    browser.until(NO_CONNECTION);
    assert_eq!(browser.eval(LARGEST), Value::from(called[3].to_string()), "the last state stays");
    assert_ne!(browser.eval(corner), "rgb(255, 184, 28)");
    assert_eq!(browser.eval(OUTSIDE), "");
    let missed = hall.balls(game, 6);
    assert_eq!(browser.eval(&lit(&called)), true, "the canary: nothing reached it");
    line.lead_to(&hall.url());
    browser.until(&format!("{} && {}", shows("draw"), lit(&missed)));

    // The server itself dies and comes back somewhere else.
    hall.kill();
    line.cut();
    browser.until(NO_CONNECTION);
    hall.begin();
    line.lead_to(&hall.url());
    browser.until(&shows("check"));
    hall.go_on(game);
    browser.until(&format!("{} && {}", shows("draw"), lit(&missed)));
    hall.to_the_end(game);
    browser.until(&shows("winners"));
    assert_eq!(browser.eval(OUTSIDE), "");
    drop(browser);
    hall.finish();
}

/// G8: players see a ball on the camera before it counts, and the picture says so until it does.
#[test]
fn a_television_marks_the_picture_of_a_ball_that_was_not_announced() {
    let hall = Hall::open(&Setup::default());
    let camera = Filming::start(&hall.dir(), &hall.url()).expect("the camera starts");
    let mut browser = Browser::open(&format!("{}/tv", hall.url()), 1280, 720);
    browser.until("document.body.getAttribute('data-video') === 'yes'");
    let mark = "document.getElementById('uncalled')";
    let marks = |place: usize| {
        let words = format!("{place}.\u{aa} BOLA \u{b7} SIN CANTAR");
        format!("{mark}.style.display === 'block' && {mark}.textContent === '{words}'")
    };
    let unmarked = format!("{mark}.style.display === 'none'");
    let game = hall.sell(&[("A17", 1, 6)]);
    browser.until(&format!("{} && {unmarked}", shows("totals")));
    hall.start(game);
    hall.at_rest();
    browser.until(&marks(1));
    let on_the_picture = format!(
        "(function () {{
            var mark = {mark}.getBoundingClientRect(), of = document.getElementById('camera').getBoundingClientRect();
            return mark.width > 100 && mark.left >= of.left - 1 && mark.right <= of.right + 1 && mark.bottom <= of.bottom + 1
                && mark.top > of.top && {mark}.scrollWidth <= {mark}.clientWidth
                && document.elementFromPoint((mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2) === {mark};
        }})()"
    );
    assert_eq!(browser.eval(&on_the_picture), true);
    let called = hall.balls(game, 3);
    hall.at_rest();
    browser.until(&format!("{} && {}", lit(&called), marks(4)));
    hall.to_the_end(game);
    browser.until(&format!("{} && {unmarked}", shows("winners")));
    drop((browser, camera));
    hall.finish();
}

#[test]
fn a_television_shows_the_camera_while_there_is_a_picture() {
    let hall = Hall::open(&Setup { machine: false, ..Setup::default() });
    let game = hall.open_sale("A17");
    let mut browser = Browser::open(&format!("{}/tv", hall.url()), 1440, 1080);
    // Until a picture has come there is no camera: nobody is told that one is missing.
    let missed = "document.getElementById('stage').textContent.indexOf('SIN IMAGEN') >= 0";
    browser.until(&shows("sale"));
    assert_eq!(browser.eval(missed), false);
    let hidden = "document.getElementById('camera').style.display !== 'block'";
    assert_eq!(browser.eval(hidden), true);

    let key = std::fs::read_to_string(hall.dir().join(CAMERA_KEY_FILE)).expect("init makes the key");
    let send = || {
        let answer = ureq::post(format!("{}/api/camera/picture", hall.url()))
            .header("Authorization", format!("Camera {key}"))
            .content_type("image/jpeg")
            .send(&hex(PICTURE)[..]);
        assert_eq!(answer.expect("the server takes it").status(), 200);
    };
    let seen = "document.body.getAttribute('data-video') === 'yes' \
        && document.getElementById('camera').naturalWidth === 16 \
        && document.getElementById('camera').getBoundingClientRect().width > innerWidth / 4";
    until("a picture on the television", || {
        send();
        (browser.eval(seen) == true).then_some(())
    });
    // The camera stops: no old picture stands there as if it were now.
    browser.until(&format!("document.body.getAttribute('data-video') === 'no' && {hidden} && {missed}"));

    let mut without = Browser::open(&format!("{}/tv?video=off", hall.url()), 1080, 1920);
    without.until(&shows("sale"));
    assert_eq!(without.eval("document.getElementById('stage').textContent.indexOf('SIN IMAGEN')"), -1);
    assert_eq!(without.eval(OUTSIDE), "");
    drop((browser, without));
    hall.must(&hall.staff.cajero, "close-sale", &serde_json::json!({"game": game}));
    hall.finish();
}

/// Returns the bytes of this hex.
pub fn hex(text: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("two letters of hex");
    (0..text.len()).step_by(2).map(byte).collect()
}

/// The notices of the hall's folder take the place of its name between games, one after another, and nowhere else. What no
/// television should open is passed over.
#[test]
fn between_games_a_television_shows_the_hall_s_notices() {
    let mut hall = Hall::open(&Setup::default());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("written");
    let schedule = "[[notice]]\ntext = 'Mañana, especial'\nseconds = 3\n\
                    [[notice]]\ntext = 'Cena & baile'\nimage = 'la cena.jpg'\nseconds = 3\n\
                    [[notice]]\ntext = 'El año pasado'\nlast = '2020-12-31'\nseconds = 3\n";
    file("avisos.toml", schedule.as_bytes());
    file("la cena.jpg", &hex::decode(PICTURE).expect("hex"));
    // Its header claims 20000 x 20000.
    let mut huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    huge.extend([20_000u32.to_be_bytes(), 20_000u32.to_be_bytes()].concat());
    file("enorme.png", &huge);
    file("roto.jpg", b"no es una imagen");
    hall.stop();
    let settings = hall.dir().join("sala.toml");
    let text = std::fs::read_to_string(&settings).expect("the settings");
    let part = format!("[tv]\nnotices = \"{}\"\n\n[paper]", folder.path().display());
    std::fs::write(&settings, text.replacen("[paper]", &part, 1)).expect("they can be changed");
    hall.begin();

    let mut browser = Browser::open(&format!("{}/tv", hall.url()), 1280, 720);
    let told = |words: &str| format!("document.getElementById('stage').textContent.indexOf('{words}') >= 0");
    let pictured = "document.querySelector('#stage image') && \
                    document.querySelector('#stage image').getBoundingClientRect().height > 200";
    browser.until(&format!("{} && {} && !({pictured})", shows("idle"), told("Mañana, especial")));
    assert_eq!(browser.eval(OUTSIDE), "");
    browser.until(&format!("{} && {pictured}", told("Cena & baile")));
    assert_eq!(browser.eval(OUTSIDE), "");
    let source = "document.querySelector('#stage image').href.baseVal";
    let source = browser.eval(source).as_str().expect("an address").to_owned();
    assert!(source.starts_with("/tv/avisos/la%20cena.jpg?v="), "{source}");
    // Round again: the broken ones and the one of another year were never shown.
    browser.until(&told("Mañana, especial"));
    assert_eq!(browser.eval(&told("El año pasado")), false);
    let status = |path: &str| {
        let request = ureq::get(format!("{}{path}", hall.url())).config().http_status_as_error(false).build();
        request.call().expect("an answer").status().as_u16()
    };
    for other in ["enorme.png", "roto.jpg", "avisos.toml", "..%2Fsala.toml", "no-hay.png", "", "."] {
        assert_eq!(status(&format!("/tv/avisos/{other}")), 404, "{other}");
    }
    assert_eq!(status(&source), 200);

    hall.open_sale("A17");
    browser.until(&shows("sale"));
    assert_eq!(browser.eval(&format!("{} || {}", told("especial"), told("Cena"))), false, "players buy now");
}
