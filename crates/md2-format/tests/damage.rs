//! Random damage: what is salvaged was in the file, and what the damage did not touch is salvaged.

use md2_format::model::Model;
use md2_format::{Md2, ParseError, Repair, Salvaged, TextDamage, salvage};
use md2_testdata::random::Random;
use md2_testdata::{FrameSpec, Spec, TriangleSpec, corpus};

/// Header fields by their offset: counts, the size of a frame, and offsets.
const FIELDS: std::ops::Range<usize> = 4..17;

/// A sound model with a few of everything, its shape by chance.
fn generated(random: &mut Random) -> Vec<u8> {
    let (vertices, st) = (3 + random.below(60), 3 + random.below(60));
    let packed = |random: &mut Random| [random.byte(), random.byte(), random.byte(), random.byte() % 162];
    let index = |random: &mut Random, count: usize| u16::try_from(random.below(count)).unwrap();
    let coordinate = |random: &mut Random| i16::try_from(random.below(256)).unwrap();
    let frames = 1 + random.below(12);
    Spec {
        skin_size: [256, 256],
        skins: (0..random.below(4)).map(|i| format!("models/some/skin{i}.pcx").into_bytes()).collect(),
        st: (0..st).map(|_| [coordinate(random), coordinate(random)]).collect(),
        triangles: (0..1 + random.below(80))
            .map(|i| TriangleSpec {
                // Every vertex and coordinate is in use, as exporters have it.
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

/// Files to damage: those of the corpus that are not too large, and generated ones.
fn files() -> Vec<Vec<u8>> {
    let mut random = Random::new(8);
    let mut files: Vec<_> = (0..40).map(|_| generated(&mut random)).collect();
    files.extend(corpus::files("md2").into_iter().map(|(_, bytes)| bytes));
    files
}

/// Whether `some` are `all` in the same order, without those that are missing.
fn is_part<T: PartialEq>(some: &[T], all: &[T]) -> bool {
    let mut all = all.iter();
    some.iter().all(|one| all.any(|other| other == one))
}

/// Expects a model that can be written and read, and nothing in it that is not in the `original`. Frames that took their
/// place from a neighbor, as the repairs say, have only the vertices.
#[track_caller]
fn invents_nothing(salvaged: &Salvaged, original: &Model, what: &str) {
    let Salvaged { model, repairs, .. } = salvaged;
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

fn put(file: &mut [u8], at: usize, value: i32) {
    file[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

fn field(file: &[u8], index: usize) -> i32 {
    i32::from_le_bytes(file[4 * index..][..4].try_into().unwrap())
}

/// A value that a damaged field may have.
fn wrong(random: &mut Random, now: i32, length: usize) -> i32 {
    let some = i32::try_from(random.below(length)).unwrap();
    match random.below(8) {
        0 => -1,
        1 => i32::MIN,
        2 => i32::MAX,
        3 => now.wrapping_add(1 + some % 700),
        4 => now.wrapping_sub(1 + some % 700),
        5 => some,
        6 => now ^ (1 << random.below(32)),
        _ => i32::from_le_bytes(std::array::from_fn(|_| random.byte())),
    }
}

#[test]
fn one_wrong_number_of_the_header_loses_nothing() {
    let mut random = Random::new(9);
    let (mut salvaged_files, mut whole) = (0, 0);
    for (index, file) in files().iter().enumerate() {
        let original = Md2::parse(file).unwrap().to_model();
        for round in 0..130 {
            let which = FIELDS.start + round % FIELDS.len();
            let mut damaged = file.clone();
            put(&mut damaged, 4 * which, wrong(&mut random, field(file, which), file.len()));
            if Md2::parse(&damaged).is_ok() {
                continue;
            }
            let what = format!(
                "file {index}, field {which}: {} became {}",
                field(file, which),
                field(&damaged, which)
            );
            let salvaged = salvage(&damaged).unwrap_or_else(|error| panic!("{what}: {error}"));
            invents_nothing(&salvaged, &original, &what);
            let model = salvaged.model;
            let is_whole = model.skins == original.skins
                && model.st == original.st
                && model.triangles == original.triangles
                && model.frames == original.frames;
            assert!(is_whole, "{what}:\n{:#?}", salvaged.repairs);
            salvaged_files += 1;
            whole += usize::from(is_whole);
        }
    }
    assert!(salvaged_files > 1000 && whole == salvaged_files, "{whole} of {salvaged_files}");
}

#[test]
fn two_wrong_numbers_of_the_header_invent_nothing() {
    let mut random = Random::new(10);
    for (index, file) in files().iter().enumerate() {
        let original = Md2::parse(file).unwrap().to_model();
        for _ in 0..60 {
            let mut damaged = file.clone();
            let both = [0, 1].map(|_| FIELDS.start + random.below(FIELDS.len()));
            for which in both {
                put(&mut damaged, 4 * which, wrong(&mut random, field(file, which), file.len()));
            }
            if let (Err(_), Ok(salvaged)) = (Md2::parse(&damaged), salvage(&damaged)) {
                let now = both.map(|which| field(&damaged, which));
                let what = format!(
                    "file {index}, fields {both:?}: {:?} became {now:?}",
                    both.map(|f| field(file, f))
                );
                invents_nothing(&salvaged, &original, &what);
            }
        }
    }
}

#[test]
fn a_cut_and_a_wrong_number_invent_nothing() {
    let mut random = Random::new(11);
    for (index, file) in files().iter().enumerate() {
        let original = Md2::parse(file).unwrap().to_model();
        for _ in 0..60 {
            let length = 68 + random.below(file.len() - 68);
            let mut damaged = file[..length].to_vec();
            let which = FIELDS.start + random.below(FIELDS.len());
            if random.below(2) == 0 {
                put(&mut damaged, 4 * which, wrong(&mut random, field(file, which), file.len()));
            }
            if let (Err(_), Ok(salvaged)) = (Md2::parse(&damaged), salvage(&damaged)) {
                let what = format!(
                    "file {index} cut to {length} of {}, field {which} {}",
                    file.len(),
                    field(&damaged, which)
                );
                invents_nothing(&salvaged, &original, &what);
            }
        }
    }
}

#[test]
fn senseless_frames_are_dropped_and_the_others_kept() {
    let mut random = Random::new(12);
    for (index, file) in files().iter().enumerate() {
        let view = Md2::parse(file).unwrap();
        let original = view.to_model();
        let (frames, stride) = (field(file, 14), field(file, 4));
        let start =
            |frame: usize| usize::try_from(frames).unwrap() + frame * usize::try_from(stride).unwrap();
        if original.frames.len() < 4 {
            continue;
        }
        for _ in 0..10 {
            let mut damaged = file.clone();
            // Without a wrong version the file would be accepted as it is.
            put(&mut damaged, 4, 7);
            let bad = random.below(original.frames.len());
            let value = [1.0e35_f32, -3.0e9, 1.0e-30, f32::MIN_POSITIVE / 8.0][random.below(4)];
            let at = start(bad) + 4 * random.below(3);
            damaged[at..at + 4].copy_from_slice(&value.to_le_bytes());
            let salvaged = salvage(&damaged).unwrap();
            let what = format!("file {index}, frame {bad}: {value}");
            assert_eq!(
                salvaged.repairs[..2],
                [Repair::Version { found: 7 }, Repair::Senseless { frame: bad }],
                "{what}"
            );
            let mut others = original.frames.clone();
            others.remove(bad);
            assert!(salvaged.model.frames == others, "{what}");
            invents_nothing(&salvaged, &original, &what);
        }
    }
}

/// The file without the CR of each CR LF.
fn without_returns(file: &[u8]) -> Vec<u8> {
    let next = file.iter().skip(1).map(Some).chain([None]);
    file.iter().zip(next).filter(|pair| *pair != (&b'\r', Some(&b'\n'))).map(|(&byte, _)| byte).collect()
}

/// Puts CR LF into a file, at places that can hold them: normal indices, positions, and what is behind a name.
fn with_pairs(file: &mut [u8], random: &mut Random, count: usize) {
    let view = Md2::parse(file).unwrap();
    let (vertices, frames) = (view.vertex_count(), view.frame_count());
    let (start, stride) = (field(file, 14), field(file, 4));
    for _ in 0..count {
        let frame = i32::try_from(random.below(frames)).unwrap();
        let at = usize::try_from(start + frame * stride).unwrap();
        let vertex = at + 40 + 4 * random.below(vertices);
        let place = vertex + random.below(3);
        file[place..place + 2].copy_from_slice(b"\r\n");
    }
}

#[test]
fn lost_carriage_returns_are_put_back_where_that_is_proven() {
    let mut random = Random::new(13);
    let (mut exact, mut part, mut refused, mut unnamed) = (0, 0, 0, 0);
    for (index, file) in files().iter().enumerate() {
        for round in 0..6 {
            let mut file = file.clone();
            if round > 0 {
                with_pairs(&mut file, &mut random, round);
            }
            let original = Md2::parse(&file).unwrap().to_model();
            let damaged = without_returns(&file);
            if damaged.len() == file.len() || Md2::parse(&damaged).is_ok() {
                continue;
            }
            let what = format!("file {index}, {round} pairs, {} lost", file.len() - damaged.len());
            match salvage(&damaged) {
                Ok(salvaged) if salvaged.is_restored() => {
                    assert!(salvaged.model.to_bytes().unwrap() == file, "{what}");
                    exact += 1;
                }
                Ok(salvaged) => {
                    invents_nothing_but_unused(&salvaged, &original, &what);
                    part += 1;
                }
                Err(ParseError { damage, .. }) => {
                    // One lost in the last records of a file looks as if its end were missing.
                    assert!(matches!(damage, Some(TextDamage::CrLfToLf) | None), "{what}");
                    refused += 1;
                    unnamed += usize::from(damage.is_none());
                }
            }
        }
    }
    println!(
        "{exact} restored byte for byte, {part} in part, {refused} refused, {unnamed} of them as if cut"
    );
    assert!(
        exact > 3 * part && exact > 10 * refused && exact > 20 * unnamed,
        "{exact} {part} {refused} {unnamed}"
    );
}

/// As [`invents_nothing`]; skin coordinates that are in doubt are cleared, and no triangle uses them.
#[track_caller]
fn invents_nothing_but_unused(salvaged: &Salvaged, original: &Model, what: &str) {
    let mut mended = salvaged.clone();
    for (index, st) in mended.model.st.iter_mut().enumerate() {
        let is_used =
            salvaged.model.triangles.iter().any(|t| t.st().iter().any(|&i| usize::from(i) == index));
        if !is_used && index < original.st.len() {
            *st = original.st[index];
        }
    }
    invents_nothing(&mended, original, what);
}

#[test]
fn line_feeds_of_the_header_are_restored_first() {
    // Ten frames, ten vertices: the header itself has LFs.
    let mut random = Random::new(14);
    for file in (0..500).map(|_| generated(&mut random)).filter(|file| file[..68].contains(&b'\n')).take(20) {
        let damaged: Vec<u8> =
            file.iter().flat_map(|&b| if b == b'\n' { vec![b'\r', b] } else { vec![b] }).collect();
        assert!(Md2::parse(&damaged).is_err());
        let salvaged = salvage(&damaged).unwrap();
        assert!(matches!(salvaged.repairs[..], [Repair::LineEnds { .. }]), "{:?}", salvaged.repairs);
        assert!(salvaged.is_restored() && salvaged.model.to_bytes().unwrap() == file);
    }
}

#[test]
fn bytes_that_are_missing_or_too_many_invent_no_frame() {
    let mut random = Random::new(15);
    for (index, file) in files().iter().enumerate() {
        let original = Md2::parse(file).unwrap().to_model();
        let frames = usize::try_from(field(file, 14)).unwrap();
        for _ in 0..20 {
            let at = frames + random.below(file.len() - frames);
            let mut damaged = file.clone();
            let count = 1 + random.below(30);
            if random.below(2) == 0 {
                damaged.drain(at..(at + count).min(file.len()));
            } else {
                damaged.splice(at..at, std::iter::repeat_n(0xcc, count));
            }
            put(&mut damaged, 4, 9);
            if let Ok(salvaged) = salvage(&damaged) {
                let kept =
                    salvaged.model.frames.iter().filter(|frame| original.frames.contains(frame)).count();
                let what =
                    format!("file {index}, {count} bytes at {at}: {kept} of {}", salvaged.model.frames.len());
                // A frame that ends the file may have lost or gained some inside it, and nothing follows to tell.
                assert!(kept + 1 >= salvaged.model.frames.len(), "{what}\n{:#?}", salvaged.repairs);
            }
        }
    }
}
