//! Texture sampling: repetition, bilinear filtering and mip levels.

use md2_common::RgbaImage;

use crate::srgb::Tables;

/// The maximum number of mip levels of an image. They suffice for images of 65,536 x 65,536 pixels.
const MOST_LEVELS: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct Textures<'a> {
    all: Vec<MipTexture<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TextureId {
    texture: u32,
    level: u32,
}

#[derive(Debug)]
struct MipTexture<'a> {
    color: Levels<'a>,
    glow: Option<Levels<'a>>,
}

#[derive(Debug)]
struct Levels<'a> {
    whole: &'a RgbaImage,
    halves: Vec<RgbaImage>,
}

impl<'a> Textures<'a> {
    pub(crate) fn add(&mut self, color: &'a RgbaImage, glow: Option<&'a RgbaImage>) -> TextureId {
        let is_same = |texture: &MipTexture<'_>| {
            let glows = (
                texture.glow.as_ref().map(|glow| std::ptr::from_ref(glow.whole)),
                glow.map(std::ptr::from_ref),
            );
            std::ptr::eq(texture.color.whole, color) && glows.0 == glows.1
        };
        let index = self.all.iter().position(is_same).unwrap_or_else(|| {
            let levels = |whole| Levels { whole, halves: Vec::new() };
            self.all.push(MipTexture { color: levels(color), glow: glow.map(levels) });
            self.all.len() - 1
        });
        TextureId { texture: u32::try_from(index).expect("a model has no 2^32 slots"), level: 0 }
    }

    /// Returns the skin at the mip level that suits a triangle, given the triangle's interpolation planes of 1/w, u/w and v/w.
    pub(crate) fn reduced(&mut self, id: TextureId, [w, u, v]: [[f32; 3]; 3]) -> TextureId {
        let texture = &mut self.all[id.texture as usize];
        let [width, height] =
            [texture.color.whole.width(), texture.color.whole.height()].map(|side| side as f32);
        // The mip level at the center is used for the whole triangle, since triangles are small compared with their distance. The
        // center of a clipped triangle may be behind the eye.
        if w[0] <= 0.0 {
            return id;
        }
        let slope = |value: [f32; 3], axis: usize| (value[axis] - value[0] / w[0] * w[axis]) / w[0];
        let texels = (slope(u, 1) * slope(v, 2) - slope(u, 2) * slope(v, 1)).abs() * width * height;
        // A pixel covers a square of texels. The mip level is the rounded binary logarithm of the side of this square, and the exponent
        // of a float is the logarithm of its number, rounded down.
        let exponent = (texels.max(1.0).to_bits() >> 23) - 127;
        let level = (exponent as usize).div_ceil(2).min(MOST_LEVELS);
        let level = texture.color.halve_to(level);
        if let Some(glow) = &mut texture.glow {
            glow.halve_to(level);
        }
        TextureId { level: u32::try_from(level).unwrap_or(0), ..id }
    }

    /// Returns the color and the glow of a skin in linear light.
    #[inline]
    pub(crate) fn look_up(&self, id: TextureId, uv: [f32; 2], tables: &Tables) -> ([f32; 3], [f32; 3]) {
        let texture = &self.all[id.texture as usize];
        let color = smoothed(texture.color.level(id.level), uv, tables);
        let glow = texture.glow.as_ref().map_or([0.0; 3], |glow| smoothed(glow.level(id.level), uv, tables));
        (color, glow)
    }

    #[inline]
    pub(crate) fn alpha(&self, id: TextureId, uv: [f32; 2]) -> f32 {
        let image = self.all[id.texture as usize].color.level(id.level);
        let (texels, shares) = neighbors(image, uv);
        (0..4).map(|i| f32::from(texels[i][3]) * shares[i]).sum()
    }
}

impl Levels<'_> {
    /// Creates the missing mip levels up to `level`, or up to the level that has a single pixel. Returns the last level.
    fn halve_to(&mut self, level: usize) -> usize {
        while self.halves.len() < level {
            let last = self.halves.last().unwrap_or(self.whole);
            if last.width() == 1 && last.height() == 1 {
                return self.halves.len();
            }
            self.halves.push(half(last));
        }
        level
    }

    #[inline]
    fn level(&self, level: u32) -> &RgbaImage {
        let level = (level as usize).min(self.halves.len());
        if level == 0 { self.whole } else { &self.halves[level - 1] }
    }
}

/// Rounds down. The function of the standard library is a call on x86-64, which is slow here.
#[inline]
fn floor(number: f32) -> f32 {
    // From 2^23 on, all floats are whole numbers.
    if number.abs() >= 8_388_608.0 {
        return number;
    }
    #[expect(clippy::cast_possible_truncation, reason = "less than 2^23, or NaN, which becomes 0")]
    let whole = number as i32 as f32;
    if whole > number { whole - 1.0 } else { whole }
}

#[inline]
fn neighbors(image: &RgbaImage, [u, v]: [f32; 2]) -> ([[u8; 4]; 4], [f32; 4]) {
    let along = |coordinate: f32, side: u32| {
        // The center of the first texel is at 0.
        let at = (coordinate - floor(coordinate)) * side as f32 - 0.5;
        let low = floor(at);
        #[expect(clippy::cast_possible_truncation, reason = "-1 to the side of the picture, or saturated")]
        let index = low as i32;
        let last = side as usize - 1;
        let first = usize::try_from(index).map_or(last, |index| index.min(last));
        (first, if first == last { 0 } else { first + 1 }, at - low)
    };
    let (left, right, across) = along(u, image.width());
    let (above, below, down) = along(v, image.height());
    let width = image.width() as usize;
    let (pixels, _) = image.rgba().as_chunks::<4>();
    let texels = [above * width + left, above * width + right, below * width + left, below * width + right];
    let shares = [(1.0 - across) * (1.0 - down), across * (1.0 - down), (1.0 - across) * down, across * down];
    (texels.map(|texel| pixels[texel]), shares)
}

#[inline]
fn smoothed(image: &RgbaImage, uv: [f32; 2], tables: &Tables) -> [f32; 3] {
    let (texels, shares) = neighbors(image, uv);
    let mut color = [0.0; 3];
    for (&[r, g, b, _], &share) in texels.iter().zip(&shares) {
        color[0] += tables.light(r) * share;
        color[1] += tables.light(g) * share;
        color[2] += tables.light(b) * share;
    }
    color
}

fn half(image: &RgbaImage) -> RgbaImage {
    let tables = Tables::get();
    let [width, height] = [image.width(), image.height()].map(|side| side as usize);
    let [half_width, half_height] = [width, height].map(|side| (side / 2).max(1));
    let (pixels, _) = image.rgba().as_chunks::<4>();
    let mut rgba = vec![0; half_width * half_height * 4];
    for (y, row) in rgba.chunks_exact_mut(half_width * 4).enumerate() {
        let above = &pixels[2 * y * width..][..width];
        let below = &pixels[(2 * y + 1).min(height - 1) * width..][..width];
        for (x, half) in row.as_chunks_mut().0.iter_mut().enumerate() {
            let (left, right) = (2 * x, (2 * x + 1).min(width - 1));
            // This code contains no closures, because the compiler does not always inline them.
            let (mut light, mut alpha) = ([0.0; 3], 0);
            for [r, g, b, a] in [above[left], above[right], below[left], below[right]] {
                light[0] += tables.light(r);
                light[1] += tables.light(g);
                light[2] += tables.light(b);
                alpha += u32::from(a);
            }
            let [r, g, b] = light;
            let alpha = u8::try_from((alpha + 2) / 4).unwrap_or(u8::MAX);
            *half = [tables.color(r * 0.25), tables.color(g * 0.25), tables.color(b * 0.25), alpha];
        }
    }
    let sides = [half_width, half_height].map(|side| u32::try_from(side).unwrap_or(1));
    RgbaImage::new(sides[0], sides[1], rgba).expect("as many pixels as its size requires")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texels_repeat_and_blend() {
        let image = RgbaImage::new(2, 1, vec![0, 0, 0, 0, 255, 255, 255, 255]).unwrap();
        let tables = Tables::get();
        let at = |u: f32| smoothed(&image, [u, 0.5], tables);
        // The centers of the two texels are at 0.25 and 0.75.
        for around in [-7.0, 0.0, 3.0] {
            assert_eq!((at(around + 0.25)[0], at(around + 0.75)[0]), (0.0, 1.0));
            assert!((at(around + 0.5)[0] - 0.5).abs() < 1e-3, "linear light is blended, not sRGB values");
            assert!((at(around)[0] - 0.5).abs() < 1e-3, "the last texel blends into the first");
        }
    }

    #[test]
    fn halves_are_means_of_light() {
        let image = RgbaImage::new(3, 2, [[0, 0, 0, 255], [255; 4], [9; 4]].concat().repeat(2)).unwrap();
        let half = half(&image);
        assert_eq!((half.width(), half.height()), (1, 1));
        assert_eq!(half.pixel(0, 0), [188, 188, 188, 255]);
    }
}
