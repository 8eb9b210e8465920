//! Models of the Hexen II mission pack.

use md2_testdata::mdl::{MdlSpec, fullbright, seamed_quad};
use mdl_format::{Mdl, Model};

use crate::invariants::seeds::hexen2;

/// Byte offset of the triangles in the file of `seamed_quad`: the header with the number of skin coordinates, a skin of 128 texels and
/// its type, and four skin coordinates.
const TRIANGLES: usize = 88 + 132 + 4 * 12;

#[test]
fn corners_with_the_same_vertex_and_coordinate_share_a_vertex() {
    let quad = seamed_quad();
    let model = Model::from_hexen2(&hexen2(&quad)).unwrap();
    let file = model.to_bytes().unwrap();
    let mdl = Mdl::parse(&file).unwrap();
    // Each corner of the square has one skin coordinate.
    assert_eq!((mdl.vertex_count(), mdl.triangles().len()), (4, 2));
    let plain = quad.build().into_bytes();
    let plain = Mdl::parse(&plain).unwrap();
    for (found, wanted) in mdl.triangles().iter().zip(plain.triangles().iter()) {
        for corner in 0..3 {
            let [a, b] = [found, wanted].map(|triangle| triangle.vertices()[corner] as usize);
            assert_eq!(mdl.position(0, a), plain.position(0, b));
            assert_eq!(mdl.corner_uv(found, corner), plain.corner_uv(wanted, corner));
        }
    }
    assert_eq!((mdl.poses()[0].name(), mdl.skins().len()), (plain.poses()[0].name(), 1));
}

#[test]
fn a_vertex_with_two_coordinates_is_stored_twice() {
    let mut file = hexen2(&seamed_quad());
    // Corner 0 of the second triangle: vertex 2, skin coordinate 3 instead of 2.
    let index = TRIANGLES + 16 + 4 + 6;
    assert_eq!(file[index..index + 2], [2, 0]);
    file[index] = 3;
    let model = Model::from_hexen2(&file).unwrap();
    assert_eq!(model.vertex_count(), 5);
    let [first, second] = [0, 1].map(|triangle| model.triangles[triangle].vertices());
    let texel = |vertex: u32| (model.st[vertex as usize].s, model.st[vertex as usize].t);
    assert_eq!((texel(first[2]), texel(second[0])), ((7, 7), (12, 3)));
    let vertices = &model.poses().next().unwrap().vertices;
    assert_eq!(vertices[first[2] as usize], vertices[second[0] as usize]);
}

#[test]
fn holes_have_index_0_in_hexen_2() {
    let spec = MdlSpec { flags: 1 << 14, ..fullbright() };
    let model = Model::from_hexen2(&hexen2(&spec)).unwrap();
    let image = model.skins[0].images().next().unwrap();
    assert_eq!(image[..5], [223, 224, 254, 0, 255]);
    let opaque = Model::from_hexen2(&hexen2(&fullbright())).unwrap();
    assert_eq!(opaque.skins[0].images().next().unwrap()[..5], [223, 224, 254, 255, 0]);
}

#[test]
fn errors_name_the_place() {
    #[track_caller]
    fn rejected(at: usize, bytes: &[u8], text: &str) {
        let mut file = hexen2(&seamed_quad());
        file[at..at + bytes.len()].copy_from_slice(bytes);
        assert_eq!(Model::from_hexen2(&file).unwrap_err().to_string(), text);
    }
    rejected(84, &(-1_i32).to_le_bytes(), "st: -1, expected 0 or more (byte 0x54)");
    rejected(TRIANGLES + 4, &[4, 0], "triangle 0, corner 0: vertex 4, expected below 4 (byte 0x10c)");
    let file = hexen2(&seamed_quad());
    let error = Model::from_hexen2(&file[..file.len() - 1]).unwrap_err();
    assert!(
        error.to_string().starts_with("frame 0: the file ends after 39 bytes of the poses, expected 40"),
        "{error}"
    );
}
