use egui::epaint::{ClippedPrimitive, Primitive, Vertex};
use egui::{Color32, ColorImage, ImageData, Mesh, Rect, TextureId, TexturesDelta, pos2};

use crate::raster::{Picture, Textures, draw};

const ID: TextureId = TextureId::Managed(0);

/// Returns textures in which the only one has these texels, side by side.
fn textures(texels: &[Color32]) -> Textures {
    let image = ColorImage::new([texels.len(), 1], texels.to_vec());
    let mut delta = TexturesDelta::default();
    delta.push(ID, egui::epaint::ImageDelta::full(ImageData::from(image), egui::TextureOptions::LINEAR));
    let mut textures = Textures::default();
    textures.take(&mut delta);
    textures
}

/// Returns a square of two triangles that go round in opposite ways, with the whole texture on it.
fn square(room: Rect, color: Color32) -> Mesh {
    let corner = |x: f32, y: f32| Vertex {
        pos: pos2(x, y),
        uv: (pos2(x, y) - room.min).to_pos2() / room.width(),
        color,
    };
    let vertices = vec![
        corner(room.left(), room.top()),
        corner(room.right(), room.top()),
        corner(room.right(), room.bottom()),
        corner(room.left(), room.bottom()),
    ];
    Mesh { indices: vec![0, 1, 2, 3, 2, 0], vertices, texture_id: ID }
}

fn drawn(mesh: Mesh, texels: &[Color32], clip: Rect) -> Picture {
    draw(&[ClippedPrimitive { clip_rect: clip, primitive: Primitive::Mesh(mesh) }], &textures(texels), [8, 8])
}

/// Returns the red of a row.
fn row(picture: &Picture, y: usize) -> Vec<u8> {
    picture.rgb[y * 8..][..8].iter().map(|pixel| pixel[0]).collect()
}

fn room(from: f32, to: f32) -> Rect {
    Rect::from_min_max(pos2(from, from), pos2(to, to))
}

#[test]
fn two_triangles_share_an_edge_and_no_pixel() {
    // Half opaque: a pixel that is drawn twice is lighter, and one that is forgotten is black.
    let half = Color32::from_rgba_premultiplied(100, 0, 0, 128);
    let picture = drawn(square(room(1.0, 6.0), half), &[Color32::WHITE], room(0.0, 8.0));
    for y in 0..8 {
        let inside = (1..6).contains(&y);
        let expected = [0, 1, 1, 1, 1, 1, 0, 0].map(|part| if inside { part * 100 } else { 0 });
        assert_eq!(row(&picture, y), expected, "row {y}");
    }
}

#[test]
fn a_pixel_is_drawn_where_its_middle_lies_within() {
    let picture = drawn(square(room(1.6, 5.6), Color32::WHITE), &[Color32::WHITE], room(0.0, 8.0));
    assert_eq!(row(&picture, 1), [0; 8]);
    assert_eq!(row(&picture, 2), [0, 0, 255, 255, 255, 255, 0, 0]);
}

#[test]
fn nothing_is_drawn_beyond_the_clip_or_the_picture() {
    let picture = drawn(square(room(-20.0, 20.0), Color32::WHITE), &[Color32::WHITE], room(2.4, 40.0));
    assert_eq!(row(&picture, 1), [0; 8]);
    assert_eq!(row(&picture, 7), [0, 0, 255, 255, 255, 255, 255, 255]);
}

#[test]
fn ink_lies_over_what_was_there() {
    let both = |below: Color32, above: Color32| {
        let mut mesh = square(room(0.0, 8.0), below);
        mesh.append(square(room(0.0, 8.0), above));
        drawn(mesh, &[Color32::WHITE], room(0.0, 8.0)).rgb[0]
    };
    let grey = Color32::from_gray(200);
    assert_eq!(both(grey, Color32::TRANSPARENT), [200; 3]);
    assert_eq!(both(grey, Color32::from_rgb(9, 8, 7)), [9, 8, 7]);
    assert_eq!(both(grey, Color32::from_rgba_premultiplied(50, 0, 0, 51)), [210, 160, 160]);
}

#[test]
fn a_texture_is_smooth_between_its_texels_and_tinted() {
    let texels = [Color32::BLACK, Color32::WHITE];
    let picture = drawn(square(room(0.0, 8.0), Color32::from_rgb(200, 0, 0)), &texels, room(0.0, 8.0));
    assert_eq!(row(&picture, 3), [0, 0, 25, 75, 125, 175, 200, 200]);
    assert_eq!(picture.rgb[7], [200, 0, 0]);
}

#[test]
fn a_patch_changes_its_part_of_a_texture() {
    let mut textures = textures(&[Color32::BLACK; 8]);
    let patch = ColorImage::new([2, 1], vec![Color32::WHITE; 2]);
    let mut delta = TexturesDelta::default();
    let patch =
        egui::epaint::ImageDelta::partial([4, 0], ImageData::from(patch), egui::TextureOptions::LINEAR);
    delta.push(ID, patch);
    textures.take(&mut delta);
    let mesh = square(room(0.0, 8.0), Color32::WHITE);
    let job = ClippedPrimitive { clip_rect: room(0.0, 8.0), primitive: Primitive::Mesh(mesh) };
    assert_eq!(row(&draw(&[job], &textures, [8, 8]), 0), [0, 0, 0, 0, 255, 255, 0, 0]);
}
