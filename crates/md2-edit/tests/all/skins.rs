//! Tests of skins and skin templates.

use md2_edit::Model;
use md2_testdata::md3;
use md2_testdata::mdl::{self, SkinSpec};
use md2_testdata::{one_triangle, seamed_quad};

use crate::common::{parse, triangles};

#[test]
fn replacing_a_skin_changes_only_its_bytes() {
    let mut model = parse(mdl::skin_group().build());
    assert_eq!(model.skin_images(1).unwrap(), [[1; 64], [2; 64], [3; 64]]);
    model.set_skin_image(0, 0, vec![9; 64]).unwrap();
    model.set_skin_image(1, 2, vec![8; 64]).unwrap();
    let mut expected = mdl::skin_group().build();
    expected.set("skin[0].pixels", &[9; 64]).set("skin[1].pixels[2]", &[8; 64]);
    assert_eq!(model.to_bytes().unwrap(), expected.bytes());
    assert!(model.set_skin_image(0, 1, vec![0; 64]).is_err(), "a single image");
    assert!(model.set_skin_image(2, 0, vec![0; 64]).is_err(), "two skins");
    let error = model.set_skin_image(0, 0, vec![0; 60]).unwrap_err().to_string();
    assert_eq!(error, "the image has 60 texels, but all skins of the model have 8 x 8");
}

#[test]
fn adds_removes_and_groups_skins_of_an_mdl() {
    let mut model = parse(mdl::one_triangle().build());
    for color in [10, 20, 30] {
        model.add_skin_image(vec![color; 64]).unwrap();
    }
    model.remove_skin(2).unwrap();
    model.group_skins(&[2, 1], 0.25).unwrap();
    let mut spec = mdl::one_triangle();
    spec.skins.push(SkinSpec::Group(vec![(0.25, vec![30; 64]), (0.5, vec![10; 64])]));
    // The group is at the place of the first listed skin; skin 1 before it is gone.
    assert_eq!(model.to_bytes().unwrap(), spec.build().bytes());
    let error = model.group_skins(&[0, 1], 0.1).unwrap_err().to_string();
    assert_eq!(error, "skin 1 is already a group");
    assert!(model.group_skins(&[0, 0], 0.1).is_err() && model.group_skins(&[0], 0.0).is_err());
    assert!(model.set_skin_path("0", "a.pcx").is_err() && model.remove_skin(2).is_err());
}

#[test]
fn sets_adds_and_removes_paths_of_an_md2() {
    let mut model = parse(one_triangle().build());
    model.set_skin_path("0", "players/hero/blue.pcx").unwrap();
    let mut expected = one_triangle().build();
    let mut field = [0; 64];
    field[..21].copy_from_slice(b"players/hero/blue.pcx");
    expected.set("skin[0]", &field);
    assert_eq!(model.to_bytes().unwrap(), expected.bytes(), "nothing else changes");
    assert_eq!(model.add_skin_path("players/hero/red.pcx"), Ok(1));
    model.remove_skin(0).unwrap();
    let mut spec = one_triangle();
    spec.skins = vec![b"players/hero/red.pcx".to_vec()];
    assert_eq!(model.to_bytes().unwrap(), spec.build().bytes());
    for wrong in ["", "C:/a.pcx", "/a.pcx", "a\\b.pcx", &"a".repeat(64), "a\0b"] {
        assert!(model.add_skin_path(wrong).is_err(), "{wrong}");
    }
    assert!(model.set_skin_path("1", "a.pcx").is_err() && model.set_skin_path("x", "a.pcx").is_err());
    assert!(model.skin_images(0).is_err() && model.add_skin_image(vec![]).is_err());
}

#[test]
fn sets_the_shaders_of_an_md3() {
    let mut model = parse(md3::two_surfaces().build());
    model.set_skin_path("floor", "textures/stone.jpg").unwrap();
    model.set_skin_path("1", "textures/brick.jpg").unwrap();
    let mut spec = md3::two_surfaces();
    spec.surfaces[0].shaders = vec![b"textures/stone.jpg".to_vec()];
    spec.surfaces[1].shaders = vec![b"textures/brick.jpg".to_vec()];
    assert_eq!(model.to_bytes().unwrap(), spec.build().bytes(), "nothing else changes");
    model.set_skin_path("Wall_1.1", "textures/glow.jpg").unwrap();
    spec.surfaces[1].shaders.push(b"textures/glow.jpg".to_vec());
    assert_eq!(model.to_bytes().unwrap(), spec.build().bytes());
    let error = model.set_skin_path("roof", "a.jpg").unwrap_err().to_string();
    assert_eq!(error, "no surface \"roof\"; the model has the surfaces Floor, wall_1");
    assert!(model.set_skin_path("floor.2", "a.jpg").is_err() && model.add_skin_path("a.jpg").is_err());
}

#[test]
fn renames_surfaces_and_edits_tags() {
    let mut model = parse(md3::two_surfaces().build());
    let mut spec = md3::two_surfaces();
    model.rename_surface("1", "Floor").unwrap();
    spec.surfaces[1].name = b"Floor".to_vec();
    assert_eq!(model.to_bytes().unwrap(), spec.build().bytes(), "two surfaces may have one name");
    model.rename_surface("1", "roof").unwrap();
    spec.surfaces[1].name = b"roof".to_vec();
    assert_eq!(model.to_bytes().unwrap(), spec.build().bytes());
    let error = model.rename_surface("wall", "a").unwrap_err().to_string();
    assert_eq!(error, "no surface \"wall\"; the model has the surfaces Floor, roof");
    assert!(model.rename_surface("roof", &"a".repeat(64)).is_err());

    let mut model = parse(md3::turning_tag().build());
    let before = model.clone();
    model.add_tag("tag_new", [1.0, 2.0, 3.0]).unwrap();
    model.move_tag("TAG_NEW", [1.0, 0.0, -3.0]).unwrap();
    model.rename_tag("tag_new", "tag_end").unwrap();
    let (Model::Md3(md3), Model::Md3(old)) = (&model, &before) else { panic!("MD3s") };
    for (frame, old) in md3.frames.iter().zip(&old.frames) {
        let (last, others) = frame.tags.split_last().unwrap();
        assert_eq!(others, old.tags);
        assert_eq!((last.name.to_string().as_str(), last.origin), ("tag_end", [2.0, 2.0, 0.0]));
        assert_eq!(last.axes, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    }
    assert!(model.add_tag("tag_end", [0.0; 3]).is_err() && model.move_tag("tag_new", [0.0; 3]).is_err());
    assert!(parse(one_triangle().build()).add_tag("tag_a", [0.0; 3]).is_err());
}

#[test]
fn padding_a_skin_keeps_the_texel_of_every_corner() {
    // Both halves of the skin are in use, and vertices are on the seam.
    let spec = mdl::MdlSpec { skin_size: [15, 8], ..mdl::seamed_quad() };
    let pixels: Vec<u8> = (0..15 * 8).collect();
    let mut model = parse(mdl::MdlSpec { skins: vec![SkinSpec::Single(pixels)], ..spec }.build());
    let texels = |model: &Model| {
        let [width, height] = model.skin_size().unwrap();
        let image = model.skin_images(0).unwrap()[0];
        assert_eq!(image.len(), (width * height) as usize);
        let corners = model.uv_layout(1).unwrap().triangles;
        #[expect(clippy::cast_possible_truncation, reason = "texels of a small skin")]
        let texel = |[s, t]: [f32; 2]| image[(t as u32 * width + s as u32) as usize];
        corners.into_iter().map(|corners| corners.map(texel)).collect::<Vec<_>>()
    };
    let before = texels(&model);
    assert_eq!(model.pad_skin_width(), Ok([15, 16]));
    assert_eq!(texels(&model), before);
    assert_eq!(model.skin_images(0).unwrap()[0][13..17], [13, 14, 14, 15], "the last column is repeated");
    assert_eq!(model.pad_skin_width(), Ok([16, 16]));
    assert!(parse(one_triangle().build()).pad_skin_width().is_err());
}

#[test]
fn a_template_has_the_triangles_at_the_centers_of_texels() {
    let layout = parse(seamed_quad().build()).uv_layout(2).unwrap();
    assert_eq!(layout.size, [128, 64]);
    let expected = [[[1.0, 1.0], [63.0, 1.0], [1.0, 63.0]], [[65.0, 63.0], [127.0, 1.0], [127.0, 63.0]]];
    assert_eq!(layout.triangles, expected);
    // The back of an MDL uses the right half of its skin, 16 texels wide.
    let layout = parse(mdl::seamed_quad().build()).uv_layout(1).unwrap();
    assert_eq!(layout.triangles[1], [[15.5, 7.5], [8.5, 0.5], [12.5, 3.5]]);
    assert!(layout.to_svg().contains("<path d=\"M15.5 7.5L8.5 0.5L12.5 3.5Z\"/>"));
    // An MD3 stores shares of the size of its image.
    let model = parse(md3::one_triangle().build());
    let Model::Md3(md3) = &model else { panic!("an MD3") };
    let expected = md3.surfaces[0].triangles[0].indices.map(|i| {
        let st = md3.surfaces[0].st[i as usize];
        [st.s * 512.0, st.t * 512.0]
    });
    assert_eq!(model.uv_layout(2).unwrap().triangles, [expected]);
    for model in triangles() {
        assert!(model.uv_layout(0).is_err() && model.uv_layout(u32::MAX).is_err());
    }
}
