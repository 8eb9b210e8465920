//! Salvage of files after a text conversion. Certain bytes are restored, and no records are invented.

use crate::damaging::{FIELDS, files, generated, invents_nothing};
use crate::invariants::seeds::{with_returns, without_returns};
use md2_format::model::Model;
use md2_format::{Md2, Repair, SalvagedModel, TextDamage, salvage, text_damage};
use md2_testdata::damage::{field, put, wrong};
use md2_testdata::random::Random;

/// Writes CR LF at `count` places in the vertices of random frames. The vertices remain valid: coordinates may have any
/// value, and 10 and 13 are valid normal indices.
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

/// A conversion of CR LF to LF leaves no CR LF, so a file with one has lost other bytes.
#[test]
fn a_file_with_a_carriage_return_was_not_converted() {
    let mut file = md2_testdata::with_frames(["a1", "a2", "a3", "a4", "a5"]).build();
    file.set("frame[0].name", b"new\nline\0\0\0\0\0\0\0\0");
    let lost = file.offset_of("frame[1].name");
    for (has_return, expected) in [(false, Some(TextDamage::CrLfToLf)), (true, None)] {
        if has_return {
            file.set("frame[4].name", b"new\r\nline\0\0\0\0\0\0\0");
        }
        let mut damaged = file.bytes().to_vec();
        damaged.remove(lost);
        assert_eq!(text_damage(&damaged), expected);
    }
}

#[test]
fn lost_carriage_returns_are_restored_if_proven() {
    let mut random = Random::new(13);
    let (mut exact, mut part, mut rejected, mut unnamed) = (0, 0, 0, 0);
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
                Ok(salvaged) if salvaged.keeps_all() => {
                    // A single lost CR is restored, but it is not certain that the missing byte was this CR.
                    assert!(salvaged.is_restored() || file.len() - damaged.len() == 1, "{what}");
                    assert!(salvaged.model.to_bytes().unwrap() == file, "{what}");
                    exact += 1;
                }
                Ok(salvaged) => {
                    invents_nothing_but_unused(&salvaged, &original, &what);
                    part += 1;
                }
                Err(_) => {
                    let damage = text_damage(&damaged);
                    // If CRs are lost only in the last records, the file looks as if its end were cut off.
                    assert!(matches!(damage, Some(TextDamage::CrLfToLf) | None), "{what}");
                    rejected += 1;
                    unnamed += usize::from(damage.is_none());
                }
            }
        }
    }
    println!(
        "{exact} restored byte for byte, {part} in part, {rejected} rejected, {unnamed} of them as if cut"
    );
    assert!(
        exact > 3 * part && exact > 10 * rejected && exact > 20 * unnamed,
        "{exact} {part} {rejected} {unnamed}"
    );
}

/// Asserts the same as [`invents_nothing`], but allows cleared skin coordinates that no triangle uses.
#[track_caller]
fn invents_nothing_but_unused(salvaged: &SalvagedModel, original: &Model, what: &str) {
    let mut mended = salvaged.clone();
    for (index, st) in mended.model.st.iter_mut().enumerate() {
        let is_used = salvaged.model.triangles.iter().any(|t| t.st.iter().any(|&i| usize::from(i) == index));
        if !is_used && index < original.st.len() {
            *st = original.st[index];
        }
    }
    invents_nothing(&mended, original, what);
}

#[test]
fn line_feeds_of_the_header_are_restored_first() {
    // With ten frames and ten vertices, the header itself contains LFs.
    let mut random = Random::new(14);
    for file in (0..500).map(|_| generated(&mut random)).filter(|file| file[..68].contains(&b'\n')).take(20) {
        let damaged = with_returns(&file);
        assert!(Md2::parse(&damaged).is_err());
        let salvaged = salvage(&damaged).unwrap();
        assert!(matches!(salvaged.repairs[..], [Repair::LineEnds { .. }]), "{:?}", salvaged.repairs);
        assert!(salvaged.is_restored() && salvaged.model.to_bytes().unwrap() == file);
    }
}

#[test]
fn two_conversions_in_a_row_are_undone() {
    // Each CR LF is converted to LF, and then each LF to CR LF, as in a transfer to another system and back.
    let mut random = Random::new(16);
    let (mut exact, mut part, mut rejected) = (0, 0, 0);
    for (index, file) in files().iter().enumerate() {
        for round in 1..6 {
            let mut file = file.clone();
            with_pairs(&mut file, &mut random, round);
            let original = Md2::parse(&file).unwrap().to_model();
            let lost = without_returns(&file);
            let damaged = with_returns(&lost);
            // If the shifted bytes are near the end of the file, it still parses, and the damage cannot be detected.
            if damaged == file || [&damaged, &lost].into_iter().any(|file| Md2::parse(file).is_ok()) {
                continue;
            }
            let what = format!(
                "file {index}, {} of its own and {} others",
                file.len() - lost.len(),
                damaged.len() - lost.len()
            );
            match salvage(&damaged) {
                Ok(salvaged) if salvaged.keeps_all() => {
                    assert!(salvaged.model.to_bytes().unwrap() == file, "{what}: {:?}", salvaged.repairs);
                    exact += 1;
                }
                Ok(salvaged) => {
                    invents_nothing_but_unused(&salvaged, &original, &what);
                    part += 1;
                }
                Err(_) => rejected += 1,
            }
        }
    }
    println!("{exact} restored byte for byte, {part} in part, {rejected} rejected");
    assert!(exact > 2 * part && exact > 10 * rejected, "{exact} {part} {rejected}");
}

#[test]
fn the_header_is_checked_after_undoing_the_conversion() {
    let mut random = Random::new(17);
    let mut mended = 0;
    for (index, file) in files().iter().enumerate() {
        let original = Md2::parse(file).unwrap().to_model();
        for which in FIELDS {
            let mut wrong_file = file.clone();
            put(&mut wrong_file, 4 * which, wrong(&mut random, field(file, which), file.len()));
            let damaged = with_returns(&wrong_file);
            if damaged == wrong_file || Md2::parse(&damaged).is_ok() {
                continue;
            }
            let what = format!("file {index}, field {which}: {}", field(&wrong_file, which));
            let salvaged = salvage(&damaged).unwrap_or_else(|error| panic!("{what}: {error}"));
            let removed = damaged.len() - wrong_file.len();
            assert_eq!(salvaged.repairs[0], Repair::LineEnds { removed }, "{what}");
            if Md2::parse(&wrong_file).is_ok() {
                assert!(salvaged.model.to_bytes().unwrap() == wrong_file, "{what}");
            } else {
                invents_nothing(&salvaged, &original, &what);
                assert!(salvaged.model.frames == original.frames, "{what}");
                mended += 1;
            }
        }
    }
    assert!(mended > 200, "{mended}");
}
