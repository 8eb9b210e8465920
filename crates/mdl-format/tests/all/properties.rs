//! Property tests of reading and writing with generated files.

use md2_testdata::mdl::{MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, SkinSpec, StSpec};
use mdl_format::raw::PoseName;
use mdl_format::{Mdl, check};
use proptest::array::{uniform3, uniform4, uniform16};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

fn finite() -> impl Strategy<Value = f32> {
    use proptest::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
}

prop_compose! {
    fn any_st()(onseam in prop_oneof![Just(0), Just(32), any::<i32>()], s in any::<i32>(), t in any::<i32>()) -> StSpec {
        StSpec { onseam, s, t }
    }
}

prop_compose! {
    fn any_pose(vertices: usize)(
        min in uniform4(any::<u8>()),
        max in uniform4(any::<u8>()),
        name in prop_oneof![Just(*b"run1\0\0\0\0\0\0\0\0\0\0\0\0"), uniform16(any::<u8>())],
        vertices in vec(uniform4(any::<u8>()), vertices),
    ) -> PoseSpec {
        PoseSpec { min, max, name: name.to_vec(), vertices }
    }
}

fn any_frame(vertices: usize) -> impl Strategy<Value = MdlFrameSpec> {
    let member = (any::<f32>(), any_pose(vertices));
    let group = (uniform4(any::<u8>()), uniform4(any::<u8>()), vec(member, 1..4));
    prop_oneof![
        3 => any_pose(vertices).prop_map(MdlFrameSpec::Single),
        1 => group.prop_map(|(min, max, poses)| MdlFrameSpec::Group { min, max, poses }),
    ]
}

fn any_skin(texels: usize) -> impl Strategy<Value = SkinSpec> {
    let image = move || vec(any::<u8>(), texels);
    prop_oneof![
        3 => image().prop_map(SkinSpec::Single),
        1 => vec((any::<f32>(), image()), 1..4).prop_map(SkinSpec::Group),
    ]
}

fn any_spec() -> impl Strategy<Value = MdlSpec> {
    (0_usize..6, 0_i32..5, 0_i32..5).prop_flat_map(|(vertices, width, height)| {
        let texels = usize::try_from(width * height).unwrap();
        let header = (
            uniform3(finite()),
            uniform3(finite()),
            any::<f32>(),
            uniform3(any::<f32>()),
            any::<i32>(),
            any::<i32>(),
        );
        let records = (
            vec(any_skin(texels), 0..4),
            vec(any_st(), vertices),
            vec((any::<i32>(), uniform3(any::<Index>())), 0..4),
            vec(any_frame(vertices), 0..4),
            vec(any::<u8>(), 0..9),
        );
        (header, records).prop_map(move |(header, records)| {
            let (scale, scale_origin, bounding_radius, eye_position, sync_type, flags) = header;
            let (skins, st, triangles, frames, trailing) = records;
            let triangle = |(front, corners): (i32, [Index; 3])| MdlTriangleSpec {
                front,
                vertices: corners.map(|corner| i32::try_from(corner.index(vertices)).unwrap()),
            };
            MdlSpec {
                scale,
                scale_origin,
                bounding_radius,
                eye_position,
                skin_size: [width, height],
                skins,
                st,
                triangles: if vertices == 0 {
                    Vec::new()
                } else {
                    triangles.into_iter().map(triangle).collect()
                },
                frames,
                sync_type,
                flags,
                size: 1.0,
                trailing,
            }
        })
    })
}

fn members<T: Clone>(group: &[(f32, T)]) -> (Vec<u32>, Vec<T>) {
    group.iter().map(|(end, member)| (end.to_bits(), member.clone())).unzip()
}

fn bits(intervals: mdl_format::Intervals<'_>) -> Vec<u32> {
    intervals.iter().map(f32::to_bits).collect()
}

fn same_skins(mdl: &Mdl<'_>, spec: &MdlSpec) -> Result<(), TestCaseError> {
    prop_assert_eq!(mdl.skins().len(), spec.skins.len());
    for (found, wanted) in mdl.skins().iter().zip(&spec.skins) {
        let (intervals, images) = match wanted {
            SkinSpec::Single(image) => (Vec::new(), vec![image.clone()]),
            SkinSpec::Group(group) => members(group),
        };
        prop_assert_eq!(bits(found.intervals()), intervals);
        let found: Vec<_> = found.images().map(|image| image.texels.to_vec()).collect();
        prop_assert_eq!(found, images);
    }
    Ok(())
}

fn same_frames(mdl: &Mdl<'_>, spec: &MdlSpec) -> Result<(), TestCaseError> {
    prop_assert_eq!(mdl.frames().len(), spec.frames.len());
    for (found, wanted) in mdl.frames().iter().zip(&spec.frames) {
        let (intervals, poses, [min, max]) = match wanted {
            MdlFrameSpec::Single(pose) => (Vec::new(), vec![pose.clone()], [pose.min, pose.max]),
            MdlFrameSpec::Group { min, max, poses } => {
                let (intervals, poses) = members(poses);
                (intervals, poses, [*min, *max])
            }
        };
        prop_assert_eq!(bits(found.intervals()), intervals);
        prop_assert_eq!([found.bounds().bboxmin, found.bounds().bboxmax], [min, max]);
        let found = &mdl.poses()[found.poses()];
        prop_assert_eq!(found.len(), poses.len());
        for (found, wanted) in found.iter().zip(poses) {
            prop_assert_eq!(found.name().raw().to_vec(), wanted.name.clone());
            prop_assert_eq!([found.bounds().bboxmin, found.bounds().bboxmax], [wanted.min, wanted.max]);
            prop_assert_eq!(found.vertices().as_bytes(), wanted.vertices.concat());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn any_model_is_read_as_it_is(spec in any_spec()) {
        let file = spec.build();
        let mdl = match Mdl::parse(file.bytes()) {
            Ok(mdl) => mdl,
            Err(error) => return Err(TestCaseError::fail(format!("{error}"))),
        };
        prop_assert_eq!(mdl.scale().map(f32::to_bits), spec.scale.map(f32::to_bits));
        prop_assert_eq!(mdl.origin().map(f32::to_bits), spec.scale_origin.map(f32::to_bits));
        let header = mdl.header();
        prop_assert_eq!(header.boundingradius.to_bits(), spec.bounding_radius.to_bits());
        prop_assert_eq!(header.eyeposition.map(f32::to_bits), spec.eye_position.map(f32::to_bits));
        prop_assert_eq!([header.skinwidth, header.skinheight], spec.skin_size);
        prop_assert_eq!([header.flags, header.synctype], [spec.flags, spec.sync_type]);
        let st: Vec<_> = mdl.st().iter().map(|st| [st.onseam, st.s, st.t]).collect();
        prop_assert_eq!(st, spec.st.iter().map(|st| [st.onseam, st.s, st.t]).collect::<Vec<_>>());
        let triangles: Vec<_> = mdl.triangles().iter().map(|t| (t.facesfront, t.vertices().map(u32::cast_signed))).collect();
        prop_assert_eq!(triangles, spec.triangles.iter().map(|t| (t.front, t.vertices)).collect::<Vec<_>>());
        same_skins(&mdl, &spec)?;
        same_frames(&mdl, &spec)?;
        prop_assert_eq!(mdl.trailing(), &spec.trailing[..]);
        prop_assert!(!check(file.bytes()).has_errors());
        prop_assert_eq!(mdl.to_model().to_bytes().unwrap(), file.bytes());
    }

    #[test]
    fn a_renamed_pose_changes_nothing_else(spec in any_spec(), pose in any::<Index>(), name in uniform16(any::<u8>())) {
        let mut file = spec.build();
        let mut model = Mdl::parse(file.bytes()).unwrap().to_model();
        let Some(pose) = pose.index(model.poses().count() + 1).checked_sub(1) else { return Ok(()) };
        model.poses_mut().nth(pose).unwrap().name = PoseName::from_raw(name);
        let (frame, member) = place(&spec, pose);
        file.set(&format!("frame[{frame}].pose[{member}].name"), &name);
        prop_assert_eq!(model.to_bytes().unwrap(), file.bytes());
    }
}

/// Returns the frame of a pose, and the index of the pose in this frame.
fn place(spec: &MdlSpec, pose: usize) -> (usize, usize) {
    let members = |frame: &MdlFrameSpec| match frame {
        MdlFrameSpec::Single(_) => 1,
        MdlFrameSpec::Group { poses, .. } => poses.len(),
    };
    let places =
        spec.frames.iter().enumerate().flat_map(|(i, frame)| (0..members(frame)).map(move |p| (i, p)));
    places.collect::<Vec<_>>()[pose]
}
