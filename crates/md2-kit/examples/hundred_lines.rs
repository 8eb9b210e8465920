//! A keyframe-animated model in a hundred lines: reads an MD2, blends two frames, and draws a picture. It uses
//! the standard library and a PNG writer, but none of this project's libraries.
//!
//! ```sh
//! cargo run -p md2-kit --example hundred_lines -- assets/wanderer/tris.md2 picture.png
//! ```

#![allow(clippy::cast_possible_truncation, reason = "pixels and shades are small")]

use std::error::Error;
use std::{env, fs};

// The file starts with 17 little-endian numbers of 32 bits. These are the indices of the ones needed here.
const FRAME_SIZE: usize = 4;
const NUM_VERTICES: usize = 6;
const NUM_TRIANGLES: usize = 8;
const NUM_FRAMES: usize = 10;
const OFS_TRIANGLES: usize = 13;
const OFS_FRAMES: usize = 14;

/// Width and height of the picture in pixels.
const SIZE: usize = 512;
/// Units from the middle of the picture to its border. The figure is 54 units tall, and its origin is 24 units above its feet.
const RADIUS: f32 = 34.0;

/// Reads four bytes at `offset`; `None` past the end of the file.
fn word(file: &[u8], offset: usize) -> Option<[u8; 4]> {
    file.get(offset..)?.first_chunk().copied()
}

/// Reads a number of the header. A negative number gives `None`.
fn header(file: &[u8], field: usize) -> Option<usize> {
    usize::try_from(i32::from_le_bytes(word(file, 4 * field)?)).ok()
}

/// Reads the positions of a frame: X forward, Y left, Z up. A frame consists of a scale and a translation (three
/// floats each), a name (16 bytes), and four bytes for each vertex: X, Y, Z, and the number of a normal.
fn positions(file: &[u8], frame: usize) -> Option<Vec<[f32; 3]>> {
    let frame = (frame < header(file, NUM_FRAMES)?).then_some(frame)?;
    let start = header(file, OFS_FRAMES)?.checked_add(frame.checked_mul(header(file, FRAME_SIZE)?)?)?;
    let float = |index: usize| word(file, start + 4 * index).map(f32::from_le_bytes);
    let scale = [float(0)?, float(1)?, float(2)?];
    let translate = [float(3)?, float(4)?, float(5)?];
    let bytes = file.get(start + 40..)?.get(..4 * header(file, NUM_VERTICES)?)?;
    let position =
        |vertex: &[u8]| [0, 1, 2].map(|axis| f32::from(vertex[axis]) * scale[axis] + translate[axis]);
    Some(bytes.chunks_exact(4).map(position).collect())
}

/// Reads the triangles: three vertex numbers and three numbers of skin coordinates, with 16 bits each.
fn triangles(file: &[u8]) -> Option<Vec<[usize; 3]>> {
    let bytes = file.get(header(file, OFS_TRIANGLES)?..)?.get(..12 * header(file, NUM_TRIANGLES)?)?;
    let corner =
        |record: &[u8], i: usize| usize::from(u16::from_le_bytes([record[2 * i], record[2 * i + 1]]));
    Some(bytes.chunks_exact(12).map(|record| [0, 1, 2].map(|i| corner(record, i))).collect())
}

/// Returns the positions between the frames `a` and `b`: those of `a` if `blend` is 0, and those of `b` if it is 1.
pub(crate) fn blended(file: &[u8], a: usize, b: usize, blend: f32) -> Option<Vec<[f32; 3]>> {
    let mix = |(a, b): ([f32; 3], [f32; 3])| [0, 1, 2].map(|axis| a[axis] * (1.0 - blend) + b[axis] * blend);
    Some(positions(file, a)?.into_iter().zip(positions(file, b)?).map(mix).collect())
}

/// Draws each triangle in one shade, seen 40 degrees from the front. Returns a gray byte for each pixel.
fn draw(positions: &[[f32; 3]], triangles: &[[usize; 3]]) -> Option<Vec<u8>> {
    let (sin, cos) = 40_f32.to_radians().sin_cos();
    let turned = |[x, y, z]: &[f32; 3]| [x * cos - y * sin, x * sin + y * cos, *z];
    let turned: Vec<[f32; 3]> = positions.iter().map(turned).collect();
    let (middle, scale) = (SIZE as f32 / 2.0, SIZE as f32 / (2.0 * RADIUS));
    // Across, down, and the depth: a larger X is nearer.
    let screen = |[x, y, z]: [f32; 3]| [middle + scale * y, middle - scale * z, x];
    let (mut picture, mut nearest) = (vec![40_u8; SIZE * SIZE], vec![f32::NEG_INFINITY; SIZE * SIZE]);
    for triangle in triangles {
        let [a, b, c] = [*turned.get(triangle[0])?, *turned.get(triangle[1])?, *turned.get(triangle[2])?];
        // The corners are clockwise seen from outside, so this cross product points outwards.
        let (u, v) = ([0, 1, 2].map(|i| c[i] - a[i]), [0, 1, 2].map(|i| b[i] - a[i]));
        let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let length = normal.iter().map(|n| n * n).sum::<f32>().sqrt().max(1e-9);
        let light = (0.6 * normal[0] + 0.4 * normal[1] + 0.7 * normal[2]) / length;
        let shade = (110.0 + 110.0 * light).clamp(0.0, 255.0) as u8;
        let [a, b, c] = [screen(a), screen(b), screen(c)];
        // Twice the area of the triangle between an edge and a point; negative on the other side of the edge.
        let area = |p: [f32; 3], q: [f32; 3], x: f32, y: f32| {
            (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
        };
        let whole = area(a, b, c[0], c[1]);
        let range = |i: usize| {
            let [low, high] = [a[i].min(b[i]).min(c[i]), a[i].max(b[i]).max(c[i])];
            low.max(0.0) as usize..(high.max(0.0) as usize + 1).min(SIZE)
        };
        for (row, column) in range(1).flat_map(|row| range(0).map(move |column| (row, column))) {
            let (x, y) = (column as f32 + 0.5, row as f32 + 0.5);
            let shares = [area(b, c, x, y) / whole, area(c, a, x, y) / whole, area(a, b, x, y) / whole];
            let depth = shares[0] * a[2] + shares[1] * b[2] + shares[2] * c[2];
            let pixel = row * SIZE + column;
            if shares.iter().all(|share| *share >= 0.0) && depth > nearest[pixel] {
                (nearest[pixel], picture[pixel]) = (depth, shade);
            }
        }
    }
    Some(picture)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [model, output] = arguments.as_slice() else {
        return Err("usage: hundred_lines MODEL.md2 PICTURE.png".into());
    };
    let file = fs::read(model)?;
    if !file.starts_with(b"IDP2") {
        return Err("this is not an MD2".into());
    }
    let pose = blended(&file, 40, 41, 0.5).ok_or("the file has no frames 40 and 41, or ends too early")?;
    let triangles = triangles(&file).ok_or("the file ends before its triangles do")?;
    let picture = draw(&pose, &triangles).ok_or("a triangle has a wrong vertex number")?;
    let mut png = png::Encoder::new(fs::File::create(output)?, SIZE as u32, SIZE as u32);
    png.set_color(png::ColorType::Grayscale);
    png.write_header()?.write_image_data(&picture)?;
    Ok(())
}
