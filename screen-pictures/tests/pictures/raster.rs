//! Triangles become pixels: what egui hands to a graphics card, drawn in software, always the same.
//!
//! Colours are blended as the screens' shaders do it: premultiplied, in gamma space, in eight bits.
//! Textures are sampled smoothly, as egui's font texture wants it.

use std::collections::HashMap;

use egui::epaint::{ClippedPrimitive, Primitive, Vertex};
use egui::{Color32, ColorImage, ImageData, Mesh, Pos2, Rangef, Rect, TextureId, TexturesDelta};

/// A picture: rows from the top, red, green and blue.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// How wide, in pixels.
    pub wide: usize,
    /// How high, in pixels.
    pub high: usize,
    /// The pixels.
    pub rgb: Vec<[u8; 3]>,
}

/// The textures a screen has handed over.
#[derive(Default)]
pub struct Textures(HashMap<TextureId, ColorImage>);

impl Textures {
    /// Takes what has changed. What is no longer needed is kept: a picture is soon done.
    pub fn take(&mut self, delta: &mut TexturesDelta) {
        delta.free.clear();
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(image) = change.image;
                match change.pos {
                    None => {
                        self.0.insert(id, (*image).clone());
                    }
                    Some(at) => patch(self.0.get_mut(&id).expect("a patch of a known texture"), at, &image),
                }
            }
        }
    }
}

fn patch(whole: &mut ColorImage, [left, top]: [usize; 2], part: &ColorImage) {
    let [wide, _] = part.size;
    for (row, pixels) in part.pixels.chunks_exact(wide).enumerate() {
        let start = (top + row) * whole.size[0] + left;
        whole.pixels[start..start + wide].copy_from_slice(pixels);
    }
}

/// Draws what egui has tessellated, at one pixel for each point, on black.
pub fn draw(jobs: &[ClippedPrimitive], textures: &Textures, [wide, high]: [usize; 2]) -> Picture {
    let mut picture = Picture { wide, high, rgb: vec![[0; 3]; wide * high] };
    for job in jobs {
        let Primitive::Mesh(mesh) = &job.primitive else { panic!("no screen paints by itself") };
        let texture = textures.0.get(&mesh.texture_id).expect("a mesh has its texture");
        picture.mesh(mesh, texture, job.clip_rect);
    }
    picture
}

impl Picture {
    fn mesh(&mut self, mesh: &Mesh, texture: &ColorImage, clip: Rect) {
        for corners in mesh.indices.chunks_exact(3) {
            self.triangle([0, 1, 2].map(|corner| &mesh.vertices[corners[corner] as usize]), texture, clip);
        }
    }

    /// A pixel belongs to the triangle in which its middle lies; on an edge that two share, to one.
    fn triangle(&mut self, [a, b, c]: [&Vertex; 3], texture: &ColorImage, clip: Rect) {
        let area = turn(a.pos, b.pos, c.pos);
        if area == 0.0 {
            return;
        }
        // Clockwise, whichever way egui went round.
        let [a, b, c] = if area > 0.0 { [a, b, c] } else { [a, c, b] };
        let of = [a, b, c].map(values);
        let flat = (of[0] == of[1] && of[1] == of[2]).then(|| ink(texture, of[0]));
        let room = Rect::from_points(&[a.pos, b.pos, c.pos]);
        let (left, right) = span(room.x_range(), clip.x_range(), self.wide);
        let (top, bottom) = span(room.y_range(), clip.y_range(), self.high);
        for y in top..bottom {
            for x in left..right {
                let middle = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
                let parts = [(b, c), (c, a), (a, b)].map(|(from, to)| part(from.pos, to.pos, middle));
                let [Some(of_a), Some(of_b), Some(of_c)] = parts else { continue };
                let ink = flat.unwrap_or_else(|| {
                    let mixed = std::array::from_fn(|value| {
                        (of_a * of[0][value] + of_b * of[1][value] + of_c * of[2][value]) / area.abs()
                    });
                    ink(texture, mixed)
                });
                blend(&mut self.rgb[y * self.wide + x], ink);
            }
        }
    }
}

/// Returns what a corner hands to the pixels between the corners: place in the texture, and colour.
fn values(corner: &Vertex) -> [f64; 6] {
    let [red, green, blue, alpha] = corner.color.to_array().map(f64::from);
    [f64::from(corner.uv.x), f64::from(corner.uv.y), red, green, blue, alpha]
}

/// Returns the colour that is laid on a pixel: the texture's, tinted.
fn ink(texture: &ColorImage, values: [f64; 6]) -> [f32; 4] {
    let [u, v, red, green, blue, alpha] = values.map(|value| value as f32);
    let (tint, texel) = ([red, green, blue, alpha], sample(texture, u, v));
    std::array::from_fn(|channel| tint[channel] * texel[channel] / 255.0)
}

/// Returns the pixels between both ranges, within the picture.
fn span(shape: Rangef, clip: Rangef, many: usize) -> (usize, usize) {
    let whole = |at: f32| at.clamp(0.0, many as f32) as usize;
    (whole(shape.min.floor().max(clip.min.round())), whole(shape.max.ceil().min(clip.max.round())))
}

/// Returns twice the area of a triangle; it is positive where its corners go round clockwise.
fn turn(a: Pos2, b: Pos2, c: Pos2) -> f64 {
    let [ax, ay, bx, by, cx, cy] = [a.x, a.y, b.x, b.y, c.x, c.y].map(f64::from);
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// Returns how far a point is on the inner side of an edge. One on the edge itself is inside where
/// the edge is at the top or at the left.
fn part(from: Pos2, to: Pos2, at: Pos2) -> Option<f64> {
    let inner = turn(from, to, at);
    let top_or_left = to.y < from.y || (to.y == from.y && to.x > from.x);
    (inner > 0.0 || (inner == 0.0 && top_or_left)).then_some(inner)
}

/// Returns the colour of a texture at a place from 0 to 1, between the four texels round it.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let between = |at: f32, many: usize| {
        let at = at * many as f32 - 0.5;
        let last = many as f32 - 1.0;
        let [first, second] = [at.floor(), at.floor() + 1.0].map(|at| at.clamp(0.0, last) as usize);
        (first, second, at - at.floor())
    };
    let (left, right, across) = between(u, texture.size[0]);
    let (top, bottom, down) = between(v, texture.size[1]);
    let texel = |x: usize, y: usize| texture.pixels[y * texture.size[0] + x];
    let upper = towards(texel(left, top), texel(right, top), across);
    let lower = towards(texel(left, bottom), texel(right, bottom), across);
    [0, 1, 2, 3].map(|part| upper[part] + (lower[part] - upper[part]) * down)
}

fn towards(from: Color32, to: Color32, part: f32) -> [f32; 4] {
    let (from, to) = (from.to_array().map(f32::from), to.to_array().map(f32::from));
    [0, 1, 2, 3].map(|channel| from[channel] + (to[channel] - from[channel]) * part)
}

/// Lays ink over a pixel; what its opacity leaves of the pixel stays.
fn blend(pixel: &mut [u8; 3], ink: [f32; 4]) {
    let left = 1.0 - ink[3] / 255.0;
    for (below, above) in pixel.iter_mut().zip(ink) {
        // Rounded; what is more than white stays white.
        *below = (above + f32::from(*below) * left + 0.5) as u8;
    }
}
