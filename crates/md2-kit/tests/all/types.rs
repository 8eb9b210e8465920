//! The traits that other programs expect of the public types.

use std::fmt::Debug;

use md2_kit::anim::{Crowd, KeyTimes, LoopMode, Playback, Pose, Sequence, TagPose};
use md2_kit::{
    Model, OpenError, RgbaImage, UnknownSequence, assets, load, md2_format, md3_format, mdl_format, mesh,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = assert_send_sync::<(
    (Model, OpenError, UnknownSequence, RgbaImage, Playback, Crowd, Sequence, mesh::Mesh),
    (load::LoadedModel, load::LoadError, assets::MemoryFiles, assets::LoadImageError, assets::ReadError),
    (md2_format::Md2<'static>, md2_format::Model, md2_format::ParseError),
    (md3_format::Md3<'static>, md3_format::Model, mdl_format::Mdl<'static>, mdl_format::Model),
)>();

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).expect("all values have a form in JSON");
    assert_eq!(*value, serde_json::from_str(&json).expect("the JSON is complete"));
    json
}

#[test]
fn models_of_all_formats_are_the_same_after_serialization() {
    let md2 = md2_testdata::one_triangle().build().into_bytes();
    let mut model = md2_format::Md2::parse(&md2).expect("the model is valid").to_model();
    model.layout = Default::default();
    let json = round_trip(&model);
    assert!(json.contains(r#""name":"stand02""#), "{json}");
    model.frames[0].name =
        md2_format::raw::FrameName::from_raw(*b"run1\0\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd");
    assert!(round_trip(&model).contains(r#""name":[114,117,110,49,0,205,"#), "leftover bytes are stored");

    let mdl = md2_testdata::mdl::frame_group().build().into_bytes();
    let mut model = mdl_format::Mdl::parse(&mdl).expect("the model is valid").to_model();
    model.layout = Default::default();
    round_trip(&model);

    let md3 = md2_testdata::md3::one_triangle().build().into_bytes();
    let mut model = md3_format::Md3::parse(&md3).expect("the model is valid").to_model();
    model.layout = Default::default();
    round_trip(&model);
}

#[test]
fn names_that_do_not_fit_are_rejected() {
    let read = |json: &str| {
        serde_json::from_str::<md2_format::raw::FrameName>(json).map_err(|error| error.to_string())
    };
    assert!(read(r#""sixteen letters!""#).is_ok());
    for json in
        [r#""seventeen letters""#, r#""a\u0000b""#, "[114,117]", "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", "7"]
    {
        assert!(read(json).is_err(), "{json}");
    }
}

#[test]
fn sequences_and_poses_are_the_same_after_serialization() {
    let times = KeyTimes::from_ends([0.1, 0.4, 0.5]).expect("the times increase");
    let sequence = Sequence {
        mode: LoopMode::PingPong,
        backward: true,
        ..Sequence::new("flame", 3, 5).with_times(times)
    };
    let json = round_trip(&sequence);
    assert!(json.contains("[100000000,400000000,500000000]") && json.contains("\"ping-pong\""), "{json}");
    round_trip(&Pose { frame_a: 1, frame_b: 2, blend: 0.25 });
    for times in ["[]", "[0]", "[5,5]", "[549755813888]"] {
        assert!(serde_json::from_str::<KeyTimes>(times).is_err(), "{times}");
    }
}

#[test]
fn a_tag_places_a_point_as_its_matrix_does() {
    let tag = TagPose { origin: [8.0, 1.0, 2.0], axes: [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]] };
    let transform = glam::Affine3A::from(tag);
    // One unit forward of the attached model is one unit to the left.
    assert_eq!(transform.transform_point3(glam::Vec3::X).to_array(), [8.0, 2.0, 2.0]);
    assert_eq!(TagPose::from(transform), tag);
    let matrix = mint::ColumnMatrix4::from(tag);
    assert_eq!(<[f32; 4]>::from(matrix.x), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(<[f32; 4]>::from(matrix.w), [8.0, 1.0, 2.0, 1.0]);
    assert_eq!(TagPose::from(matrix), tag);
}
