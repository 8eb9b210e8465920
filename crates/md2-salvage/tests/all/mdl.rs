//! Salvage of damaged MDL files.

use md2_testdata::damage::{DamagedFile, put};
use md2_testdata::mdl::{MdlFrameSpec, MdlSpec, MdlTriangleSpec, PoseSpec, SkinSpec, StSpec, with_frames};
use md2_testdata::random::Random;
use mdl_format::Mdl;
use mdl_format::raw::Header;

use crate::losses::{Losses, Place, salvaged};

/// Returns an undamaged file with a few records of each kind. Every fourth file contains groups of skins or frames.
fn generated(random: &mut Random, index: usize) -> MdlSpec {
    let vertices = 48 + random.below(30);
    let vertex = |random: &mut Random| i32::try_from(random.below(vertices)).unwrap();
    let base: Vec<[u8; 4]> = (0..vertices)
        .map(|_| [random.byte(), random.byte(), random.byte(), random.byte() % 162].map(|c| c / 2 + 40))
        .collect();
    let pose = |random: &mut Random, name: String| {
        let moved = |v: &[u8; 4]| [0, 1, 2, 3].map(|i| if i < 3 { v[i] + random.byte() % 9 } else { v[i] });
        PoseSpec::new(name, &base.iter().map(moved).collect::<Vec<_>>())
    };
    let has_groups = index % 4 == 3;
    let texels = |random: &mut Random| (0..16 * 8).map(|_| random.byte()).collect::<Vec<u8>>();
    MdlSpec {
        skin_size: [16, 8],
        skins: (0..1 + random.below(3))
            .map(|i| match i {
                0 if has_groups => SkinSpec::Group([0.1, 0.2, 0.4].map(|end| (end, texels(random))).into()),
                _ => SkinSpec::Single(texels(random)),
            })
            .collect(),
        st: (0..vertices)
            .map(|i| {
                let [s, t] = [16, 8].map(|size| i32::try_from(random.below(size)).unwrap());
                StSpec { onseam: 32 * i32::from(i % 5 == 0), s, t }
            })
            .collect(),
        triangles: (0..8 + random.below(40))
            .map(|i| MdlTriangleSpec {
                front: i32::from(i % 3 > 0),
                vertices: [0; 3].map(|_| vertex(random)),
            })
            .collect(),
        frames: (0..2 + random.below(12))
            .map(|i| match i {
                1 if has_groups => MdlFrameSpec::group(
                    (0_u8..3).map(|n| (0.1 * f32::from(n + 1), pose(random, format!("flame{n}")))).collect(),
                ),
                _ => MdlFrameSpec::Single(pose(random, format!("stand{i:02}"))),
            })
            .collect(),
        ..md2_testdata::mdl::one_triangle()
    }
}

/// The names and vertices of all frames, each with its place in the file.
fn frames(file: &[u8]) -> Vec<Place> {
    let mdl = Mdl::parse(file).expect("a salvaged file can be read");
    let frame = |frame: &mdl_format::Frame<'_>| {
        let poses = &mdl.poses()[frame.poses()];
        let bytes =
            |pose: &mdl_format::Pose<'_>| [pose.name().as_bytes(), pose.vertices().as_bytes()].concat();
        let start = poses[0].vertices().as_bytes().as_ptr().addr() - file.as_ptr().addr();
        // The bounds (8 bytes) and the name (16 bytes) of a pose precede its vertices.
        let range = start - 24..start - 24 + poses.len() * (24 + 4 * mdl.vertex_count());
        (range, poses.iter().flat_map(bytes).collect())
    };
    mdl.frames().iter().map(frame).collect()
}

#[test]
fn the_number_of_members_of_a_group_is_restored() {
    // Expected: the original file. With any other number, the poses or the records after the group begin at wrong places.
    let (mut random, mut restored) = (Random::new(5), 0);
    for round in 0..200 {
        let intact = generated(&mut random, 3).build();
        let mut damaged = DamagedFile::new(intact.bytes(), Header::BYTES);
        let count = intact.offset_of(["skin[0].count", "frame[1].count"][round % 2]);
        match round % 5 {
            0 => put(&mut damaged.file, count, 2),
            1 => put(&mut damaged.file, count, 4),
            _ => damaged.set_wrong(count, &mut random),
        }
        let salvaged = salvaged(&damaged.file);
        restored +=
            usize::from(salvaged.is_some_and(|(file, repairs)| file == intact.bytes() && repairs.len() == 1));
    }
    // In the other files, the bytes also fit another number.
    assert!(restored >= 190, "{restored} of 200");
}

#[test]
fn a_wrong_count_is_restored_in_a_file_with_groups() {
    let mut random = Random::new(7);
    for field in ["numskins", "numverts", "numtris", "numframes"] {
        let intact = generated(&mut random, 3).build();
        let mut file = intact.clone();
        file.set_i32(field, 40);
        let (bytes, repairs) = salvaged(file.bytes()).unwrap_or_else(|| panic!("{field}"));
        assert!(bytes == intact.bytes() && repairs.len() == 1, "{field}: {repairs:?}");
    }
}

#[test]
fn a_gap_costs_only_the_skin_that_contains_it() {
    let mut random = Random::new(11);
    let mut specs = std::iter::repeat_with(|| generated(&mut random, 0));
    let spec = specs.find(|spec| spec.skins.len() == 3 && spec.frames.len() > 4).expect("three skins");
    let file = spec.build();
    let mut bytes = file.bytes().to_vec();
    let gap = file.offset_of("skin[1].pixels") + 40;
    bytes.drain(gap..gap + 30);
    let (salvaged, repairs) = salvaged(&bytes).expect("the frames are whole");
    let texels = |file: &[u8], skin: usize| Mdl::parse(file).unwrap().skins()[skin].image(0).texels.to_vec();
    for skin in [0, 2] {
        assert_eq!(texels(&salvaged, skin), texels(file.bytes(), skin), "skin {skin}: {repairs:#?}");
    }
    assert!(repairs.iter().any(|repair| repair.starts_with("skin 1: lost")), "{repairs:#?}");
    let poses = |file: &[u8]| frames(file).into_iter().map(|frame| frame.1).collect::<Vec<_>>();
    assert_eq!(poses(&salvaged), poses(file.bytes()));
}

#[test]
fn lost_frames_keep_their_places_if_names_show_them() {
    let without_third = |names: [&str; 5]| {
        let file = with_frames(names).build();
        let frame = |index: usize| file.offset_of(&format!("frame[{index}].type"));
        let mut bytes = file.bytes().to_vec();
        bytes.drain(frame(2)..frame(3));
        salvaged(&bytes).expect("four frames are left")
    };
    for names in [["run1", "run2", "run3", "run4", "run5"], ["run1", "run2", "run3", "walk4", "walk5"]] {
        let (salvaged, repairs) = without_third(names);
        let found: Vec<_> =
            Mdl::parse(&salvaged).unwrap().poses().iter().map(|pose| pose.name().to_string()).collect();
        assert_eq!(found, [names[0], names[1], names[1], names[3], names[4]], "{repairs:#?}");
        assert!(repairs[1].starts_with("frame 2: lost, replaced by frame 1"), "{repairs:#?}");
    }
    let (_, repairs) = without_third(["run1", "run2", "run3", "walk1", "walk2"]);
    assert!(repairs[0].starts_with("frames 2 to 3: whole frames are missing"), "{repairs:#?}");
}

#[test]
fn frames_that_contradict_their_bounds_are_lost() {
    let intact = with_frames(["run1", "run2", "run3", "run4", "run5"]).build();
    let third = |vertex: usize| intact.offset_of(&format!("frame[2].pose[0].vertex[{vertex}].normal")) - 3;
    // A vertex above the flat triangle, and three vertices at one corner of it.
    for (vertices, place) in [(1..2, [0, 0, 9]), (0..3, [0, 0, 2])] {
        let mut bytes = intact.bytes().to_vec();
        vertices.for_each(|vertex| bytes[third(vertex)..][..3].copy_from_slice(&place));
        let (_, repairs) = salvaged(&bytes).expect("four frames are left");
        assert!(repairs[0].starts_with("frame 2: lost, replaced by frame 1"), "{repairs:#?}");
    }
}

#[test]
fn sound_frames_are_found_and_few_are_invented() {
    let mut random = Random::new(3);
    let files: Vec<_> = (0..40).map(|index| generated(&mut random, index).build().into_bytes()).collect();
    let losses = Losses::measure(&files, 1200, Header::BYTES, frames);
    losses.assert_at_most(Losses { refused: 15, lost: 102, invented: 2 });
}
