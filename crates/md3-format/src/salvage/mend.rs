//! Repair of a header with one wrong number. With the correct number, the lists follow each other without gaps up to the next header.

use alloc::vec::Vec;

use md2_common::salvage::{RecordList, fitting_count};

/// Whether the lists, in any order, fill the bytes from `start` to `end` without gaps and overlaps.
pub(super) fn is_tiled(lists: &[RecordList], start: u64, end: u64) -> bool {
    let mut used: Vec<_> = lists.iter().filter(|list| list.end() > list.start).collect();
    used.sort_by_key(|list| list.start);
    used.iter().try_fold(start, |at, list| (list.start == at).then(|| list.end())) == Some(end)
}

/// Whether lists overlap each other, or begin before `start`, where the header ends.
pub(super) fn has_overlap(lists: &[RecordList], start: u64) -> bool {
    let mut used: Vec<_> = lists.iter().filter(|list| list.end() > list.start).collect();
    used.sort_by_key(|list| list.start);
    used.iter().try_fold(start, |at, list| (list.start >= at).then(|| list.end())).is_none()
}

/// Replaces one number in a header so that its lists fill the bytes from `start` to `end`. `with` returns the header
/// with a new value in a field, `lists` returns the lists of a header, and `fits` returns whether everything in a
/// header except its lists is valid. The offsets in the header are relative to `base`.
///
/// Returns the replaced field and the repaired header. `None` if no header fits, or if several different headers fit.
pub(super) fn mend<H: Copy + PartialEq, F: Copy>(
    fields: &[(F, &'static str)],
    (base, start, end): (u64, u64, u64),
    with: impl Fn(F, i32) -> H,
    lists: impl Fn(&H) -> Vec<RecordList>,
    fits: impl Fn(&H) -> bool,
) -> Option<(F, H)> {
    let mut found: Option<(F, H)> = None;
    for &(field, name) in fields {
        let number = |value: u64| i32::try_from(value).ok();
        let mut values = Vec::new();
        if name.starts_with("ofs_") {
            values.extend(number(start.saturating_sub(base)));
            let ends = lists(&with(field, 0)).into_iter().map(|list| list.end()).chain([end]);
            values.extend(ends.filter_map(|end| number(end.checked_sub(base)?)));
        } else {
            let bytes = |list: &RecordList| list.end().saturating_sub(list.start);
            let size =
                |value| Some(lists(&with(field, value)).iter().map(bytes).fold(0, u64::saturating_add));
            values.extend(end.checked_sub(start).and_then(|room| fitting_count(room, size)));
        }
        for header in values.into_iter().map(|value| with(field, value)) {
            if fits(&header) && is_tiled(&lists(&header), start, end) {
                match found {
                    Some((_, other)) if other != header => return None,
                    _ => found = Some((field, header)),
                }
            }
        }
    }
    found
}
