//! Shading of pixels.

use md2_common::RgbaImage;

use crate::light::RIM_COLOR;
use crate::model::Backdrop;
use crate::raster::{Band, OFFSETS, SAMPLES, position, span};
use crate::srgb::{Tables, byte};
use crate::texture::Textures;
use crate::triangle::Triangle;

const GRAY: f32 = 0.42;

pub(crate) fn backdrop([width, height]: [u32; 2], backdrop: Backdrop, tables: &Tables) -> RgbaImage {
    let mut image = RgbaImage::filled(width, height, [0; 4]);
    if let Backdrop::Gradient { .. } = backdrop {
        for y in 0..height {
            let [r, g, b] = behind(backdrop, y, height, tables).map(|light| tables.color(light));
            let row = y as usize * width as usize * 4;
            image.rgba_mut()[row..][..width as usize * 4].as_chunks_mut().0.fill([r, g, b, 255]);
        }
    }
    image
}

fn behind(backdrop: Backdrop, row: u32, height: u32, tables: &Tables) -> [f32; 3] {
    match backdrop {
        Backdrop::Clear => [0.0; 3],
        Backdrop::Gradient { top, bottom } => {
            let part = (row as f32 + 0.5) / height as f32;
            [0, 1, 2].map(|i| {
                let [top, bottom] = [top[i], bottom[i]].map(|color| tables.light(color));
                top + (bottom - top) * part
            })
        }
    }
}

pub(crate) fn shade(
    band: &Band,
    triangles: &[Triangle],
    textures: &Textures<'_>,
    tables: &Tables,
    image: &mut RgbaImage,
    backdrop: Backdrop,
) {
    let height = image.height();
    for row in band.rows.clone() {
        let behind = behind(backdrop, u32::try_from(row).unwrap_or(0), height, tables);
        let pixels = pixels_mut(image, row, band.columns.start);
        for (column, (numbers, pixel)) in
            band.columns.clone().zip(band.numbers_in(row).iter().zip(pixels.iter_mut()))
        {
            if *numbers == [0; SAMPLES] {
                continue;
            }
            let mut color = [0.0; 3];
            let mut covered = 0.0;
            for (sample, &number) in numbers.iter().enumerate() {
                // The pixel is shaded once for all samples of the same triangle.
                if number == 0 || numbers[..sample].contains(&number) {
                    continue;
                }
                let share = numbers.iter().filter(|&&other| other == number).count();
                let at = if share == SAMPLES { [128, 128] } else { OFFSETS[sample] };
                let triangle = &triangles[number as usize - 1];
                let light = seen(triangle, position(column, row, at), textures, tables);
                let share = share as f32 / SAMPLES as f32;
                covered += share;
                for (sum, light) in color.iter_mut().zip(light) {
                    *sum += light.min(1.0) * share;
                }
            }
            *pixel = finished(color, covered, behind, backdrop, tables);
        }
    }
}

fn pixels_mut(image: &mut RgbaImage, row: i64, column: i64) -> &mut [[u8; 4]] {
    let width = image.width() as usize;
    let [row, column] = [row, column].map(|place| usize::try_from(place).unwrap_or(0));
    &mut image.rgba_mut().as_chunks_mut().0[row * width..][column..width]
}

fn seen(triangle: &Triangle, [x, y]: [f32; 2], textures: &Textures<'_>, tables: &Tables) -> [f32; 3] {
    let [inverse, u, v, red, green, blue, rim] = triangle.values_at(x, y);
    let w = 1.0 / inverse;
    let (color, glow) = match triangle.texture {
        None => ([GRAY; 3], [0.0; 3]),
        Some(texture) => textures.look_up(texture, [u * w, v * w], tables),
    };
    let (light, rim) = ([red, green, blue].map(|light| light * w), rim * w);
    [0, 1, 2].map(|i| color[i] * light[i] + glow[i] + rim * RIM_COLOR[i])
}

/// Converts linear light to a pixel. `color` is premultiplied by `covered`, the fraction of the pixel that triangles cover.
fn finished(color: [f32; 3], covered: f32, behind: [f32; 3], backdrop: Backdrop, tables: &Tables) -> [u8; 4] {
    let (color, alpha) = match backdrop {
        Backdrop::Clear if covered > 0.0 => (color.map(|light| light / covered), byte(covered)),
        Backdrop::Clear => ([0.0; 3], 0),
        Backdrop::Gradient { .. } => ([0, 1, 2].map(|i| color[i] + behind[i] * (1.0 - covered)), 255),
    };
    let [r, g, b] = color.map(|light| tables.color(light));
    [r, g, b, alpha]
}

/// Adds the light of a triangle to the pixels in which nothing is in front of the triangle.
pub(crate) fn add(
    band: &Band,
    triangle: &Triangle,
    textures: &Textures<'_>,
    tables: &Tables,
    image: &mut RgbaImage,
    backdrop: Backdrop,
) {
    let Some(texture) = triangle.texture else { return };
    for row in triangle.rows[0].max(band.rows.start)..=triangle.rows[1].min(band.rows.end - 1) {
        for offset in OFFSETS {
            let Some([first, last]) = span(triangle, row, offset) else { continue };
            let skipped = usize::try_from(first - band.columns.start).unwrap_or(0);
            let sample = OFFSETS.iter().position(|other| *other == offset).unwrap_or(0);
            let nearest = &band.nearest_in(row)[skipped..];
            let pixels = pixels_mut(image, row, first);
            for (column, (nearest, pixel)) in (first..=last).zip(nearest.iter().zip(pixels)) {
                let [x, y] = position(column, row, offset);
                let [inverse, u, v, ..] = triangle.values_at(x, y);
                if inverse <= nearest[sample] {
                    continue;
                }
                let (color, glow) = textures.look_up(texture, [u / inverse, v / inverse], tables);
                let light = [0, 1, 2].map(|i| (color[i] + glow[i]) / SAMPLES as f32);
                *pixel = brightened(*pixel, light, backdrop, tables);
            }
        }
    }
}

fn brightened([r, g, b, a]: [u8; 4], light: [f32; 3], backdrop: Backdrop, tables: &Tables) -> [u8; 4] {
    let alpha = f32::from(a) / 255.0;
    let before = [r, g, b].map(|color| tables.light(color) * alpha);
    let sum = [0, 1, 2].map(|i| (before[i] + light[i]).min(1.0));
    let covered = alpha.max(sum.into_iter().fold(0.0, f32::max));
    finished(sum, covered, [0.0; 3], backdrop, tables)
}
