//! Conversion of skin coordinates to texture coordinates.

use md2_format::raw::{St, Triangle};
use md2_format::{Md2, skin_uv, stripify};
use md2_testdata::one_triangle;

#[test]
fn a_coordinate_is_the_center_of_its_texel() {
    let st = [St::new(0, 0), St::new(7, -1), St::new(300, 31)];
    let skin_size = [256_i32, 32];
    let expected = [[0.5 / 256.0, 0.5 / 32.0], [7.5 / 256.0, -0.5 / 32.0], [300.5 / 256.0, 31.5 / 32.0]];

    assert_eq!(st.map(|st| st.uv(skin_size)), expected);
    assert_eq!(st.map(|st| skin_uv([st.s.into(), st.t.into()], skin_size.map(i64::from))), expected);

    let triangles = [Triangle::new([0, 1, 2], [0, 1, 2])];
    let words = stripify(&triangles, &st).to_words(skin_size);
    let commands = md2_format::glcmds::GlCommands::new(&words, 3);
    for corner in commands.triangles().flatten() {
        let [u, v] = expected[usize::try_from(corner.xyz).unwrap()];
        assert_eq!((corner.s, corner.t), (u, v));
    }
    let agreement = commands.compare_uvs(triangles, st, skin_size);
    assert_eq!((agreement.centered, agreement.cornered, agreement.other), (3, 0, 0));
}

#[test]
fn the_coordinates_replace_a_size_that_is_not_positive() {
    let size = |width: i32, height: i32| {
        let mut file = one_triangle().build();
        file.set_i32("skinwidth", width).set_i32("skinheight", height).set_i16("st[2].t", 40);
        let md2 = Md2::parse(file.bytes()).unwrap();
        assert_eq!(md2.to_model().skin_size(), md2.skin_size());
        md2.skin_size()
    };
    assert_eq!(size(64, 1), [64, 1]);
    assert_eq!(size(0, -5), [64, 41]);

    let mut file = one_triangle().build();
    file.set_i32("skinwidth", 0).set_i32("num_st", 0).set_i32("num_tris", 0);
    assert_eq!(Md2::parse(file.bytes()).unwrap().skin_size(), [1, 64]);
}
