//! Salvage of damaged model files, for all formats.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod align;
mod build;
mod header;
mod pose;
mod read;
mod record;
mod repair;
mod returns;
mod shifts;
mod text;
mod track;

pub use repair::Repair;

use md2_common::Verdict;
use md2_common::layout::FileLayout;

use align::cost;
use header::OtherNumber;
use read::Records;
use record::int;

/// A repaired file with the readable records of a damaged file, and the repairs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RepairedFile {
    /// The repaired file.
    pub bytes: Vec<u8>,
    /// The repairs; empty if the file needs none.
    pub repairs: Vec<Repair>,
    /// Whether `bytes` are certainly the original file, because only a text conversion was undone.
    pub is_restored: bool,
}

/// Finds the readable records of a damaged file, and writes a file with them. `None` if they do not include a frame and a
/// triangle.
///
/// `layout` describes the format, and `judge` is the verdict of the format about a file. Ask only about a file that this
/// verdict does not call sound.
///
/// ```
/// use md2_common::Verdict;
///
/// # let file = md2_testdata::mdl::with_frames(["run1", "run2", "run3"]).build();
/// # let file = &file.bytes()[..file.offset_of("frame[2].pose[0].name")];
/// // The download ended inside the third frame.
/// let judge = |file: &[u8]| mdl_format::verdict(file).map(drop);
/// let salvaged = md2_salvage::salvage(&mdl_format::LAYOUT, file, &judge).expect("two frames are left");
/// assert_eq!(mdl_format::Mdl::parse(&salvaged.bytes)?.frames().len(), 2);
/// # Ok::<(), mdl_format::ParseError>(())
/// ```
pub fn salvage(
    layout: &FileLayout,
    file: &[u8],
    judge: &dyn Fn(&[u8]) -> Verdict<()>,
) -> Option<RepairedFile> {
    if !file.starts_with(&layout.ident) || md2_common::is_replaced_text(file) {
        return None;
    }
    for (done, bytes) in text::undone(file) {
        if judge(&bytes) == Verdict::Sound {
            let repairs = vec![Repair { is_loss: false, ..Repair::loss("file", 0, done) }];
            return Some(RepairedFile { bytes, repairs, is_restored: true });
        }
    }
    let trailer = layout.trailer.and_then(|mark| file.windows(mark.len()).rposition(|bytes| bytes == mark));
    let (content, trailer) = file.split_at(trailer.unwrap_or(file.len()));
    let restored = returns::restore_returns(layout, content)
        .map(|(file, is_proven)| ([&file, trailer].concat(), is_proven));
    let restored = restored.filter(|(file, _)| judge(file) == Verdict::Sound);
    if let Some((bytes, true)) = restored {
        let done = "CR LF had been converted to LF";
        let repairs = vec![Repair { is_loss: false, ..Repair::loss("file", 0, done) }];
        return Some(RepairedFile { bytes, repairs, is_restored: !trailer.contains(&b'\n') });
    }
    let records = Records::read(layout, content)?;
    let is_refused = |file: &[u8]| matches!(judge(file), Verdict::Refused(()));
    let complete = (layout.complete)(file);
    let is_unreadable =
        records.is_in_place && is_refused(complete.as_ref().map_or(file, |complete| &complete.bytes));
    let cost = if is_unreadable { u32::MAX } else { records.cost };
    let other = with_other_numbers(layout, content, cost);
    let repaired = |mut records: Records<'_>| {
        if restored.is_some() {
            let done =
                "CR LF may have been converted to LF, and the places of the missing bytes are not certain";
            records.repairs.insert(0, Repair::loss("file", 0, done));
        }
        let repaired = write(layout, records, (file, trailer))?;
        (!is_refused(&repaired.bytes)).then_some(repaired)
    };
    let with_numbers = other.as_ref().and_then(|(numbers, file)| {
        let mut records = Records::read(layout, file)?;
        records.repairs.splice(0..0, numbers.iter().map(OtherNumber::repair));
        repaired(records)
    });
    with_numbers.or_else(|| repaired(records))
}

/// Writes a file with the records.
fn write(
    layout: &FileLayout,
    mut records: Records<'_>,
    (file, trailer): (&[u8], &[u8]),
) -> Option<RepairedFile> {
    let version = int(file, 4).filter(|&found| found != layout.version);
    records.repairs.extend(version.map(|found| Repair::number("version", 4, found, layout.version)));
    let bytes = if records.is_in_place {
        let mut bytes = [records.file, trailer].concat();
        build::put(&mut bytes, 4, usize::try_from(layout.version).ok()?)?;
        bytes
    } else {
        records.drop_users();
        records.cut();
        records.drop_parts();
        records.write(layout, trailer)?
    };
    let bytes = match (layout.complete)(&bytes) {
        None => bytes,
        Some(complete) => {
            let changes =
                complete.changes.iter().map(|&(list, change)| Repair::loss(list, file.len(), change));
            records.repairs.extend(changes);
            complete.bytes
        }
    };
    Some(RepairedFile { bytes, repairs: records.repairs, is_restored: false })
}

/// Returns a file with other numbers in its header, if its records are found at a lower cost.
fn with_other_numbers(layout: &FileLayout, file: &[u8], cost: u32) -> Option<(Vec<OtherNumber>, Vec<u8>)> {
    let mut best = (cost, None);
    let sets = if cost > cost::NUMBER { header::other_numbers(layout, file) } else { Vec::new() };
    for numbers in sets {
        let records =
            header::with_all(file, &numbers).and_then(|file| Some(Records::read(layout, &file)?.cost));
        let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let Some(cost) = records.map(|cost| cost.saturating_add(cost::NUMBER.saturating_mul(count))) else {
            continue;
        };
        if cost < best.0 {
            best = (cost, Some(numbers));
        }
    }
    let numbers = best.1?;
    let file = header::with_all(file, &numbers)?;
    Some((numbers, file))
}
