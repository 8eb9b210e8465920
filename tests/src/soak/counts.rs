//! The resources of a process.

use std::fmt;
use std::fs;

use crate::failure::Failure;

/// The maximum number of threads in the pool of `md2-task`.
const MAX_POOL_THREADS: usize = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LoggedCounts {
    pub(super) pictures: u64,
    pub(super) objects: u64,
    pub(super) bytes: u64,
    /// Number of Vulkan objects that are no longer needed (retired), and that are destroyed when the GPU no longer uses them.
    pub(super) retired: u64,
}

impl LoggedCounts {
    /// Parses the numbers of a line such as `picture 7: 40 objects, 1234 bytes, 0 retired`; `numbers` is the line from its first number on.
    pub(super) fn parse(numbers: &str) -> Option<Self> {
        let mut numbers = numbers.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        let mut next = || numbers.next()?.parse().ok();
        Some(Self { pictures: next()?, objects: next()?, bytes: next()?, retired: next()? })
    }
}

/// The growth of the resident memory that is allowed between two moments.
#[derive(Clone, Copy, Debug)]
pub(super) enum ResidentGrowth {
    /// The viewer does many things for the first time between the two moments.
    WarmUp,
    /// The viewer did everything before the first moment.
    Steady,
}

impl ResidentGrowth {
    const fn allowed(self, first_kib: u64) -> u64 {
        match self {
            Self::WarmUp => first_kib / 4 + 48 * 1024,
            Self::Steady => first_kib / 20,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Resident memory of the process in KiB. With software Vulkan, it includes the device memory.
    resident_kib: u64,
    descriptors: u64,
    pub(super) threads: u64,
    logged: LoggedCounts,
}

impl Counts {
    pub(super) fn read(process_id: u32, logged: LoggedCounts) -> Result<Self, Failure> {
        let status = fs::read_to_string(format!("/proc/{process_id}/status"))?;
        let resident = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok())
            .ok_or("no VmRSS in the status of the process")?;
        Ok(Self {
            resident_kib: resident,
            descriptors: fs::read_dir(format!("/proc/{process_id}/fd"))?.count() as u64,
            threads: Self::threads(process_id)?.len() as u64,
            logged,
        })
    }

    /// Returns the sorted names of the threads of a process, without the threads of the permanent pool of `md2-task`.
    pub(super) fn threads(process_id: u32) -> Result<Vec<String>, Failure> {
        let mut names = Vec::new();
        for task in fs::read_dir(format!("/proc/{process_id}/task"))? {
            // A thread may end between the two calls.
            names.extend(
                fs::read_to_string(task?.path().join("comm")).ok().map(|name| name.trim().to_owned()),
            );
        }
        let all = names.len();
        names.retain(|name: &String| !name.starts_with("task-"));
        let pool = all - names.len();
        if pool > MAX_POOL_THREADS {
            return Err(format!("the pool has {pool} threads, allowed {MAX_POOL_THREADS}").into());
        }
        names.sort();
        Ok(names)
    }

    /// Returns a text for each resource whose use grew too much from `first` to `last`; `resident` is the growth of the resident memory that
    /// is allowed. Some growth is allowed, since the random user changes settings, and restored keyframes need memory. A leak of one object
    /// per step exceeds the allowed growth by far.
    fn growth(first: &Self, last: &Self, resident: ResidentGrowth) -> Vec<String> {
        let [from, to] = [first.logged, last.logged];
        let rows = [
            ("resident KiB", first.resident_kib, last.resident_kib, resident.allowed(first.resident_kib)),
            ("descriptors", first.descriptors, last.descriptors, 4),
            ("threads", first.threads, last.threads, 2),
            ("buffers and images", from.objects, to.objects, 8),
            ("device bytes", from.bytes, to.bytes, from.bytes / 2 + (16 << 20)),
            ("retired", from.retired, to.retired, 16),
        ];
        let grown = rows.iter().filter(|(_, first, last, allowed)| *last > first + allowed);
        grown.map(|(what, first, last, _)| format!("{what} from {first} to {last}")).collect()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { resident_kib, descriptors, threads, logged } = self;
        let LoggedCounts { pictures, objects, bytes, retired } = logged;
        write!(
            f,
            "{resident_kib:13}{descriptors:13}{threads:9}{objects:17}{bytes:14}{retired:9}{pictures:10}"
        )
    }
}

#[derive(Debug)]
pub struct CountTable {
    pub(super) title: String,
    /// The rows of the table: the name of a moment, and the resources in use at that moment.
    pub(super) rows: Vec<(&'static str, Counts)>,
}

impl CountTable {
    /// Returns the table, unless the use of a resource grew too much.
    pub(super) fn without_growth(self, first: usize, resident: ResidentGrowth) -> Result<Self, Failure> {
        let (_, last) = self.rows.last().ok_or("there are no counts")?;
        let grown = Counts::growth(&self.rows[first].1, last, resident).join(", ");
        if grown.is_empty() { Ok(self) } else { Err(format!("{self}\ngrown: {grown}").into()) }
    }
}

impl fmt::Display for CountTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = " resident KiB  descriptors  threads  buffers, images  device bytes  retired  pictures";
        writeln!(f, "{}\n{:8}{heading}", self.title, "")?;
        self.rows.iter().try_for_each(|(name, counts)| writeln!(f, "{name:8}{counts}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_growth_but_not_noise() {
        let logged = |objects, retired| LoggedCounts { objects, retired, ..LoggedCounts::default() };
        let first = Counts { resident_kib: 200_000, descriptors: 30, threads: 9, logged: logged(40, 0) };
        let noise = Counts { resident_kib: 210_000, descriptors: 31, logged: logged(40, 3), ..first };
        let steady = ResidentGrowth::Steady;
        assert_eq!(Counts::growth(&first, &noise, steady), [""; 0]);
        let grown = Counts { resident_kib: 210_001, ..first };
        assert_eq!(Counts::growth(&first, &grown, steady), ["resident KiB from 200000 to 210001"]);
        assert_eq!(Counts::growth(&first, &grown, ResidentGrowth::WarmUp), [""; 0]);
        let lost = Counts { resident_kib: 500_000, descriptors: 99, threads: 20, logged: logged(400, 0) };
        assert_eq!(
            Counts::growth(&first, &lost, ResidentGrowth::WarmUp),
            [
                "resident KiB from 200000 to 500000",
                "descriptors from 30 to 99",
                "threads from 9 to 20",
                "buffers and images from 40 to 400"
            ]
        );
    }
}
