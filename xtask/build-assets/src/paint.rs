//! Paints the skins. The color of each texel depends on the point of the model that it covers.

mod ambient;
mod cloth;
mod face;
mod leather;
pub mod materials;
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
use materials::{Color, MaterialColors, toned};
use surface::{Spot, Surface};

/// A painted image in sRGB, with rows from top to bottom.
#[derive(Clone, Debug)]
pub struct Image {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<[u8; 3]>,
}

/// The paint on a spot: a color, and a relative brightness (the tone). A tone of 1 leaves the color unchanged.
#[derive(Clone, Copy, Debug)]
struct Dab {
    color: Color,
    tone: f64,
}

impl Dab {
    fn cover(&mut self, color: Color, coverage: f64) {
        self.color = self.color.lerp(color, coverage.clamp(0.0, 1.0));
    }

    fn lay(&mut self, over: Dab, coverage: f64) {
        let coverage = coverage.clamp(0.0, 1.0);
        self.cover(over.color, coverage);
        self.tone += (over.tone - self.tone) * coverage;
    }

    fn shade(&mut self, by: f64) {
        self.tone *= 1.0 + by;
    }
}

pub fn skins(mesh: &SkinnedMesh) -> Vec<(&'static str, Image)> {
    let canvas = Canvas::new(mesh);
    materials::skins().map(|(name, materials)| (name, canvas.paint(&materials))).to_vec()
}

/// Returns the icon of a skin, 32 pixels wide and high, as Quake II shows it in menus. Each pixel is the mean of a square of the skin.
pub fn icon(skin: &Image) -> Image {
    const SIDE: u32 = 32;
    let step = skin.width / SIDE;
    let pixel = |at: u32| {
        let (left, top) = (at % SIDE * step, at / SIDE * step);
        let covered = || (0..step * step).map(|at| (top + at / step) * skin.width + left + at % step);
        let mean = |channel: usize| {
            let sum: u32 = covered().map(|at| u32::from(skin.pixels[at as usize][channel])).sum();
            u8::try_from(sum / (step * step)).unwrap_or(u8::MAX)
        };
        [mean(0), mean(1), mean(2)]
    };
    Image { width: SIDE, height: SIDE, pixels: (0..SIDE * SIDE).map(pixel).collect() }
}

pub fn prop(mesh: &SkinnedMesh) -> Image {
    Canvas::new(mesh).paint(&materials::skins()[0].1)
}

/// The parts of a painting that are the same for all colors: the point of the model under each texel, and the openness of this point to
/// light.
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

    fn paint(&self, materials: &MaterialColors) -> Image {
        let spots = self.surface.spots.iter().zip(&self.openness);
        let mut colors: Vec<Option<Color>> =
            spots.map(|(spot, &open)| spot.map(|spot| spot_color(&spot, open, materials))).collect();
        for _ in 0..4 {
            bleed(&mut colors, self.surface.size);
        }
        let size = self.surface.size.cast_unsigned();
        let ground = toned(materials.coat, 0.6);
        let pixels = colors.into_iter().map(|color| bytes(color.unwrap_or(ground))).collect();
        Image { width: size, height: size, pixels }
    }
}

/// Returns the color of a spot, from its material, light from above, and soft shadows. `openness` is the fraction of
/// the light that near parts do not block.
fn spot_color(spot: &Spot, openness: f64, materials: &MaterialColors) -> Color {
    let mut dab = match spot.island {
        Island::Head | Island::HairTop => face::head(spot, materials),
        Island::Torso => cloth::torso(spot, materials),
        Island::Skirt => cloth::skirt(spot, materials),
        Island::Lining => cloth::lining(spot, materials),
        Island::Sleeve => cloth::sleeve(spot, materials),
        Island::Leg => cloth::trousers(spot, materials),
        Island::Scarf => cloth::scarf(spot, materials),
        Island::Tail => cloth::tail(spot, materials),
        Island::Hand => leather::glove(spot, materials),
        Island::Boot | Island::Sole => leather::boot(spot, materials),
        Island::Satchel => leather::satchel(spot, materials),
        Island::Iron => props::iron(spot, materials),
        Island::Wood => props::wood(spot, materials),
        Island::Ball => props::ball(spot, materials),
    };
    dab.shade(0.07 * spot.normal.z);
    toned(dab.color, dab.tone * (0.45 + 0.55 * materials::ramp(0.1, 0.95, openness)))
}

/// Grows every island by one texel, so that texture filtering does not mix in the background at its border.
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

#[expect(clippy::cast_possible_truncation, reason = "clamped to the range of a byte first")]
pub fn bytes(color: Color) -> [u8; 3] {
    (color.clamp(DVec3::ZERO, DVec3::ONE) * 255.0 + 0.5).to_array().map(|channel| channel as u8)
}
