//! Signs painted as lines and polygons: states differ by shape, not by colour alone.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

/// Paints a tick.
pub fn tick(painter: &Painter, room: Rect, colour: Color32) {
    let at = |x: f32, y: f32| room.min + vec2(room.width() * x, room.height() * y);
    let stroke = Stroke::new(room.width() * 0.17, colour);
    painter.line(vec![at(0.08, 0.55), at(0.38, 0.85), at(0.92, 0.15)], stroke);
}

/// Paints a cross.
pub fn cross(painter: &Painter, room: Rect, colour: Color32) {
    let stroke = Stroke::new(room.width() * 0.17, colour);
    let inner = room.shrink(room.width() * 0.1);
    painter.line_segment([inner.left_top(), inner.right_bottom()], stroke);
    painter.line_segment([inner.right_top(), inner.left_bottom()], stroke);
}

/// Paints two bars: pause.
pub fn pause(painter: &Painter, room: Rect, colour: Color32) {
    let width = room.width() * 0.28;
    for x in [room.left() + room.width() * 0.12, room.right() - room.width() * 0.12 - width] {
        painter.rect_filled(
            Rect::from_min_size(pos2(x, room.top()), vec2(width, room.height())),
            0.0,
            colour,
        );
    }
}

/// Paints an octagon: an alto.
pub fn octagon(painter: &Painter, room: Rect, fill: Color32) {
    let cut = room.width() * 0.293;
    let (l, r, t, b) = (room.left(), room.right(), room.top(), room.bottom());
    let corners = [
        (l + cut, t),
        (r - cut, t),
        (r, t + cut),
        (r, b - cut),
        (r - cut, b),
        (l + cut, b),
        (l, b - cut),
        (l, t + cut),
    ];
    let corners = corners.map(|(x, y)| pos2(x, y)).to_vec();
    painter.add(Shape::convex_polygon(corners, fill, Stroke::NONE));
}

/// Paints three signal bars with a cross over the shortest: connection lost.
pub fn lost(painter: &Painter, room: Rect, colour: Color32) {
    let wide = room.width() * 0.25;
    for (place, height) in [(0.0, 0.34), (1.0, 0.64), (2.0, 0.94)] {
        let height = room.height() * height;
        let left = room.left() + wide * 1.5 * place;
        let bar = Rect::from_min_max(pos2(left, room.bottom() - height), pos2(left + wide, room.bottom()));
        painter.rect_filled(bar, 0.0, colour);
    }
    let side = room.width() * 0.44;
    let corner = room.left_top() - vec2(room.width() * 0.08, room.height() * 0.02);
    cross(painter, Rect::from_min_size(corner, vec2(side, side)), colour);
}

/// Paints a triangle pointing right: now.
pub fn arrow(painter: &Painter, room: Rect, colour: Color32) {
    let corners = vec![room.left_top(), room.right_center(), room.left_bottom()];
    painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
}

/// Paints a dashed rectangle: provisional.
pub fn dashed_rect(painter: &Painter, room: Rect, stroke: Stroke, dash: f32) {
    let corners =
        [room.left_top(), room.right_top(), room.right_bottom(), room.left_bottom(), room.left_top()];
    painter.extend(Shape::dashed_line(&corners, stroke, dash, dash * 0.7));
}

/// Paints a dashed circle: a ball out but not announced.
pub fn dashed_circle(painter: &Painter, centre: Pos2, radius: f32, stroke: Stroke, dash: f32) {
    let turn = std::f32::consts::TAU / 180.0;
    let ring: Vec<Pos2> = (0..=180u8)
        .map(|step| centre + vec2((f32::from(step) * turn).cos(), (f32::from(step) * turn).sin()) * radius)
        .collect();
    painter.extend(Shape::dashed_line(&ring, stroke, dash, dash * 0.7));
}
