//! Salvage of damaged MD3 files.

use md2_testdata::md3::{
    Md3FrameSpec, Md3Spec, SurfaceSpec, TagSpec, VertexSpec, one_triangle, upright_axes,
};
use md2_testdata::random::Random;
use md3_format::Md3;
use md3_format::raw::Header;

use crate::losses::{Losses, Place, salvaged};

fn generated(random: &mut Random, most_surfaces: usize) -> Vec<u8> {
    let frames = 1 + random.below(10);
    let float = |random: &mut Random| f32::from(random.byte()) / 8.0 + 0.5;
    let surface = |random: &mut Random, index: usize| {
        let vertices = 24 + random.below(30);
        // A grid of six columns.
        let place =
            |vertex: usize| [vertex % 6, vertex / 6, 3].map(|at| i16::try_from(at).unwrap() * 300 - 600);
        let base: Vec<[i16; 3]> = (0..vertices).map(place).collect();
        let moved = |random: &mut Random, at: &[i16; 3]| VertexSpec {
            xyz: at.map(|at| at + i16::from(random.byte() % 99)),
            zenith: random.byte(),
            azimuth: random.byte(),
        };
        SurfaceSpec {
            name: format!("part{index}").into_bytes(),
            flags: 0,
            shaders: (0..1 + random.below(2)).map(|i| format!("models/part{i}.tga").into_bytes()).collect(),
            triangles: (0..8 + random.below(40))
                .map(|i| [0, 1, 6].map(|next| (i + next) % vertices))
                .map(|corners| corners.map(|index| i32::try_from(index).unwrap()))
                .collect(),
            st: (0..vertices).map(|_| [0; 2].map(|_| float(random) / 32.0)).collect(),
            vertices: (0..frames).map(|_| base.iter().map(|at| moved(random, at)).collect()).collect(),
        }
    };
    let surfaces: Vec<_> = (0..1 + random.below(most_surfaces)).map(|index| surface(random, index)).collect();
    let bounds = |frame: usize, pick: fn(i16, i16) -> i16| {
        let all = surfaces.iter().flat_map(|surface| surface.vertices[frame].iter().map(|vertex| vertex.xyz));
        let corner = all.reduce(|a, b| std::array::from_fn(|i| pick(a[i], b[i]))).unwrap();
        corner.map(|steps| f32::from(steps) / 64.0)
    };
    let frame = |frame| Md3FrameSpec {
        min: bounds(frame, i16::min),
        max: bounds(frame, i16::max),
        origin: [0.0; 3],
        radius: 60.0,
        name: format!("frame_{frame}").into_bytes(),
    };
    let tags = random.below(3);
    let tag = |random: &mut Random, index| TagSpec {
        name: format!("tag_{index}").into_bytes(),
        origin: [0; 3].map(|_| float(random)),
        axes: upright_axes(),
    };
    let tags = (0..frames).map(|_| (0..tags).map(|index| tag(random, index)).collect()).collect();
    let frames = (0..frames).map(frame).collect();
    Md3Spec { name: b"models/test.md3".to_vec(), flags: 0, frames, tags, surfaces }.build().into_bytes()
}

/// The vertices of the first surface in all frames, each with their place in the file.
fn frames(file: &[u8]) -> Vec<Place> {
    let md3 = Md3::parse(file).expect("a salvaged file can be read");
    let frame = |frame: usize| {
        let bytes = md3.surfaces().first().map_or(&[][..], |surface| surface.vertices(frame).as_bytes());
        let start = bytes.as_ptr().addr().saturating_sub(file.as_ptr().addr());
        (start..start + bytes.len(), bytes.to_vec())
    };
    (0..md3.frame_count()).map(frame).collect()
}

#[test]
fn wrong_numbers_in_headers_are_replaced() {
    let intact = one_triangle().build();
    for (field, wrong) in [
        ("num_tags", 661),
        ("num_surfaces", 3),
        ("ofs_frames", 9),
        ("ofs_tags", i32::MAX),
        ("ofs_surfaces", -1),
        ("surface[0].num_triangles", 77),
        ("surface[0].ofs_st", 5),
    ] {
        let mut file = one_triangle().build();
        file.set_i32(field, wrong);
        let (bytes, repairs) = salvaged(file.bytes()).unwrap_or_else(|| panic!("{field}"));
        assert!(bytes == intact.bytes() && repairs.len() == 1, "{field}: {repairs:#?}");
    }
}

#[test]
fn an_implausible_tag_is_replaced() {
    let mut file = one_triangle().build();
    for value in [f32::NAN, 1.0e5] {
        file.set_f32("tag[1][0].origin[2]", value);
        let (_, repairs) = salvaged(file.bytes()).expect("the other tag is whole");
        assert!(repairs[0].starts_with("tags of frame 1: lost, replaced by tags of frame 0"), "{repairs:?}");
        assert_eq!(repairs.len(), 1, "{repairs:?}");
    }
}

#[test]
fn a_cut_file_keeps_its_whole_frames() {
    let mut random = Random::new(2);
    let mut files = (0..9).map(|_| generated(&mut random, 1));
    let file = files.find(|file| frames(file).len() > 4).expect("one has many frames");
    let all = frames(&file);
    for length in (all[0].0.end..file.len()).step_by(5) {
        let whole = all.iter().filter(|frame| frame.0.end <= length).count();
        let (bytes, repairs) = salvaged(&file[..length]).expect("a frame is left");
        let kept: Vec<_> = frames(&bytes).into_iter().map(|frame| frame.1).collect();
        assert!(
            kept == all.iter().take(whole).map(|frame| frame.1.clone()).collect::<Vec<_>>(),
            "{length}: {repairs:#?}"
        );
        assert!(repairs[0].contains("the rest is beyond the end of the file"), "{repairs:#?}");
    }
}

#[test]
fn a_surface_that_lacks_most_frames_is_dropped() {
    let mut random = Random::new(2);
    let mut files = (0..20).map(|_| generated(&mut random, 2));
    let has_two = |file: &Vec<u8>| Md3::parse(file).unwrap().surfaces().len() == 2 && frames(file).len() > 4;
    let mut file = files.find(has_two).expect("one has two surfaces and many frames");
    let md3 = Md3::parse(&file).unwrap();
    let start = md3.surfaces()[1].vertices(1).as_bytes().as_ptr().addr() - file.as_ptr().addr();
    let first = frames(&file);
    // Of the last surface, only the vertices of frame 0 are left.
    file.truncate(start);
    let (bytes, repairs) = salvaged(&file).expect("a surface is left");
    let names: Vec<_> =
        Md3::parse(&bytes).unwrap().surfaces().iter().map(|surface| surface.name().to_string()).collect();
    assert!(names == ["part0"] && repairs.iter().any(|repair| repair.contains("dropped")), "{repairs:#?}");
    let vertices = |frames: Vec<Place>| frames.into_iter().map(|frame| frame.1).collect::<Vec<_>>();
    assert!(vertices(frames(&bytes)) == vertices(first));
}

#[test]
fn sound_frames_are_found_and_few_are_invented() {
    let mut random = Random::new(4);
    let files: Vec<_> = (0..6).map(|_| generated(&mut random, 1)).collect();
    let losses = Losses::measure(&files, 6 * 400, Header::BYTES, frames);
    losses.assert_at_most(Losses { refused: 107, lost: 684, invented: 132 });
}
