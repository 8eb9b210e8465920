//! Random damage of every kind. A salvaged model can be written and read, contains no invented record, and contains
//! every record that the damage did not touch.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::damaging::{FIELDS, field, many_generated, put, wrong};
use md2_format::model::{Model, ModelFrame};
use md2_format::raw::{St, Triangle};
use md2_format::{Md2, Repair, SalvagedModel, salvage};
use md2_testdata::random::Random;
use md2_testdata::{HEADER_FIELDS, corpus};

/// A damaged file.
struct DamagedFile {
    file: Vec<u8>,
    /// Description of the damage, for messages.
    what: String,
    /// Ranges of the sound file that were changed or removed, or at which bytes were inserted.
    touched: Vec<Range<usize>>,
    /// Whether all other bytes kept their place and the header gives it correctly.
    is_in_place: bool,
}

impl DamagedFile {
    fn touches(&self, record: &Range<usize>) -> bool {
        self.touched.iter().any(|touched| touched.start < record.end && record.start < touched.end)
    }
}

/// Damages a file in one of nine ways. Sometimes it also changes the version, so that more has to be salvaged.
fn damage(sound: &[u8], random: &mut Random) -> DamagedFile {
    let mut damaged =
        DamagedFile { file: sound.to_vec(), what: String::new(), touched: Vec::new(), is_in_place: false };
    match random.below(9) {
        0 => wrong_field(&mut damaged, random),
        1 => [(); 2].iter().for_each(|()| wrong_field(&mut damaged, random)),
        2 => {
            let length = 68 + random.below(sound.len() - 68);
            damaged.file.truncate(length);
            damaged.what = format!("cut to {length} of {}", sound.len());
            if random.below(2) == 0 {
                wrong_field(&mut damaged, random);
            }
        }
        3 => overwritten(&mut damaged, random),
        4 => flipped_bits(&mut damaged, random),
        5 => {
            let start = 68 + random.below(sound.len() - 68);
            let removed = start..(start + 1 + random.below(60)).min(sound.len());
            damaged.file.drain(removed.clone());
            damaged.what = format!("removed {removed:?}");
            damaged.touched.push(removed);
        }
        6 => {
            let (at, count, kind) =
                (68 + random.below(sound.len() - 68), 1 + random.below(60), random.below(3));
            let inserted: Vec<u8> = (0..count).map(|_| [0, 0xff, random.byte()][kind]).collect();
            damaged.file.splice(at..at, inserted);
            damaged.what = format!("inserted {count} bytes at {at}");
            damaged.touched.push(at - 1..at + 1);
        }
        7 => {
            let [a, b] = [0, 1].map(|_| FIELDS.start + random.below(FIELDS.len()));
            put(&mut damaged.file, 4 * a, field(sound, b));
            put(&mut damaged.file, 4 * b, field(sound, a));
            damaged.what = format!("{} and {} swapped", HEADER_FIELDS[a], HEADER_FIELDS[b]);
        }
        _ => {
            // Two sections get the same offset.
            let [a, b] = [0, 1].map(|_| 11 + random.below(5));
            put(&mut damaged.file, 4 * a, field(sound, b));
            damaged.what = format!("{} as {}", HEADER_FIELDS[a], HEADER_FIELDS[b]);
        }
    }
    if random.below(3) == 0 {
        put(&mut damaged.file, 4, 7);
        damaged.what += ", wrong version";
    }
    damaged
}

fn wrong_field(damaged: &mut DamagedFile, random: &mut Random) {
    let which = FIELDS.start + random.below(FIELDS.len());
    let now = field(&damaged.file, which);
    let value = wrong(random, now, damaged.file.len());
    put(&mut damaged.file, 4 * which, value);
    damaged.what += &format!(", {}: {now} became {value}", HEADER_FIELDS[which]);
}

fn overwritten(damaged: &mut DamagedFile, random: &mut Random) {
    let start = random.below(damaged.file.len());
    let block = start..(start + 1 + random.below(400)).min(damaged.file.len());
    let kind = random.below(4);
    for byte in &mut damaged.file[block.clone()] {
        *byte = [0, 0xff, 0xcd, random.byte()][kind];
    }
    damaged.what = format!("{block:?} overwritten with {}", ["0", "ff", "cd", "anything"][kind]);
    damaged.is_in_place = start >= 68;
    damaged.touched.push(block);
}

fn flipped_bits(damaged: &mut DamagedFile, random: &mut Random) {
    for _ in 0..1 + random.below(20) {
        let at = random.below(damaged.file.len());
        damaged.file[at] ^= 1 << random.below(8);
        damaged.touched.push(at..at + 1);
    }
    damaged.is_in_place = damaged.touched.iter().all(|byte| byte.start >= 68);
    damaged.what = format!("bits flipped in {:?}", damaged.touched);
}

/// Returns the byte range of each record of a section in a sound file.
fn records(
    sound: &[u8],
    count: usize,
    offset: usize,
    stride: usize,
) -> impl Fn(usize) -> Range<usize> + use<> {
    let start = usize::try_from(field(sound, offset)).unwrap();
    assert!(count == 0 || start + count * stride <= sound.len());
    move |index| start + index * stride..start + (index + 1) * stride
}

/// Differences between the records of a salvaged section and those of the sound file.
struct Comparison {
    /// Indices of salvaged records that are not in the sound file, in its order, and are not damaged ones.
    invented: Vec<usize>,
    /// Indices of records of the sound file that the damage did not touch but that are missing.
    lost: Vec<usize>,
}

/// Compares by the better of two matchings: if any matching shows that nothing is invented, nothing is.
fn compare<T>(
    some: &[T],
    all: &[T],
    is_same: impl Fn(&T, &T) -> bool,
    is_touched: impl Fn(usize) -> bool,
) -> Comparison {
    let touched = |next: usize| (next..all.len()).find(|&found| is_touched(found));
    let same = |one: &T, next: usize| (next..all.len()).find(|&found| is_same(one, &all[found]));
    // Fails if damage makes a record equal to a later one: one bit changes "skin2" to "skin0".
    let same_first =
        matched(some, all.len(), |one, next| same(one, next).or_else(|| touched(next)), &is_touched);
    if same_first.invented.is_empty() && same_first.lost.is_empty() {
        return same_first;
    }
    // Fails if a damaged record was dropped.
    let either = |one: &T, next: usize| {
        (next..all.len()).find(|&found| is_touched(found) || is_same(one, &all[found]))
    };
    let earliest = matched(some, all.len(), either, &is_touched);
    let faults = |compared: &Comparison| (compared.invented.len(), compared.lost.len());
    std::cmp::min_by_key(same_first, earliest, faults)
}

/// Matches records in order. `find` returns the index of a record in the sound file, at or after a given index.
fn matched<T>(
    some: &[T],
    all: usize,
    find: impl Fn(&T, usize) -> Option<usize>,
    is_touched: impl Fn(usize) -> bool,
) -> Comparison {
    let mut compared = Comparison { invented: Vec::new(), lost: Vec::new() };
    let mut next = 0;
    for (index, one) in some.iter().enumerate() {
        let Some(found) = find(one, next) else {
            compared.invented.push(index);
            continue;
        };
        compared.lost.extend((next..found).filter(|&lost| !is_touched(lost)));
        next = found + 1;
    }
    compared.lost.extend((next..all).filter(|&lost| !is_touched(lost)));
    compared
}

/// Finds records that are invented in a salvaged model, and records that were lost without need. Listed repairs are
/// neither: corners that are drawn at (0, 0), and frames that replaced a neighbor.
fn judge(
    salvaged: &SalvagedModel,
    original: &Model,
    sound: &[u8],
    damaged: &DamagedFile,
) -> Result<(), String> {
    let SalvagedModel { model, repairs, .. } = salvaged;
    let touched = |count, offset, stride| {
        let record = records(sound, count, offset, stride);
        move |index| damaged.touches(&record(index))
    };
    let (without_st, placed) = (
        repairs.iter().any(|repair| matches!(repair, Repair::NoSt { .. })),
        repairs.iter().any(|repair| matches!(repair, Repair::NotFinite { .. })),
    );
    let at_origin = |st: u16| without_st && model.st[usize::from(st)] == St::default();
    let same_triangle = |a: &Triangle, b: &Triangle| {
        a.xyz() == b.xyz() && a.st().into_iter().zip(b.st()).all(|(a, b)| a == b || at_origin(a))
    };
    let same_frame =
        |a: &ModelFrame, b: &ModelFrame| a == b || (placed && a.name == b.name && a.vertices == b.vertices);
    let st_is_touched = touched(original.st.len(), 12, 4);
    let is_invented_st = |&index: &usize| {
        !at_origin(u16::try_from(index).unwrap())
            && original.st.get(index) != Some(&model.st[index])
            && !(index < original.st.len() && st_is_touched(index))
    };
    let used: BTreeSet<usize> = model.triangles.iter().flat_map(Triangle::st).map(usize::from).collect();
    let invented_st = used.into_iter().filter(is_invented_st).count();

    let stride = 40 + 4 * original.vertex_count();
    let skins = compare(&model.skins, &original.skins, |a, b| a == b, touched(original.skins.len(), 11, 64));
    let triangles = compare(
        &model.triangles,
        &original.triangles,
        same_triangle,
        touched(original.triangles.len(), 13, 12),
    );
    let frames =
        compare(&model.frames, &original.frames, same_frame, touched(original.frames.len(), 14, stride));
    for (section, Comparison { invented, lost }) in
        [("skins", skins), ("triangles", triangles), ("frames", frames)]
    {
        if !invented.is_empty() {
            return Err(format!("{section}: invented {invented:?}"));
        }
        if damaged.is_in_place && !lost.is_empty() {
            return Err(format!("{section}: lost {lost:?}"));
        }
    }
    if invented_st > 0 { Err(format!("st: invented {invented_st}")) } else { Ok(()) }
}

/// Damages every file equally often, with a random sequence for each file, so that other files in the list change
/// nothing. Returns the length of the file and the round in which something was invented or lost without need.
///
/// This happens in one round of 16,000 (11 of 180,000): several wrong numbers of the header agree with each other, or
/// a byte is missing where a CR is plausible.
fn wrong_rounds(files: &[Vec<u8>]) -> Vec<(usize, usize)> {
    const ROUNDS: usize = 3000;
    let (mut parsed, mut refused, mut salvaged_files) = (0, 0, 0);
    let mut wrong = Vec::new();
    let originals: Vec<Model> = files.iter().map(|sound| Md2::parse(sound).unwrap().to_model()).collect();
    let mut chances: Vec<Random> = files.iter().map(|sound| Random::new(checksum(sound))).collect();
    for index in 0..ROUNDS {
        let (which, round) = (index % files.len(), index / files.len());
        let (sound, original) = (&files[which], &originals[which]);
        let damaged = damage(sound, &mut chances[which]);
        let what = format!("file {which} of {} bytes, round {round}, {}", sound.len(), damaged.what);
        if Md2::parse(&damaged.file).is_ok() {
            parsed += 1;
            continue;
        }
        let Ok(salvaged) = salvage(&damaged.file) else {
            let any_sound = |count, offset, stride| {
                let record = records(sound, count, offset, stride);
                (0..count).any(|index| !damaged.touches(&record(index)))
            };
            let frames = any_sound(original.frames.len(), 14, 40 + 4 * original.vertex_count());
            let triangles = any_sound(original.triangles.len(), 13, 12);
            assert!(!damaged.is_in_place || !frames || !triangles, "{what}: refused");
            refused += 1;
            continue;
        };
        salvaged_files += 1;
        let written = salvaged.model.to_bytes().unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(Md2::parse(&written).unwrap().to_model() == salvaged.model, "{what}");
        if let Err(fault) = judge(&salvaged, original, sound, &damaged) {
            println!("{what}: {fault}\n{:#?}", salvaged.repairs);
            wrong.push((sound.len(), round));
        }
    }
    println!("{parsed} parsed, {salvaged_files} salvaged, {refused} refused");
    // A quarter of the files cannot be repaired: all frames are cut off, or bytes are missing in the middle.
    assert!(salvaged_files > ROUNDS / 2, "{parsed} {salvaged_files} {refused}");
    wrong
}

/// Returns the 64-bit FNV-1a hash.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[test]
fn salvage_invents_nothing_and_keeps_sound_records() {
    assert_eq!(wrong_rounds(&many_generated()), []);
}

/// A known limit: the removed byte was not a CR, but twelve bytes before it is an LF, and a CR there is just as
/// plausible. The scale of the next frame becomes negative, as in some real models.
#[test]
fn a_lost_byte_is_restored_as_a_cr_if_one_is_plausible() {
    let files = many_generated();
    let sound = files.iter().find(|file| file.len() == 2032).unwrap();
    let lost = 1483..1484;
    let mut damaged = DamagedFile {
        file: sound.clone(),
        what: String::new(),
        touched: vec![lost.clone()],
        is_in_place: false,
    };
    damaged.file.drain(lost);
    let salvaged = salvage(&damaged.file).unwrap();
    assert!(matches!(salvaged.repairs[..], [Repair::LostCarriageReturns { restored: 1, .. }]));
    let original = Md2::parse(sound).unwrap().to_model();
    assert_eq!(judge(&salvaged, &original, sound, &damaged), Err(String::from("frames: invented [6]")));
}

#[test]
fn salvage_of_real_models_invents_nothing_and_keeps_sound_records() {
    // The triangles of this model use no vertex from 39 on, so 44 instead of 47 contradicts nothing: frames may be
    // longer than their vertices. The 44 salvaged vertices are those of the file.
    let known = (28_408, 157);
    let files: Vec<_> = corpus::files("md2").into_iter().map(|(_, bytes)| bytes).collect();
    if !files.is_empty() {
        assert_eq!(wrong_rounds(&files).into_iter().find(|&round| round != known), None);
    }
}
