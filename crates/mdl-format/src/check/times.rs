//! Findings about the intervals of groups.

use super::Findings;
use crate::code::Code;
use crate::intervals::Intervals;
use crate::location::Location;
use crate::parts::Parts;

/// The difference in seconds up to which two durations count as equal. Exporters compute end times by adding tenths of
/// a second, so the times have rounding errors.
const SAME_S: f32 = 0.001;

/// Checks the end times of the poses or images of a group. `group` is the location of the group. `member` returns the
/// location of the pose or image with a given index.
pub(super) fn check(
    parts: &Parts<'_>,
    intervals: Intervals<'_>,
    group: Location,
    member: impl Fn(usize) -> Location,
    findings: &mut Findings,
) {
    let offset = |i: usize| parts.record_offset(intervals.records(), i);
    for (i, end) in intervals.iter().enumerate().filter(|(_, end)| !is_positive(*end)) {
        let found = format_args!("ends at {end:?} s");
        findings.add(Code::IntervalNotPositive, member(i), offset(i), found, "above 0");
    }
    let Some(first) = intervals.iter().next() else { return };
    let steps = || intervals.iter().zip(intervals.iter().skip(1)).enumerate();
    if let Some((i, (start, end))) = steps().find(|(_, (start, end))| start >= end) {
        let found = format_args!("member {} ends at {end:?} s, the previous member at {start:?} s", i + 1);
        findings.add(Code::IntervalsFall, group, offset(i + 1), found, "");
        return;
    }
    if let Some((i, (start, end))) = steps().find(|(_, (start, end))| (end - start - first).abs() > SAME_S) {
        let found = format_args!("lasts {:?} s, the first member {first:?} s", end - start);
        findings.add(Code::IntervalsUneven, member(i + 1), offset(i + 1), found, "");
    }
}

fn is_positive(end: f32) -> bool {
    end.is_finite() && end > 0.0
}
