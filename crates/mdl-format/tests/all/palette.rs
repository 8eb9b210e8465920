//! Conversion of palette indices to colors.

use mdl_format::{Layers, Palette, PaletteError, SkinImage};

const fn fullbright() -> SkinImage<'static> {
    SkinImage { width: 5, height: 1, texels: &[223, 224, 254, 255, 0] }
}

#[test]
fn a_palette_has_768_bytes() {
    let mut file: Vec<u8> = (0..=255_u8).flat_map(|i| [i, 255 - i, 7]).collect();
    assert_eq!(Palette::from_lmp(&file).unwrap().color(200), [200, 55, 7]);
    file.push(0);
    let error: PaletteError = Palette::from_lmp(&file).unwrap_err();
    assert_eq!(error.to_string(), "the palette has 769 bytes, expected 768");
    assert!(Palette::from_lmp(&[]).is_err());
}

#[test]
fn fullbright_texels_have_a_separate_layer() {
    let image = fullbright();
    let Layers { lit, glow } = Palette::QUAKE.paint_layers(&image, false).unwrap();
    let glow = glow.unwrap();
    assert_eq!((lit.size(), glow.size()), ([5, 1], [5, 1]));
    const BLACK: [u8; 4] = [0, 0, 0, 255];
    let [r, g, b] = Palette::QUAKE.color(223);
    assert_eq!([0, 1, 2, 3].map(|x| lit.pixel(x, 0)), [[r, g, b, 255], BLACK, BLACK, BLACK]);
    assert_eq!(
        [0, 1, 2, 3].map(|x| glow.pixel(x, 0)),
        [BLACK, [43, 0, 0, 255], [255, 255, 255, 255], [159, 91, 83, 255]]
    );
    // Each texel is black in one of the layers, so the sum of the layers is the whole image.
    let whole = Palette::QUAKE.paint(&image, false).unwrap();
    for ((lit, glow), whole) in lit.pixels().zip(glow.pixels()).zip(whole.pixels()) {
        assert_eq!([0, 1, 2].map(|i| lit[i] + glow[i]), [whole[0], whole[1], whole[2]]);
    }
}

#[test]
fn the_last_color_is_a_hole_if_the_flags_contain_holey() {
    let image = fullbright();
    let layers = Palette::QUAKE.paint_layers(&image, true).unwrap();
    assert_eq!(layers.lit.pixel(3, 0), [0; 4]);
    assert_eq!(layers.glow.unwrap().pixel(3, 0), [0; 4]);
    assert_eq!(layers.lit.pixel(4, 0), [0, 0, 0, 255]);
    assert_eq!(Palette::QUAKE.paint(&image, true).unwrap().pixel(3, 0), [0; 4]);

    // Transparent texels alone give no second layer.
    let holes = SkinImage { width: 2, height: 1, texels: &[255, 255] };
    assert_eq!(Palette::QUAKE.paint_layers(&holes, true).unwrap().glow, None);
    assert!(Palette::QUAKE.paint_layers(&holes, false).unwrap().glow.is_some());
}
