//! Intact files, random damage, and assertions about salvaged models.

use md2_format::model::Model;
use md2_format::{Md2, SalvagedModel};
use md2_testdata::{FrameSpec, Md2Spec, TriangleSpec, corpus};

use md2_testdata::random::Random;

/// Indices of the header fields that are damaged: the size of a frame, counts, and offsets.
pub(crate) const FIELDS: std::ops::Range<usize> = 4..17;

pub(crate) fn generated(random: &mut Random) -> Vec<u8> {
    let (vertices, st) = (3 + random.below(60), 3 + random.below(60));
    let packed = |random: &mut Random| [random.byte(), random.byte(), random.byte(), random.byte() % 162];
    let index = |random: &mut Random, count: usize| u16::try_from(random.below(count)).unwrap();
    let coordinate = |random: &mut Random| i16::try_from(random.below(256)).unwrap();
    let frames = 1 + random.below(12);
    Md2Spec {
        skin_size: [256, 256],
        skins: (0..random.below(4)).map(|i| format!("models/some/skin{i}.pcx").into_bytes()).collect(),
        st: (0..st).map(|_| [coordinate(random), coordinate(random)]).collect(),
        triangles: (0..1 + random.below(80))
            .map(|i| TriangleSpec {
                // The triangles use every vertex and every skin coordinate, as in exported files.
                xyz: [u16::try_from(i % vertices).unwrap(), index(random, vertices), index(random, vertices)],
                st: [u16::try_from(i % st).unwrap(), index(random, st), index(random, st)],
            })
            .chain([TriangleSpec {
                xyz: [u16::try_from(vertices - 1).unwrap(); 3],
                st: [u16::try_from(st - 1).unwrap(); 3],
            }])
            .collect(),
        vertices,
        frames: (0..frames)
            .map(|i| FrameSpec {
                name: format!("stand{:02}", i + 1).into_bytes(),
                scale: [0.25; 3].map(|scale: f32| scale + f32::from(random.byte()) / 1000.0),
                translate: [-24.0; 3].map(|at: f32| at + f32::from(random.byte()) / 100.0),
                vertices: (0..vertices).map(|_| packed(random)).collect(),
            })
            .collect(),
        gl_words: Vec::new(),
    }
    .build()
    .into_bytes()
}

pub(crate) fn many_generated() -> Vec<Vec<u8>> {
    let mut random = Random::new(8);
    (0..40).map(|_| generated(&mut random)).collect()
}

pub(crate) fn files() -> Vec<Vec<u8>> {
    let mut files = many_generated();
    files.extend(corpus::files("md2").into_iter().map(|(_, bytes)| bytes));
    files
}

fn is_part<T: PartialEq>(some: &[T], all: &[T]) -> bool {
    let mut all = all.iter();
    some.iter().all(|one| all.any(|other| other == one))
}

/// Asserts that the model can be written and read, and that all of its records are in the `original`. For frames
/// whose scale and translation were repaired, only the vertices must match.
#[track_caller]
pub(crate) fn invents_nothing(salvaged: &SalvagedModel, original: &Model, what: &str) {
    let SalvagedModel { model, repairs, .. } = salvaged;
    let written = model.to_bytes().unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(Md2::parse(&written).unwrap().to_model() == *model, "{what}");
    assert!(!repairs.is_empty(), "{what}");
    assert!(is_part(&model.skins, &original.skins), "{what}: skins\n{repairs:#?}");
    assert!(
        original.st.starts_with(&model.st[..model.st.len().min(original.st.len())]),
        "{what}: st\n{repairs:#?}"
    );
    assert!(is_part(&model.triangles, &original.triangles), "{what}: triangles\n{repairs:#?}");
    assert!(is_part(&model.frames, &original.frames), "{what}: frames\n{repairs:#?}");
}
