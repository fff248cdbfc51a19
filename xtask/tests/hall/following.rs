//! The page for players' phones in a real browser: each ball is said once, what is old says so, and everybody can read it
//! (WCAG 2.2 AA, by axe; numbers at 7 to 1).

use std::path::Path;

use serde_json::{Value, json};
use xtask::programs::program;

use crate::browser::{Browser, Line};
use crate::kit::{Hall, Setup, until};

/// Writes down every sentence of the live region, as a reader gets them.
const LISTEN: &str = "(function () {
    window.sentences = [];
    new MutationObserver(function () { if (at('said').textContent) sentences.push(at('said').textContent); })
        .observe(at('said'), {childList: true, characterData: true, subtree: true});
    return true;
})()";

const FRESH: &str = "document.body.dataset.connected === 'yes'";

/// What axe finds, as text; empty is good.
const AXE: &str = "window.found = undefined, axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
    .then(function (all) {
        window.found = all.violations.map(function (one) { return one.id + ': ' + one.nodes.map(function (node) { return node.html; }).join(' '); }).join('; ');
        window.passed = all.passes.length;
    }, function (error) { window.found = String(error); }), true";

/// The least contrast of a number, an amount or a sentence that is seen, and where.
const CONTRAST: &str = "(function () {
    function light(colour) {
        var part = colour.match(/[0-9.]+/g).map(Number).slice(0, 3).map(function (level) {
            level /= 255;
            return level <= 0.04045 ? level / 12.92 : Math.pow((level + 0.055) / 1.055, 2.4);
        });
        return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
    }
    function ground(element) {
        var colour = getComputedStyle(element).backgroundColor;
        if (!/, 0\\)$/.test(colour)) return colour;
        return element.parentElement ? ground(element.parentElement) : 'rgb(0, 0, 0)';
    }
    var least = [99, ''], all = document.querySelectorAll('td, #last, #before li, #order li, dd, dt, h1, h2, p, a, #lost'), i, a, b, ratio;
    for (i = 0; i < all.length; i++) {
        if (!all[i].textContent || !all[i].getClientRects().length || all[i].closest('.aloud')) continue;
        a = light(getComputedStyle(all[i]).color);
        b = light(ground(all[i]));
        ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < least[0]) least = [ratio, all[i].outerHTML];
    }
    return least;
})()";

/// What is wider than its room or the window, or too small to be touched.
const CRAMPED: &str = "(function () {
    var out = [], all = document.querySelectorAll('td, #last, #before li, #order li, .money, dd, dt, p, h1, h2, a'), i, box;
    if (document.documentElement.scrollWidth > innerWidth) out.push('the page is ' + document.documentElement.scrollWidth + ' wide');
    for (i = 0; i < all.length; i++) {
        box = all[i].getBoundingClientRect();
        if (!box.width || all[i].closest('.aloud')) continue;
        if (all[i].scrollWidth > all[i].clientWidth + 1 && getComputedStyle(all[i]).display !== 'inline') out.push(all[i].outerHTML);
        if (box.right > innerWidth + 0.5 && !all[i].closest('.lost #band')) out.push(all[i].outerHTML);
        if (all[i].tagName === 'A' && (box.width < 24 || box.height < 24)) out.push('small: ' + all[i].outerHTML);
    }
    return out.join('; ');
})()";

/// WCAG 1.4.12: a reader who needs more space between letters and lines has it.
const SPACED: &str = "(function () {
    var style = document.createElement('style');
    style.id = 'spaced';
    style.textContent = '*{letter-spacing:.12em!important;word-spacing:.16em!important;line-height:1.5!important}';
    document.head.appendChild(style);
    return true;
})()";

fn shows(scene: &str) -> String {
    format!("{FRESH} && document.body.dataset.scene === '{scene}'")
}

fn lit(called: &[u8]) -> String {
    let last = called.last().map_or(String::new(), ToString::to_string);
    format!(
        "{FRESH} && document.body.dataset.lit === '{}' && document.body.dataset.last === '{last}'",
        called.len()
    )
}

fn text(browser: &mut Browser, id: &str) -> String {
    browser.eval(&format!("at('{id}').textContent")).as_str().expect("words").to_owned()
}

fn sentences(browser: &mut Browser) -> Vec<String> {
    let all = browser.eval("sentences.splice(0)");
    all.as_array().expect("a list").iter().map(|one| one.as_str().expect("words").to_owned()).collect()
}

/// A ball as the caller says it.
fn words(ball: u8) -> String {
    const DIGITS: [&str; 10] =
        ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"];
    let digit = |digit: u8| DIGITS[usize::from(digit)];
    if ball < 10 { ball.to_string() } else { format!("{ball}: {}, {}", digit(ball / 10), digit(ball % 10)) }
}

/// axe, as `./bombo test` installs it.
fn axe() -> String {
    let folder = program("hall-server");
    let folder = folder.ancestors().nth(2).expect("target").join("axe/axe.min.js");
    std::fs::read_to_string(&folder)
        .unwrap_or_else(|error| panic!("./bombo test installs axe as {}: {error}", folder.display()))
}

/// Everybody can read the page as it is: by axe, by the contrast of its letters, and narrow, with letters set wide.
#[track_caller]
fn reads(browser: &mut Browser, state: &str) {
    browser.eval(AXE);
    browser.until("window.found !== undefined");
    assert_eq!(browser.eval("window.found"), "", "{state}");
    assert!(browser.eval("window.passed").as_u64() > Some(20), "axe looked at {state}");
    let least = browser.eval(CONTRAST);
    assert!(least[0].as_f64() >= Some(7.0), "{state}: {least}");
    picture(browser, &format!("{state}-390"));
    browser.resize(320, 568);
    assert_eq!(browser.eval(CRAMPED), "", "{state} at 320 px");
    picture(browser, &format!("{state}-320"));
    browser.eval(SPACED);
    assert_eq!(browser.eval(CRAMPED), "", "{state} at 320 px with letters set wide");
    browser.eval("document.getElementById('spaced').remove()");
    browser.resize(1280, 800);
    assert_eq!(browser.eval(CRAMPED), "", "{state} at 1280 px");
    picture(browser, &format!("{state}-1280"));
    browser.resize(390, 844);
}

/// For whoever wants to look at it.
fn picture(browser: &mut Browser, name: &str) {
    let Some(folder) = std::env::var_os("BOMBO_PICTURES") else { return };
    let bytes = crate::inspection::base64(&browser.picture());
    std::fs::write(Path::new(&folder).join(format!("seguir-{name}.png")), bytes)
        .expect("the folder is there");
}

#[test]
fn a_phone_follows_a_game_and_everybody_can_read_it() {
    let hall = Hall::open(&Setup { interval_ms: 60, ..Setup::default() });
    let line = Line::to(&hall.url());
    let mut phone = Browser::open(&format!("{}/tv/seguir", line.url), 390, 844);
    phone.until(&shows("idle"));
    assert_eq!(phone.eval("document.documentElement.lang"), "es");
    phone.eval(&axe());
    phone.eval(LISTEN);
    reads(&mut phone, "idle");

    let game = hall.open_sale("A17");
    phone.until(&shows("sale"));
    reads(&mut phone, "sale");
    hall.must(&hall.staff.cajero, "issue-block", &hall.block(game, ("A17", 1, 6)));
    hall.must(&hall.staff.cajero, "close-sale", &json!({"game": game}));
    phone.until(&shows("totals"));
    // The words that close the sale, as they are read aloud.
    assert_eq!(text(&mut phone, "said"), hall.public().game.expect("a game").formula);
    reads(&mut phone, "totals");

    hall.start(game);
    phone.until(&shows("draw"));
    sentences(&mut phone);
    let called = hall.balls(game, 3);
    phone.until(&lit(&called));
    assert_eq!(text(&mut phone, "last"), called[2].to_string());
    let before =
        phone.eval("[].map.call(at('before').children, function (li) { return li.textContent; }).join(' ')");
    let expected: Vec<String> = called[..2].iter().rev().map(ToString::to_string).collect();
    assert_eq!(before, expected.join(" "));
    let said = sentences(&mut phone).join(". ");
    assert_eq!(said, called.iter().copied().map(words).collect::<Vec<_>>().join(". "), "each once, in order");
    // A reader goes through the ninety and hears which were called.
    let on = "[].filter.call(at('cells').querySelectorAll('td'), function (td) { return / cantado$/.test(td.textContent); }).length";
    assert_eq!(phone.eval(on), 3);
    reads(&mut phone, "draw");

    a_cut_line(&hall, &line, &mut phone, game, &called);
    a_winner(&hall, &mut phone, game);

    hall.to_the_end(game);
    phone.until(&shows("winners"));
    reads(&mut phone, "winners");
    in_english(&hall, &line);

    let game = hall.sell(&[("A17", 7, 10)]);
    hall.void(game);
    phone.until(&shows("void"));
    assert!(text(&mut phone, "said").contains("devuelve"), "what to do with the cards");
    reads(&mut phone, "void");
    drop(phone);
    hall.finish();
}

/// What is old says so aloud, and nothing of it looks as if it were now; what was missed is summed up.
fn a_cut_line(hall: &Hall, line: &Line, phone: &mut Browser, game: u32, called: &[u8]) {
    let amber = "getComputedStyle(at('last')).backgroundColor === 'rgb(255, 184, 28)'";
    assert_eq!(phone.eval(amber), true);
    line.cut();
    phone.until("at('lost').textContent.indexOf('Sin conexión. Los datos son de las') === 0");
    assert_eq!(phone.eval("at('lost').getAttribute('role')"), "alert");
    assert_eq!(phone.eval(amber), false);
    assert_eq!(text(phone, "said"), "", "nothing old is read as if it were said now");
    assert_eq!(phone.eval("at('prizes').hidden && at('facts').hidden"), true);
    reads(phone, "lost");
    sentences(phone);
    let missed = hall.balls(game, 5);
    assert_eq!(
        phone.eval("document.body.dataset.lit"),
        called.len().to_string(),
        "the canary: nothing reached it"
    );
    // The phones' lane is a moment behind: one that never lost its line has them all first.
    let mut near = Browser::open(&format!("{}/tv/seguir", hall.url()), 390, 844);
    near.until(&lit(&missed));
    drop(near);
    line.lead_to(&hall.url());
    phone.until(&lit(&missed));
    let last = words(*missed.last().expect("balls"));
    let sum = format!("Ya hay conexión. Van {} bolas. La última, {last}.", missed.len());
    assert_eq!(sentences(phone), [sum]);
    assert_eq!(text(phone, "lost"), "");
    // In a pocket it has no connection; taken out, it is as it was.
    let follows = |count: usize| {
        until("the phones of the server", || {
            let mut answer = ureq::get(format!("{}/metrics", hall.url())).call().ok()?;
            let text = answer.body_mut().read_to_string().ok()?;
            text.contains(&format!("bombo_phones {count}\n")).then_some(())
        });
    };
    phone.eval("asleep(true)");
    follows(0);
    assert_eq!(phone.eval("document.body.dataset.connected"), "no");
    phone.eval("asleep(false)");
    phone.until(&lit(&missed));
    follows(1);
}

/// A card is checked and wins; the question is asked.
fn a_winner(hall: &Hall, phone: &mut Browser, game: u32) {
    let mesa = &hall.staff.mesa;
    let claim = |card: u32| {
        let code = &hall.tickets.get("A17", card).code;
        let sung = hall.must(mesa, "claim", &json!({"game": game, "play": "line", "code": code}));
        sung.events.last().expect("a claim is an event").body["claim"].clone()
    };
    let head = |phone: &mut Browser| {
        let claims = hall.public().stop.expect("a stop").claims;
        let head = claims.last().expect("a claim").hall_head.es.clone();
        phone.until(&format!("at('said').textContent.indexOf({}) > 0", Value::from(head)));
    };
    claim(2);
    phone.until(&shows("check"));
    head(phone);
    assert!(phone.eval("document.querySelectorAll('td.lacks').length").as_u64() > Some(0));
    reads(phone, "check-missing");
    let good = claim(1);
    head(phone);
    hall.must(mesa, "accept-claim", &json!({"game": game, "claim": good}));
    phone.until("at('band').className === 'whole ok'");
    reads(phone, "check-good");
    let stop = hall.stop_no();
    hall.must(mesa, "ask-question", &json!({"game": game, "stop": stop}));
    phone.until(&shows("question"));
    assert_eq!(text(phone, "said"), "¿Alguna línea más? Cante ahora.");
    reads(phone, "question");
    sentences(phone);
    hall.go_on(game);
    phone.until(&shows("draw"));
    let said = sentences(phone);
    assert!(said.len() == 1 && said[0].starts_with("Sigue la partida. Se juega el bingo: "), "{said:?}");
}

fn in_english(hall: &Hall, line: &Line) {
    let mut phone = Browser::open(&format!("{}/tv/seguir?lang=en", line.url), 390, 844);
    phone.until(&shows("winners"));
    assert_eq!(phone.eval("document.documentElement.lang"), "en");
    let game = hall.public().game.expect("a game").game;
    assert_eq!(text(&mut phone, "title"), format!("End of game {game}"));
    assert_eq!(phone.eval("at('other').lang + at('other').getAttribute('href')"), "es?lang=es");
    let keys = "Object.keys(WORDS.es).join() === Object.keys(WORDS.en).join() && Object.keys(WORDS.en).every(function (key) { return WORDS.en[key]; })";
    assert_eq!(phone.eval(keys), true, "every word in both languages");
    phone.eval(&axe());
    reads(&mut phone, "english");
}
