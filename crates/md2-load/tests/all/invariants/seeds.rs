//! Seed inputs: small models of every format, some of them damaged, and files that are not models.

use md2_testdata::fuzz::Seed;
use md2_testdata::{md3, mdl};

pub(crate) fn seeds() -> Vec<Seed> {
    let triangle = md2_testdata::one_triangle().build();
    let mut announces_more = triangle.clone();
    announces_more.set_i32("num_skins", 661);
    let text_mode: Vec<u8> = triangle.bytes().iter().copied().filter(|&byte| byte != b'\r').collect();
    let cut = &md2_testdata::seamed_quad().build().into_bytes()[..200];
    vec![
        ("md2_triangle", triangle.bytes().to_vec()),
        ("md2_quad", md2_testdata::seamed_quad().build().into_bytes()),
        ("md2_announces_more", announces_more.into_bytes()),
        ("md2_text_mode", text_mode),
        ("md2_cut", cut.to_vec()),
        ("mdl_triangle", mdl::one_triangle().build().into_bytes()),
        ("mdl_quad", mdl::seamed_quad().build().into_bytes()),
        ("mdl_frame_group", mdl::frame_group().build().into_bytes()),
        ("mdl_skin_group", mdl::skin_group().build().into_bytes()),
        ("md3_triangle", md3::one_triangle().build().into_bytes()),
        ("md3_two", md3::two_surfaces().build().into_bytes()),
        ("md3_tag", md3::turning_tag().build().into_bytes()),
        ("md3_upper", md3::player_upper().build().into_bytes()),
        ("foreign", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
        ("nothing", Vec::new()),
    ]
}
