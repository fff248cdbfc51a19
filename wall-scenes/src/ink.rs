//! Fits the texts of a layout into their rooms, and paints it.
//!
//! Fitting needs fonts but no screen, so that tests can measure what a hall would see.

use std::sync::Arc;

use egui::epaint::text::Galley;
use egui::{
    Color32, Context, CornerRadius, Mesh, Painter, Pos2, Rect, Shape as Drawn, Stroke, StrokeKind, Ui, Vec2,
    pos2, vec2,
};
use hall_look::font::Face;
use hall_look::ink::{baseline, name};
use hall_look::sign;

use crate::layout::{Element, FRAME, Layout, Place, Run, STRIP, Says, Side, Sign, Text, Theme, Token, size};
use crate::words::Words;

/// Line height, as a factor of the size.
const PITCH: f32 = 1.16;

/// A text placed on the window.
#[derive(Clone)]
pub struct Fitted {
    /// Index into [`Layout::texts`].
    pub index: usize,
    /// In `u`, after shrinking.
    pub size: f32,
    /// Area of its capitals, on the window.
    pub covers: Rect,
    /// Its lines and their positions.
    pub lines: Vec<(Pos2, Arc<Galley>)>,
    /// Complete and within its room.
    pub fits: bool,
}

/// Fits every text of a layout into its room.
pub fn fit(ctx: &Context, layout: &Layout, place: &Place) -> Vec<Fitted> {
    let mut broken: Vec<(usize, &Text, Broken)> =
        layout.texts().enumerate().map(|(index, text)| (index, text, break_up(ctx, text, place))).collect();
    // Texts of a family take the smallest size among them.
    let shrunk: Vec<(u8, f32)> = broken
        .iter()
        .filter_map(|(_, text, broken)| Some((text.style.family?, broken.size / text.style.size)))
        .collect();
    for (_, text, broken) in &mut broken {
        let Some(family) = text.style.family else { continue };
        let least =
            shrunk.iter().filter(|(other, _)| *other == family).fold(1.0, |least, (_, part)| part.min(least));
        broken.size = least * text.style.size;
    }
    broken
        .into_iter()
        .map(|(index, text, broken)| settle(ctx, index, text, broken, place, layout.theme))
        .collect()
}

/// A text broken into lines at a size.
struct Broken {
    size: f32,
    lines: Vec<String>,
}

/// Breaks a text at spaces: at its own size if it fits, else smaller, else on one line more than it should have.
fn break_up(ctx: &Context, text: &Text, place: &Place) -> Broken {
    let room = text.room.size() * place.scale;
    let style = &text.style;
    let least = (style.size * style.least).max(size::SMALLEST.min(style.size));
    if style.lines == 1 && !text.words.contains('\n') {
        // The width of a single line is proportional to its size.
        let wide = width(ctx, style.face, &text.words, style.size * place.scale);
        let size = if wide <= room.x { style.size } else { style.size * 0.995 * room.x / wide };
        if size >= least && style.face.capitals() * size * place.scale <= room.y {
            return Broken { size, lines: vec![text.words.clone()] };
        }
    }
    for most in [style.lines, style.lines + 1] {
        let mut size = style.size;
        loop {
            let points = size * place.scale;
            let lines = wrap(ctx, text, points, room.x);
            let wide = lines.iter().map(|line| width(ctx, style.face, line, points)).fold(0.0, f32::max);
            if lines.len() <= most && wide <= room.x && height(style.face, points, lines.len()) <= room.y {
                return Broken { size, lines };
            }
            if size <= least {
                break;
            }
            size = (size * 0.98).max(least);
        }
    }
    Broken { size: least, lines: wrap(ctx, text, least * place.scale, room.x) }
}

/// From the capitals of the first line to the baseline of the last.
fn height(face: Face, points: f32, lines: usize) -> f32 {
    let lines = u16::try_from(lines).expect("a few lines");
    face.capitals() * points + PITCH * points * f32::from(lines - 1)
}

fn wrap(ctx: &Context, text: &Text, points: f32, room: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.words.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if !line.is_empty() && width(ctx, text.style.face, &longer, points) > room {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            } else {
                line = longer;
            }
        }
        lines.push(line);
    }
    lines
}

fn width(ctx: &Context, face: Face, line: &str, points: f32) -> f32 {
    galley(ctx, face, line, points, Color32::WHITE).size().x
}

fn galley(ctx: &Context, face: Face, line: &str, points: f32, colour: Color32) -> Arc<Galley> {
    ctx.fonts_mut(|fonts| fonts.layout_no_wrap(line.to_owned(), face.at(points), colour))
}

/// Positions the lines of a text, centred by capitals.
fn settle(ctx: &Context, index: usize, text: &Text, broken: Broken, place: &Place, theme: Theme) -> Fitted {
    let room = place.area(text.room);
    let points = broken.size * place.scale;
    let capitals = text.style.face.capitals() * points;
    let top = room.center().y - height(text.style.face, points, broken.lines.len()) / 2.0;
    let mut covers = Rect::NOTHING;
    let lines = (0u16..).zip(&broken.lines).map(|(place, line)| {
        let galley = galley(ctx, text.style.face, line, points, theme.colour(text.style.token));
        let wide = galley.size().x;
        let x = match text.style.side {
            Side::Left => room.left(),
            Side::Centre => room.center().x - wide / 2.0,
            Side::Right => room.right() - wide,
        };
        let y = top + PITCH * points * f32::from(place);
        covers = covers.union(Rect::from_min_size(pos2(x, y), vec2(wide, capitals)));
        (pos2(x, y + capitals - baseline(&galley)), galley)
    });
    let lines: Vec<_> = lines.collect();
    let fits = room.expand(0.5).contains_rect(covers) && lines.len() <= text.style.lines + 1;
    Fitted { index, size: broken.size, covers, lines, fits }
}

/// Paints the ground of a scene over the whole of `ui`. Not needed in a window that is cleared in that colour: in software it is
/// a third of the work.
pub fn ground(ui: &Ui, theme: Theme) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, theme.colour(Token::Ground));
}

/// Paints a layout on its [`ground`] and labels it for assistive technology. `camera` and `advert` paint the pictures.
pub fn paint(
    ui: &mut Ui,
    layout: &Layout,
    place: &Place,
    camera: impl FnMut(&Painter, Rect),
    advert: impl FnMut(&Painter, Rect) -> bool,
) {
    let theme = layout.theme;
    elements(ui, layout, place, camera, advert);
    if layout.framed {
        let width = FRAME * place.scale;
        let stroke = Stroke::new(width, theme.colour(Token::Paper));
        ui.painter().rect_stroke(place.visible, 0.0, stroke, StrokeKind::Inside);
    }
    // Over the frame, which would cover its accents.
    strip(ui, layout, place);
}

/// Paints what stands on the camera's picture: see [`Layout::on_camera`].
pub fn paint_over(ui: &mut Ui, layout: &Layout, place: &Place) {
    elements(ui, layout, place, |_, _| (), |_, _| false);
}

fn elements(
    ui: &mut Ui,
    layout: &Layout,
    place: &Place,
    mut camera: impl FnMut(&Painter, Rect),
    mut advert: impl FnMut(&Painter, Rect) -> bool,
) {
    let painter = ui.painter().clone();
    let (theme, words) = (layout.theme, Words::of(layout.language));
    let mut fitted = fit(ui.ctx(), layout, place).into_iter();
    for item in &layout.items {
        match item {
            Element::Panel { area, radius, fill, frame } => {
                let area = place.area(*area);
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few points")]
                let radius = CornerRadius::same((radius * place.scale).round() as u8);
                if let Some(fill) = fill {
                    painter.rect_filled(area, radius, theme.colour(*fill));
                }
                if let Some((width, token)) = frame {
                    let stroke = Stroke::new(width * place.scale, theme.colour(*token));
                    painter.rect_stroke(area, radius, stroke, StrokeKind::Inside);
                }
            }
            Element::Ball { centre, radius, fill, frame } => {
                let (centre, radius) = (place.point(*centre), radius * place.scale);
                if let Some(fill) = fill {
                    painter.circle_filled(centre, radius, theme.colour(*fill));
                }
                if let Some((width, token)) = frame {
                    let width = width * place.scale;
                    painter.circle_stroke(
                        centre,
                        radius - width / 2.0,
                        Stroke::new(width, theme.colour(*token)),
                    );
                }
            }
            Element::Corner { area, side, token } => {
                let (area, side) = (place.area(*area), side * place.scale);
                let corner = area.right_top();
                let cut = vec![corner - vec2(side, 0.0), corner, corner + vec2(0.0, side)];
                painter.add(Drawn::convex_polygon(cut, theme.colour(*token), Stroke::NONE));
            }
            Element::Sign { sign, area, token } => {
                let (area, colour) = (place.area(*area), theme.colour(*token));
                match sign {
                    Sign::Tick => sign::tick(&painter, area, colour),
                    Sign::Cross => sign::cross(&painter, area, colour),
                    Sign::Pause => sign::pause(&painter, area, colour),
                    Sign::Lost => sign::lost(&painter, area, colour),
                }
            }
            Element::Text(text) => {
                let fitted = fitted.next().expect("every text was fitted");
                for (at, galley) in fitted.lines {
                    painter.galley(at, galley, theme.colour(text.style.token));
                }
                match &text.style.says {
                    Says::Itself => name(ui, place.area(text.room), &text.words.replace('\n', " ")),
                    Says::Words(words) => name(ui, place.area(text.room), words),
                    Says::Nothing => (),
                }
            }
            Element::Aloud { area, words } => name(ui, place.area(*area), words),
            Element::Code { area, modules, runs } => {
                painter.add(code(place.area(*area), *modules, runs, ui.ctx().pixels_per_point()));
            }
            Element::Camera { area } => {
                name(ui, place.area(*area), &words.t("camera-says"));
                camera(&painter, place.area(*area));
            }
            Element::Advert { area } => {
                if advert(&painter, place.area(*area)) {
                    name(ui, place.area(*area), &words.t("advert-says"));
                }
            }
        }
    }
}

/// The dark modules of a QR code: whole pixels without soft edges, which cameras tell apart best.
fn code(area: Rect, modules: u16, runs: &[Run], pixels: f32) -> Drawn {
    let side = (area.width() * pixels / f32::from(modules)).floor().max(1.0) / pixels;
    let corner = area.center() - Vec2::splat(side * f32::from(modules) / 2.0);
    let corner = pos2((corner.x * pixels).round(), (corner.y * pixels).round()) / pixels;
    let mut mesh = Mesh::default();
    for run in runs {
        let at = corner + vec2(f32::from(run.x), f32::from(run.y)) * side;
        let size = vec2(f32::from(run.length), 1.0) * side;
        mesh.add_colored_rect(Rect::from_min_size(at, size), Theme::Dark.colour(Token::CodeInk));
    }
    Drawn::mesh(mesh)
}

/// Paints the flag strip, above the scene.
fn strip(ui: &mut Ui, layout: &Layout, place: &Place) {
    let (ground, ink) = (layout.theme.colour(Token::Paper), layout.theme.colour(Token::Ink));
    for (area, words) in place.strip(layout) {
        ui.painter().rect_filled(area, 0.0, ground);
        let points = area.height() / STRIP * 4.0;
        let face = Face::WallBold;
        let galley = galley(ui.ctx(), face, &words, points, ink);
        let x = area.center().x - galley.size().x / 2.0;
        let y = area.center().y + face.capitals() * points / 2.0 - baseline(&galley);
        ui.painter().galley(pos2(x, y), galley, ink);
        name(ui, area, &words);
    }
}
