//! Raw video for a pipe: YUV4MPEG2, which ffmpeg and most encoders read.
//!
//! The planes have BT.601 colors in the narrow range, with 4:2:0 chroma (`C420jpeg`). There is no alpha: transparent pixels are black.

use md2_common::RgbaImage;

/// Returns the header line of a stream with `rate[0] / rate[1]` pictures per second.
pub fn header([width, height]: [u32; 2], rate: [u32; 2]) -> String {
    format!("YUV4MPEG2 W{width} H{height} F{}:{} Ip A1:1 C420jpeg\n", rate[0], rate[1])
}

/// Encodes one picture of the stream.
pub fn encode_picture(image: &RgbaImage) -> Vec<u8> {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let (pixels, _) = image.rgba().as_chunks::<4>();
    let mut bytes = Vec::with_capacity(width * height * 3 / 2 + 16);
    bytes.extend(b"FRAME\n");
    for pixel in pixels {
        let [r, g, b] = premultiplied(*pixel);
        bytes.push(byte(16.0 + (65.481 * r + 128.553 * g + 24.966 * b) / 255.0));
    }
    for [red, green, blue] in [[-37.797, -74.203, 112.0], [112.0, -93.786, -18.214]] {
        for y in (0..height).step_by(2) {
            for x in (0..width).step_by(2) {
                let mut sum = 0.0;
                for row in [y, (y + 1).min(height - 1)] {
                    for column in [x, (x + 1).min(width - 1)] {
                        let [r, g, b] = premultiplied(pixels[row * width + column]);
                        sum = sum + red * r + green * g + blue * b;
                    }
                }
                bytes.push(byte(128.0 + sum / 4.0 / 255.0));
            }
        }
    }
    bytes
}

/// Returns the red, green and blue of a pixel, blended with a black background, from 0 to 255.
fn premultiplied([r, g, b, a]: [u8; 4]) -> [f32; 3] {
    let alpha = f32::from(a);
    [f32::from(r) * alpha / 255.0, f32::from(g) * alpha / 255.0, f32::from(b) * alpha / 255.0]
}

fn byte(value: f32) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
    let byte = (value + 0.5) as u8;
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_planes_as_bt_601() {
        assert_eq!(header([3, 1], [20, 1]), "YUV4MPEG2 W3 H1 F20:1 Ip A1:1 C420jpeg\n");
        // The expected values of white, red and transparent pixels are computed from the standard.
        let image = RgbaImage::new(3, 1, [[255; 4], [255, 0, 0, 255], [255, 255, 255, 0]].concat()).unwrap();
        let frame = encode_picture(&image);
        assert_eq!(frame[..6], *b"FRAME\n");
        assert_eq!(frame[6..9], [235, 81, 16]);
        assert_eq!(frame[9..11], [109, 128], "half of red's 90, and none");
        assert_eq!(frame[11..], [184, 128], "half of red's 240");
    }
}
