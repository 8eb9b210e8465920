//! Mipmaps of textures, computed by the host.
//!
//! A device could compute mipmaps by blits. But a software device compiles shaders for these blits, depending
//! on the image size, which took a third of the time until the first picture. Its blits also take as long as
//! this code on the host. The host's mipmaps are also the same for every device.

use std::sync::OnceLock;

use md2_common::RgbaImage;

pub(crate) fn level_count([width, height]: [u32; 2]) -> u32 {
    width.max(height).ilog2() + 1
}

/// Returns all levels of an sRGB image, down to one texel. Each level has half the size of the previous level. Texels
/// are averaged in linear light: each is the mean of four texels of the previous level if that level's width and
/// height are even.
pub(crate) fn mip_chain(image: &RgbaImage) -> Vec<u8> {
    let mut size = image.size();
    // All levels together are at most a third larger, except for images one texel wide.
    let mut chain = Vec::with_capacity(image.rgba().len() / 3 * 4 + 64);
    chain.extend_from_slice(image.rgba());
    let mut start = 0;
    while size != [1, 1] {
        let end = chain.len();
        halve(&mut chain, start, size);
        size = size.map(|side| (side / 2).max(1));
        start = end;
    }
    chain
}

fn halve(chain: &mut Vec<u8>, start: usize, [width, height]: [u32; 2]) {
    let Tables { light, bytes } = tables();
    let (columns, rows) = (taps(width), taps(height));
    let row_bytes = 4 * width as usize;
    let mut mixed = vec![[0.0; 4]; width as usize];
    chain.reserve(4 * columns.len() * rows.len());
    for row in rows {
        let level = &chain[start..];
        let texels = |row: usize| level[row * row_bytes..][..row_bytes].as_chunks::<4>().0;
        for ((mixed, near), far) in mixed.iter_mut().zip(texels(row.near)).zip(texels(row.far)) {
            let linear = |[r, g, b, a]: [u8; 4]| {
                [light[usize::from(r)], light[usize::from(g)], light[usize::from(b)], f32::from(a)]
            };
            *mixed = mix(linear(*near), linear(*far), row.share);
        }
        for column in &columns {
            let [r, g, b, a] = mix(mixed[column.near], mixed[column.far], column.share);
            chain.extend_from_slice(&[
                bytes[rounded(r)],
                bytes[rounded(g)],
                bytes[rounded(b)],
                rounded(a).to_le_bytes()[0],
            ]);
        }
    }
}

struct Taps {
    near: usize,
    far: usize,
    share: f32,
}

fn taps(size: u32) -> Vec<Taps> {
    let half = (size / 2).max(1);
    let tap = |index: u32| {
        let center = (f64::from(index) + 0.5) * f64::from(size) / f64::from(half) - 0.5;
        #[expect(clippy::cast_possible_truncation, reason = "a pixel position")]
        let near = center as usize;
        #[expect(clippy::cast_possible_truncation, reason = "a fraction")]
        let share = (center - near as f64) as f32;
        Taps { near, far: (near + 1).min(size as usize - 1), share }
    };
    (0..half).map(tap).collect()
}

fn mix(near: [f32; 4], far: [f32; 4], share: f32) -> [f32; 4] {
    let channel = |near: f32, far: f32| near * (1.0 - share) + far * share;
    // Not `map`: without optimization it takes most of the time of a texture.
    [channel(near[0], far[0]), channel(near[1], far[1]), channel(near[2], far[2]), channel(near[3], far[3])]
}

/// Rounds a number to the nearest integer; halves go to the even integer. The number must be at least 0 and below 2^16.
fn rounded(number: f32) -> usize {
    const ONES: f32 = 8_388_608.0;
    ((number + ONES).to_bits() & 0xffff) as usize
}

/// Tables to convert sRGB bytes to linear light (0 to 65535) and back. The light values of two successive bytes differ
/// by at least 20.
struct Tables {
    light: [f32; 256],
    bytes: Box<[u8]>,
}

const MAX_LIGHT: f64 = 65_535.0;

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
        let light = std::array::from_fn(|byte| (light_of(byte as f64) * MAX_LIGHT) as f32);
        let mut bytes = Vec::with_capacity(1 << 16);
        for byte in 0..=u8::MAX {
            // The end of the range where this byte is the nearest.
            let end = (light_of((f64::from(byte) + 0.5).min(255.0)) * MAX_LIGHT).ceil();
            #[expect(clippy::cast_possible_truncation, reason = "at most 65536")]
            bytes.resize(if byte == u8::MAX { 1 << 16 } else { end as usize }, byte);
        }
        Tables { light, bytes: bytes.into() }
    })
}

fn light_of(byte: f64) -> f64 {
    let part = byte / 255.0;
    if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte_of(light: f64) -> f64 {
        255.0 * if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
    }

    #[test]
    fn every_byte_survives_the_round_trip() {
        let Tables { light, bytes } = tables();
        assert_eq!(bytes.len(), 1 << 16);
        for byte in 0..=u8::MAX {
            assert_eq!(bytes[rounded(light[usize::from(byte)])], byte);
        }
    }

    #[test]
    fn a_level_is_the_mean_light_of_four_texels() {
        let texels: Vec<[u8; 4]> = (0..64_u32 * 32)
            .map(|at| [at * 7, at * 31 / 5, at / 3, at * 13].map(|part| part.to_le_bytes()[0]))
            .collect();
        let image = RgbaImage::new(64, 32, texels.as_flattened().to_vec()).unwrap();
        let chain = mip_chain(&image);
        let levels: usize = [64 * 32, 32 * 16, 16 * 8, 8 * 4, 4 * 2, 2, 1].iter().sum();
        assert_eq!((chain.len(), level_count([64, 32])), (4 * levels, 7));
        let half = chain[4 * 64 * 32..].as_chunks::<4>().0;
        let mut off = 0;
        for (at, found) in half[..32 * 16].iter().enumerate() {
            let (x, y) = (2 * (at % 32), 2 * (at / 32));
            let four = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| texels[64 * y + x]);
            for channel in 0..3 {
                let light: f64 = four.iter().map(|texel| light_of(f64::from(texel[channel]))).sum();
                let exact = byte_of(light / 4.0);
                assert!((exact - f64::from(found[channel])).abs() < 0.56, "{exact}, not {}", found[channel]);
                off += usize::from((exact - f64::from(found[channel])).abs() > 0.5);
            }
            let alpha: f32 = four.iter().map(|texel| f32::from(texel[3])).sum();
            assert_eq!(f32::from(found[3]), (alpha / 4.0).round_ties_even());
        }
        assert!(off < 20, "{off} of 1,536 are the second nearest byte");
    }

    #[test]
    fn odd_sizes_match_the_device() {
        let gray = |levels: &[u8]| {
            let rgba = levels.iter().flat_map(|&level| [level, level, level, level]).collect();
            RgbaImage::new(u32::try_from(levels.len()).unwrap(), 1, rgba).unwrap()
        };
        assert_eq!(mip_chain(&gray(&[9, 70, 200]))[12..], [70; 4], "the middle one of three");
        assert_eq!(mip_chain(&gray(&[0, 255]))[8..], [188, 188, 188, 128]);
        // The second of five texels is a quarter of the way between the first two: centers are at 0.75 and 3.25.
        let alpha: Vec<u8> =
            mip_chain(&gray(&[0, 100, 40, 80, 160]))[20..].iter().skip(3).step_by(4).copied().collect();
        assert_eq!(alpha, [75, 100, 88], "{alpha:?}");
        assert_eq!(mip_chain(&RgbaImage::filled(1, 1, [1, 2, 3, 4])), [1, 2, 3, 4]);
        let tall = RgbaImage::filled(3, 700, [17, 34, 51, 68]);
        assert!(mip_chain(&tall).as_chunks().0.iter().all(|texel| *texel == [17, 34, 51, 68]));
    }
}
