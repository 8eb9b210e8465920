//! Checks of encoded animations: decoders must read the same pictures, delays and number of plays.

use std::time::Duration;

use md2_common::RgbaImage;
use md2_picture::animation::{
    AnimationEncoder, AnimationError, AnimationFormat, AnimationSpec, PaletteBuilder, check_raw_bytes,
};

const SIZE: [u32; 2] = [34, 21];

fn pictures(has_holes: bool) -> Vec<RgbaImage> {
    let ground = if has_holes { [0; 4] } else { [40, 60, 80, 255] };
    let picture = |step: u32| {
        let mut image = RgbaImage::filled(SIZE[0], SIZE[1], ground);
        let (pixels, _) = image.rgba_mut().as_chunks_mut::<4>();
        for y in 0..6 {
            for x in 0..7 {
                let at = (3 + step + y) * SIZE[0] + 4 + 3 * step + x;
                pixels[at as usize] =
                    [200, u8::try_from(20 * step).unwrap(), u8::try_from(9 * x).unwrap(), 255];
            }
        }
        image
    };
    [0, 1, 2, 2, 7].map(picture).to_vec()
}

fn delays() -> [Duration; 5] {
    let thirtieth = Duration::from_secs(1) / 30;
    [thirtieth, thirtieth, thirtieth, thirtieth, Duration::from_millis(1500)]
}

fn encode(format: AnimationFormat, pictures: &[RgbaImage], spec: &AnimationSpec) -> Vec<u8> {
    let mut palette = PaletteBuilder::default();
    pictures.iter().for_each(|picture| palette.add(picture));
    let mut encoder = AnimationEncoder::new(format, spec, Some(&palette.build())).unwrap();
    pictures.iter().zip(delays()).for_each(|(picture, lasts)| encoder.add(picture, lasts).unwrap());
    encoder.finish().unwrap()
}

fn spec(has_holes: bool, plays: u16) -> AnimationSpec {
    AnimationSpec { size: SIZE, count: 5, plays, has_holes, software: Some(String::from("a test")) }
}

/// A decoded animation: the whole canvas after each picture, the delays in milliseconds, and the number of plays.
type Read = (Vec<Vec<u8>>, Vec<u32>, u32);

#[derive(Default)]
struct Canvas {
    rgba: Vec<u8>,
    shown: Vec<Vec<u8>>,
}

impl Canvas {
    fn put(&mut self, [left, top, width, height]: [u32; 4], pixels: &[u8], keeps_holes: bool) {
        self.rgba.resize((SIZE[0] * SIZE[1] * 4) as usize, 0);
        for y in 0..height {
            for x in 0..width {
                let from = ((y * width + x) * 4) as usize;
                let to = (((top + y) * SIZE[0] + left + x) * 4) as usize;
                if pixels[from + 3] > 0 || !keeps_holes {
                    self.rgba[to..to + 4].copy_from_slice(&pixels[from..from + 4]);
                }
            }
        }
        self.shown.push(self.rgba.clone());
    }
}

fn read_webp(bytes: &[u8]) -> Read {
    let mut decoder = image_webp::WebPDecoder::new(std::io::Cursor::new(bytes)).unwrap();
    assert_eq!(decoder.dimensions(), (SIZE[0], SIZE[1]));
    let plays = match decoder.loop_count() {
        image_webp::LoopCount::Forever => 0,
        image_webp::LoopCount::Times(times) => u32::from(times.get()),
    };
    let mut buffer = vec![0; decoder.output_buffer_size().unwrap()];
    let (mut shown, mut delays) = (Vec::new(), Vec::new());
    for _ in 0..decoder.num_frames() {
        delays.push(decoder.read_frame(&mut buffer).unwrap());
        shown.push(if decoder.has_alpha() {
            buffer.clone()
        } else {
            buffer.chunks(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect()
        });
    }
    (shown, delays, plays)
}

fn read_apng(bytes: &[u8]) -> Read {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let control = reader.info().animation_control.unwrap();
    assert!(reader.info().uncompressed_latin1_text.iter().any(|text| text.text == "a test"));
    let (mut canvas, mut delays) = (Canvas::default(), Vec::new());
    for _ in 0..control.num_frames {
        let mut part = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut part).unwrap();
        let place = *reader.info().frame_control().unwrap();
        assert_eq!((frame.width, frame.height), (place.width, place.height));
        canvas.put([place.x_offset, place.y_offset, place.width, place.height], &part, false);
        delays.push(u32::from(place.delay_num) * 1000 / u32::from(place.delay_den));
    }
    (canvas.shown, delays, control.num_plays)
}

fn gif_decoder(bytes: &[u8]) -> gif::Decoder<&[u8]> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.read_info(bytes).unwrap()
}

fn read_gif(bytes: &[u8]) -> Read {
    let mut decoder = gif_decoder(bytes);
    let (mut canvas, mut delays) = (Canvas::default(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let place = [frame.left, frame.top, frame.width, frame.height].map(u32::from);
        canvas.put(place, &frame.buffer, true);
        if frame.dispose == gif::DisposalMethod::Background {
            canvas.rgba.fill(0);
        }
        delays.push(u32::from(frame.delay) * 10);
    }
    let plays = match decoder.repeat() {
        gif::Repeat::Infinite => 0,
        gif::Repeat::Finite(again) => u32::from(again) + 1,
    };
    (canvas.shown, delays, plays)
}

fn check(format: AnimationFormat, read: fn(&[u8]) -> Read, delays: [u32; 5]) {
    for (has_holes, plays) in [(true, 0), (false, 0), (false, 3), (true, 1)] {
        let pictures = pictures(has_holes);
        let bytes = encode(format, &pictures, &spec(has_holes, plays));
        let (shown, lasts, found_plays) = read(&bytes);
        assert_eq!(shown.len(), 5, "{format}");
        for (number, (shown, picture)) in shown.iter().zip(&pictures).enumerate() {
            assert!(shown == picture.rgba(), "{format}, holes {has_holes}: picture {number} differs");
        }
        assert_eq!(lasts, delays, "{format}");
        assert_eq!(found_plays, u32::from(plays), "{format}");
        assert_eq!(
            bytes,
            encode(format, &pictures, &spec(has_holes, plays)),
            "encoding again gives the same bytes"
        );
    }
}

#[test]
fn animations_are_read_back_exactly() {
    check(AnimationFormat::WebP, read_webp, [33, 34, 33, 33, 1500]);
    check(AnimationFormat::Apng, read_apng, [33, 34, 33, 33, 1500]);
    // The spot has fewer than 255 colors, so it is exact in a GIF, too.
    check(AnimationFormat::Gif, read_gif, [30, 40, 30, 30, 1500]);
}

#[test]
fn a_gif_with_many_colors_is_close_and_does_not_flicker() {
    let mut image = RgbaImage::filled(64, 64, [0, 0, 0, 255]);
    for (i, pixel) in (0_u32..).zip(image.rgba_mut().as_chunks_mut::<4>().0) {
        let [x, y] = [i % 64, i / 64].map(|c| u8::try_from(4 * c).unwrap());
        *pixel = [x, y, 255 - x / 2 - y / 3, 255];
    }
    let spec = AnimationSpec { size: [64, 64], count: 2, ..AnimationSpec::default() };
    let bytes = encode(AnimationFormat::Gif, &[image.clone(), image.clone()], &spec);
    let mut decoder = gif_decoder(&bytes);
    let first = decoder.read_next_frame().unwrap().unwrap().clone();
    let error: u64 = first.buffer.iter().zip(image.rgba()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    let mean = error as f64 / first.buffer.len() as f64;
    // 255 colors stand for 4096 that are spread evenly over a face of the color cube.
    assert!(mean < 6.0, "mean error {mean} of 255");
    let second = decoder.read_next_frame().unwrap().unwrap();
    assert!(second.buffer.len() <= 4, "nothing changed");
}

#[test]
fn rejects_too_large_animations_before_the_first_picture() {
    let refused = |format, size, count| {
        AnimationSpec { size, count, ..AnimationSpec::default() }.check(format).unwrap_err().to_string()
    };
    assert_eq!(refused(AnimationFormat::Gif, [1, 1], 0), "an animation needs at least one picture");
    let expected = "the animation has 70000 pictures, the limit is 65535";
    assert_eq!(refused(AnimationFormat::Apng, [1, 1], 70_000), expected);
    let expected = "the pictures have 16385 x 2 pixels, WebP allows 1 to 16384 per side";
    assert_eq!(refused(AnimationFormat::WebP, [16_385, 2], 1), expected);
    let expected = "600 pictures of 1280 x 720 pixels need 2109 MiB, the limit is 2048 MiB: use smaller \
                    or fewer pictures";
    assert_eq!(refused(AnimationFormat::Gif, [1280, 720], 600), expected);
    assert!(check_raw_bytes([1280, 720], 582).is_ok() && check_raw_bytes([u32::MAX; 2], u32::MAX).is_err());
}

#[test]
fn rejects_pictures_that_differ_from_the_spec() {
    let spec = AnimationSpec { size: [2, 2], count: 1, ..AnimationSpec::default() };
    let picture = RgbaImage::filled(2, 2, [9; 4]);
    let tenth = Duration::from_millis(100);
    let begin = || AnimationEncoder::new(AnimationFormat::WebP, &spec, None).unwrap();
    let text = |error: AnimationError| error.to_string();
    assert_eq!(text(begin().finish().unwrap_err()), "picture 0: found the end, expected 1 in all");
    let mut encoder = begin();
    let large = RgbaImage::filled(3, 2, [9; 4]);
    let expected = "picture 0: found 3 x 2 pixels, expected 2 x 2 pixels";
    assert_eq!(text(encoder.add(&large, tenth).unwrap_err()), expected);
    encoder.add(&picture, tenth).unwrap();
    assert_eq!(
        text(encoder.add(&picture, tenth).unwrap_err()),
        "picture 1: found another picture, expected 1 in all"
    );
}
