//! Tests of transformations, normals, winding and bounds.

use md2_edit::{Axis, EditError, Effects, Model, SyncType, Transform};
use md2_testdata::{md3, mdl, one_triangle};

use crate::common::{blocks, normals, parse, triangles};

fn md2() -> Model {
    Model::parse(one_triangle().build().bytes()).unwrap()
}

fn check(transform: &Transform, tolerance: f32, expected: impl Fn([f32; 3]) -> [f32; 3]) {
    for original in triangles() {
        let mut model = original.clone();
        let error = model.transform(transform).unwrap();
        let read = Model::parse(&model.to_bytes().unwrap()).unwrap();
        for frame in 0..original.frame_count() {
            for (old, new) in original.frame_positions(frame).iter().zip(read.frame_positions(frame)) {
                let wanted = expected(*old);
                let is_near = (0..3).all(|axis| (new[axis] - wanted[axis]).abs() <= tolerance);
                assert!(is_near, "{} {transform:?}: {old:?} -> {new:?}, expected {wanted:?}", model.format());
            }
        }
        assert!(error <= f64::from(tolerance) * 2.0, "{error}");
    }
}

#[test]
fn transforms_positions() {
    check(&Transform::translation([1.0, -2.0, 0.5]), 0.0, |[x, y, z]| [x + 1.0, y - 2.0, z + 0.5]);
    check(&Transform::scaling([2.0; 3]), 0.0, |p| p.map(|c| 2.0 * c));
    check(&Transform::scaling([1.0, 2.0, 4.0]), 0.0, |[x, y, z]| [x, 2.0 * y, 4.0 * z]);
    check(&Transform::mirroring(Axis::Y), 0.0, |[x, y, z]| [x, -y, z]);
    check(&Transform::rotation(Axis::Z, 90.0), 0.0, |[x, y, z]| [-y, x, z]);
    check(&Transform::rotation(Axis::X, -90.0), 0.0, |[x, y, z]| [x, z, -y]);
    check(&Transform::rotation(Axis::Y, 540.0), 0.0, |[x, y, z]| [-x, y, -z]);
    // 60 degrees: the cosine is 1/2, the sine the square root of 3/4.
    let (c, s) = (0.5, 0.75_f32.sqrt());
    check(&Transform::rotation(Axis::Z, 60.0), 0.1, |[x, y, z]| [c * x - s * y, s * x + c * y, z]);
}

#[test]
fn an_mdl_moves_with_its_radius_and_eyes() {
    let mut file = mdl::one_triangle().build();
    let mut model = parse(mdl::one_triangle().build());
    model.transform(&Transform::translation([0.0, 0.0, 24.0])).unwrap();
    file.set_f32("scale_origin[2]", 0.0).set_f32("eyeposition[2]", 46.0);
    // The farthest corners are 16 units along x and y, and at height 31.875 in the second frame.
    let Model::Mdl(moved) = &model else { panic!("an MDL") };
    let farthest = (2.0_f32 * 15.875 * 15.875).max(15.875_f32.powi(2) + 256.0 + 31.875_f32.powi(2)).sqrt();
    assert!((moved.bounding_radius - farthest).abs() < 1e-3, "{} {farthest}", moved.bounding_radius);
    file.set_f32("boundingradius", moved.bounding_radius).set_f32("size", moved.size);
    assert_eq!(model.to_bytes().unwrap(), file.bytes(), "nothing else changes");
}

#[test]
fn computes_the_bounds_of_an_mdl() {
    let mut file = mdl::frame_group().build();
    let mut model = parse(mdl::frame_group().build());
    model.fix_bounds().unwrap();
    let expected = model.to_bytes().unwrap();
    file.set("frame[0].pose[0].max", &[9, 9, 9, 0])
        .set("frame[1].min", &[3, 0, 0, 0])
        .set_f32("boundingradius", 1.0);
    let mut model = Model::parse(file.bytes()).unwrap();
    assert_eq!(model.fix_bounds(), Ok(3));
    assert_eq!(model.to_bytes().unwrap(), expected);
    assert_eq!(model.fix_bounds(), Ok(0));
}

fn tags(model: &Model) -> Vec<[[f32; 3]; 2]> {
    let Model::Md3(model) = model else { panic!("an MD3") };
    let rounded = |v: [f32; 3]| v.map(|c| c.round() + 0.0);
    model.frames.iter().map(|frame| [rounded(frame.tags[0].origin), rounded(frame.tags[0].axes[0])]).collect()
}

#[test]
fn tags_move_with_an_md3() {
    // In frame i, the tag is at 8 * i along x and faces forward, left, backward, right, forward.
    let original = parse(md3::turning_tag().build());
    let check = |transform: Transform, frame: usize, expected: [[f32; 3]; 2]| {
        let mut model = original.clone();
        model.transform(&transform).unwrap();
        assert_eq!(tags(&model)[frame], expected, "{transform:?}, frame {frame}");
        let Model::Md3(md3) = &model else { panic!("an MD3") };
        let [x, y, z] = md3.frames[frame].tags[0].axes;
        // A mirrored tag is still right-handed: the attached model is mirrored, not the tag.
        let up = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
        assert!((0..3).all(|axis| (up[axis] - z[axis]).abs() < 1e-5), "{transform:?}");
    };
    check(Transform::rotation(Axis::Z, 90.0), 1, [[0.0, 8.0, 0.0], [-1.0, 0.0, 0.0]]);
    check(Transform::scaling([2.0; 3]), 2, [[32.0, 0.0, 0.0], [-2.0, 0.0, 0.0].map(|c: f32| c / 2.0)]);
    check(Transform::translation([0.0, 0.0, 5.0]), 3, [[24.0, 0.0, 5.0], [0.0, -1.0, 0.0]]);
    // Mirrored left to right, a tag that faces left faces right.
    check(Transform::mirroring(Axis::Y), 1, [[8.0, 0.0, 0.0], [0.0, -1.0, 0.0]]);
    // Mirrored front to back, the attached model faces backward by itself, so the tag still faces forward.
    check(Transform::mirroring(Axis::X), 4, [[-32.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
}

#[test]
fn an_md3_rejects_positions_out_of_range() {
    let mut model = parse(md3::one_triangle().build());
    let error = model.transform(&Transform::scaling([2000.0; 3])).unwrap_err().to_string();
    // The blade is 32 units wide.
    assert!(
        error.contains("found 64000.00, allowed -512 to 511.98")
            && error.ends_with("scale the model down, or move it to its origin"),
        "{error}"
    );
}

#[test]
fn computes_the_bounds_of_an_md3() {
    let mut model = parse(md3::two_surfaces().build());
    assert_eq!(model.fix_bounds(), Ok(3), "the file has other radii");
    let Model::Md3(md3) = &model else { panic!("an MD3") };
    // The floor and the wall, which is 32 units high, are 4 units higher in frame 1.
    let bounds = md3.frames[1].bounds;
    assert_eq!((bounds.min, bounds.max), ([-16.0, -16.0, 4.0], [16.0, 16.0, 36.0]));
    assert_eq!(model.fix_bounds(), Ok(0));
}

#[test]
fn refuses_flat_and_infinite_results() {
    for factors in [[0.0, 1.0, 1.0], [f64::NAN, 1.0, 1.0], [1.0, f64::INFINITY, 1.0], [1e300, 1e30, 1.0]] {
        assert!(md2().transform(&Transform::scaling(factors)).is_err(), "{factors:?}");
    }
    assert!(md2().transform(&Transform::translation([1e300, 0.0, 0.0])).is_err());
    // No reader accepts coordinates above 1e18, because their squares have to fit 32-bit floats.
    for transform in [Transform::translation([1.1e18, 0.0, 0.0]), Transform::scaling([1e17; 3])] {
        let error = md2().transform(&transform).unwrap_err();
        assert_eq!(error.to_string(), "coordinates would exceed 1e18 units");
    }
}

#[test]
fn frames_with_a_common_scale_share_one_after_a_rotation() {
    let names = ["run1", "run2", "run3"];
    let mut spec = md2_testdata::with_frames(names);
    spec.frames.iter_mut().for_each(|frame| frame.translate = [0.0; 3]);
    spec.frames[1].vertices[0] = [9, 200, 3, 5];
    let mut model = Model::parse(spec.build().bytes()).unwrap();
    model.transform(&Transform::rotation(Axis::Z, 10.0)).unwrap();
    let Model::Md2(model) = model else { panic!("an MD2") };
    assert!(model.frames.iter().all(|frame| frame.scale == model.frames[0].scale));
    assert_eq!(model.frames[0].vertices, model.frames[2].vertices);
}

fn assert_normals_point_outward(model: &Model, center: [f32; 3]) {
    for (normal, at) in normals(model).into_iter().zip(model.frame_positions(0)) {
        let outward = [0, 1, 2].map(|axis| at[axis] - center[axis]);
        let length = outward.iter().map(|c| c * c).sum::<f32>().sqrt();
        let cosine: f32 = (0..3).map(|axis| outward[axis] * normal[axis]).sum::<f32>() / length;
        // The triangles divide the faces, so the sums of their normals are up to 20 degrees from the diagonals. The directions of MDL and
        // MD2 are up to 12 degrees from both the sums and the transformed directions. Mirrored normals would be 70 degrees away.
        assert!(cosine > 0.7, "{}: {normal:?} at {at:?}", model.format());
    }
}

#[test]
fn normals_point_outward_also_after_transformations() {
    for mut block in blocks() {
        block.recompute_normals().unwrap();
        assert_normals_point_outward(&block, [0.0, 0.0, 1.5]);
        let read = Model::parse(&block.to_bytes().unwrap()).unwrap();
        assert_eq!(normals(&read), normals(&block));
        for (transform, center) in [
            (Transform::mirroring(Axis::Z), [0.0, 0.0, -1.5]),
            (Transform::rotation(Axis::Z, 33.0), [0.0, 0.0, 1.5]),
            (Transform::scaling([2.0; 3]), [0.0, 0.0, 3.0]),
            (Transform::translation([9.0, 8.0, 7.0]), [9.0, 8.0, 8.5]),
        ] {
            let mut model = block.clone();
            model.transform(&transform).unwrap();
            assert!(model.winding().enclosed < 0.0, "{} {transform:?}: clockwise", model.format());
            assert_normals_point_outward(&model, center);
        }
    }
}

#[test]
fn turns_inverted_triangles_around() {
    for (mut block, flat) in blocks().into_iter().zip(triangles()) {
        let turned = |model: &mut Model| model.fix_winding().unwrap().triangles.len();
        assert_eq!(turned(&mut block), 0);
        let original = block.clone();
        block.flip_winding();
        assert!(block.winding().enclosed > 0.0);
        assert_eq!(turned(&mut block), block.triangle_count());
        assert_eq!(block, original);
        // Two blocks next to each other, of which one is inside out.
        let mut other = block.clone();
        other.transform(&Transform::translation([80.0, 0.0, 0.0])).unwrap();
        block.merge(&other).unwrap();
        let sound = block.clone();
        other.flip_winding();
        let mut mixed = original.clone();
        mixed.merge(&other).unwrap();
        assert_eq!(turned(&mut mixed), original.triangle_count(), "{}", mixed.format());
        assert_eq!(mixed, sound);
        let error = flat.clone().fix_winding().unwrap_err().to_string();
        assert!(
            error.starts_with("the winding is unknown, because the triangles enclose too little"),
            "{error}"
        );
    }
}

#[test]
fn centers_and_puts_on_the_floor() {
    // The block reaches from -25.5 to 25.5 units, and in height from -24 to 27.
    for mut block in blocks() {
        let is_near = |found: [f64; 3], expected: [f64; 3]| {
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-4)
        };
        assert!((block.put_on_floor(0.0).unwrap() - 24.0).abs() < 1e-5);
        let [least, _] = block.first_bounds().unwrap();
        assert!(is_near(least.map(f64::from), [-25.5, -25.5, 0.0]), "{}: {least:?}", block.format());
        block.transform(&Transform::translation([3.0, 4.0, 5.0])).unwrap();
        let offset = block.center(&[Axis::X, Axis::Y]).unwrap();
        assert!(is_near(offset, [-3.0, -4.0, 0.0]), "{}: {offset:?}", block.format());
        let [least, _] = block.first_bounds().unwrap();
        assert!(is_near(least.map(f64::from), [-25.5, -25.5, 5.0]), "{}: {least:?}", block.format());
    }
}

#[test]
fn operations_that_a_format_lacks_say_why() {
    type Edit = fn(&mut Model) -> Result<(), EditError>;
    let rows: [(&str, Edit, [Option<&str>; 3]); 9] = [
        ("fix bounds", |m| m.fix_bounds().map(drop), [Some("store no bounds; nothing to fix"), None, None]),
        (
            "commands",
            |m| m.rebuild_commands().map(drop),
            [None, Some("have no OpenGL commands"), Some("have no OpenGL commands")],
        ),
        (
            "split surfaces",
            |m| m.split_surfaces().map(drop),
            [Some("have a single surface"), Some("have a single surface"), None],
        ),
        ("effects", |m| m.set_effects(Effects::ROTATE), [Some("store no effects"), None, None]),
        (
            "sync",
            |m| m.set_sync_type(SyncType::Random),
            [Some("store no synchronization type"), None, Some("store no synchronization type")],
        ),
        (
            "eye",
            |m| m.set_eye_position([0.0; 3]),
            [Some("store no eye position"), None, Some("store no eye position")],
        ),
        (
            "group skins",
            |m| m.group_skins(&[0], 0.1),
            [Some("have no skin groups"), None, Some("have no skin groups")],
        ),
        (
            "skin image",
            |m| m.skin_images(0).map(drop),
            [Some("contain no images, only their paths"), None, Some("contain no images, only their paths")],
        ),
        (
            "add a path",
            |m| m.add_skin_path("a.pcx").map(drop),
            [None, Some("contain their skins and store no paths"), Some("have shaders for each surface")],
        ),
    ];
    for (what, edit, expected) in rows {
        for (mut model, expected) in triangles().into_iter().zip(expected) {
            let before = model.clone();
            let found = edit(&mut model).map_err(|error| error.to_string());
            let start = expected.map(|why| format!("{} models {why}", model.format()));
            match (&found, &start) {
                (Ok(()), None) => {}
                (Err(found), Some(start)) => {
                    assert!(found.starts_with(start), "{what}: {found}");
                    assert_eq!(model, before, "{what}");
                }
                _ => panic!("{what}, {}: {found:?}, expected {expected:?}", model.format()),
            }
        }
    }
}
