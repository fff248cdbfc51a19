//! A screen without a window: frames are run at times that are told, and the last one is drawn.

use egui::{Context, FullOutput, RawInput, Rect, Ui, Vec2};

use crate::raster::{Picture, Textures, draw};

/// A screen.
pub struct Screen {
    ctx: Context,
    size: Vec2,
    textures: Textures,
}

impl Screen {
    /// Opens a screen of this size, with the faces of the hall.
    pub fn new(size: Vec2) -> Screen {
        let ctx = Context::default();
        hall_look::font::install(&ctx);
        ctx.set_theme(egui::Theme::Dark);
        // A cursor that blinks would be there in one picture and not in the next.
        ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = false);
        Screen { ctx, size, textures: Textures::default() }
    }

    /// Runs a frame at this time, in seconds.
    pub fn frame(&mut self, at_s: f64, paint: impl FnMut(&mut Ui)) -> FullOutput {
        self.frame_with(at_s, Vec::new(), paint)
    }

    /// The same, and these things happen.
    pub fn frame_with(
        &mut self,
        at_s: f64,
        events: Vec<egui::Event>,
        mut paint: impl FnMut(&mut Ui),
    ) -> FullOutput {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, self.size)),
            time: Some(at_s),
            focused: true,
            events,
            ..RawInput::default()
        };
        let mut output = self.ctx.run_ui(input, |ui| paint(ui));
        self.textures.take(&mut output.textures_delta);
        output
    }

    /// Runs a last frame and draws it.
    pub fn picture(&mut self, at_s: f64, paint: impl FnMut(&mut Ui)) -> Picture {
        let output = self.frame(at_s, paint);
        let jobs = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        draw(&jobs, &self.textures, [self.size.x as usize, self.size.y as usize])
    }
}
