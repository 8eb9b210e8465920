//! The figure's skins. The color of each texel is computed from the part of the figure that it covers.

mod ambient;
mod cloth;
mod face;
pub mod inks;
mod leather;
mod median_cut;
pub mod noise;
pub mod pcx;
pub mod png;
mod props;
mod surface;

use glam::DVec3;

use crate::body::SkinnedMesh;
use crate::body::islands::Island;
use ambient::Occluder;
use inks::{Color, Inks, toned};
use surface::{Spot, Surface};

/// A painted picture: its size in pixels, and their red, green and blue (sRGB), rows from the top.
#[derive(Clone, Debug)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<[u8; 3]>,
}

/// Paint on one spot: a color, and its brightness relative to the material (1 is the material itself).
#[derive(Clone, Copy, Debug)]
struct Dab {
    color: Color,
    tone: f64,
}

impl Dab {
    /// Lays `color` over with the given coverage.
    fn cover(&mut self, color: Color, coverage: f64) {
        self.color = self.color.lerp(color, coverage.clamp(0.0, 1.0));
    }

    /// Lays other paint over, including its tone.
    fn lay(&mut self, over: Dab, coverage: f64) {
        let coverage = coverage.clamp(0.0, 1.0);
        self.cover(over.color, coverage);
        self.tone += (over.tone - self.tone) * coverage;
    }

    /// Makes the spot lighter (positive) or darker.
    fn shade(&mut self, by: f64) {
        self.tone *= 1.0 + by;
    }
}

/// Paints every skin of the figure: file name and picture.
pub fn skins(mesh: &SkinnedMesh) -> Vec<(&'static str, Picture)> {
    let canvas = Canvas::new(mesh);
    inks::skins().map(|(name, inks)| (name, canvas.paint(&inks))).to_vec()
}

/// Paints the one skin of a model other than the figure.
pub fn prop(mesh: &SkinnedMesh) -> Picture {
    Canvas::new(mesh).paint(&inks::skins()[0].1)
}

/// The surface of a skin's texels and their openness to light, which all palettes share.
struct Canvas {
    surface: Surface,
    openness: Vec<f64>,
}

impl Canvas {
    fn new(mesh: &SkinnedMesh) -> Self {
        let surface = Surface::new(mesh);
        let occluder = Occluder::new(mesh);
        let spots = surface.spots.iter();
        let openness = spots.map(|spot| spot.map_or(1.0, |spot| occluder.openness(spot.at, spot.normal)));
        Self { openness: openness.collect(), surface }
    }

    fn paint(&self, inks: &Inks) -> Picture {
        let spots = self.surface.spots.iter().zip(&self.openness);
        let mut colors: Vec<Option<Color>> =
            spots.map(|(spot, &open)| spot.map(|spot| finished(&spot, open, inks))).collect();
        for _ in 0..4 {
            bleed(&mut colors, self.surface.size);
        }
        let size = self.surface.size.cast_unsigned();
        let ground = toned(inks.coat, 0.6);
        let pixels = colors.into_iter().map(|color| bytes(color.unwrap_or(ground))).collect();
        Picture { width: size, height: size, pixels }
    }
}

/// Returns the color of a spot: the paint of its material, light from above, and soft shadow from near parts.
fn finished(spot: &Spot, openness: f64, inks: &Inks) -> Color {
    let mut dab = match spot.island {
        Island::Head | Island::HairTop => face::head(spot, inks),
        Island::Torso => cloth::torso(spot, inks),
        Island::Skirt => cloth::skirt(spot, inks),
        Island::Lining => cloth::lining(spot, inks),
        Island::Sleeve => cloth::sleeve(spot, inks),
        Island::Leg => cloth::trousers(spot, inks),
        Island::Scarf => cloth::scarf(spot, inks),
        Island::Tail => cloth::tail(spot, inks),
        Island::Hand => leather::glove(spot, inks),
        Island::Boot | Island::Sole => leather::boot(spot, inks),
        Island::Satchel => leather::satchel(spot, inks),
        Island::Iron => props::iron(spot, inks),
        Island::Wood => props::wood(spot, inks),
        Island::Ball => props::ball(spot, inks),
    };
    dab.shade(0.07 * spot.normal.z);
    toned(dab.color, dab.tone * (0.45 + 0.55 * inks::ramp(0.1, 0.95, openness)))
}

/// Grows every island by one texel, so that filtering at its border finds its own color.
fn bleed(colors: &mut [Option<Color>], size: i32) {
    let before = colors.to_vec();
    let at = |s: i32, t: i32| {
        let inside = (0..size).contains(&s) && (0..size).contains(&t);
        if inside { before[(t * size + s).cast_unsigned() as usize] } else { None }
    };
    for t in 0..size {
        for s in 0..size {
            let here = &mut colors[(t * size + s).cast_unsigned() as usize];
            if here.is_none() {
                let around = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
                let found: Vec<Color> = around.iter().filter_map(|&(ds, dt)| at(s + ds, t + dt)).collect();
                if !found.is_empty() {
                    *here = Some(found.iter().sum::<DVec3>() / found.len() as f64);
                }
            }
        }
    }
}

/// A color as bytes.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range of a byte first"
)]
fn bytes(color: Color) -> [u8; 3] {
    (color.clamp(DVec3::ZERO, DVec3::ONE) * 255.0 + 0.5).to_array().map(|channel| channel as u8)
}
