//! Natural order of names, with `frame2` before `frame10`.

use std::cmp::Ordering;

use crate::model_names::copies_last;

/// Compares two names. Compares numbers by value, and other characters without case. Names that differ only in case or in leading zeros are
/// not equal, so that sorting always gives the same order.
pub(crate) fn compare(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    while let (Some(first), Some(second)) = (left.chars().next(), right.chars().next()) {
        let order = if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number, other);
            (number, left) = split_number(left);
            (other, right) = split_number(right);
            // A number with more digits is greater.
            number.len().cmp(&other.len()).then_with(|| number.cmp(other))
        } else {
            left = &left[first.len_utf8()..];
            right = &right[second.len_utf8()..];
            first.to_lowercase().cmp(second.to_lowercase())
        };
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Compares two lower-case names of files. Copies of a file, such as `tris (1).md2`, come directly after the file.
pub(crate) fn compare_files(a: &str, b: &str) -> Ordering {
    let [(one, is_copy), (other, is_other_copy)] = [a, b].map(copies_last);
    compare(&one, &other).then(is_copy.cmp(&is_other_copy)).then_with(|| compare(a, b))
}

/// Compares two paths folder by folder, in natural order.
pub fn compare_paths(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.split('/'), b.split('/'));
    loop {
        let (Some(one), Some(other)) = (left.next(), right.next()) else {
            return a.len().cmp(&b.len());
        };
        let order = compare(one, other);
        if order.is_ne() {
            return order;
        }
    }
}

fn split_number(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    (number.trim_start_matches('0'), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_numbers_by_value_and_ignores_case() {
        let mut names = ["b", "A10", "a9", "a", "a09", "B1", "ß", "a9b", "a99999999999999999999"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["a", "a09", "a9", "a9b", "A10", "a99999999999999999999", "b", "B1", "ß"]);
        assert!(compare("x19", "x2").is_gt() && compare("x190", "x19a").is_gt() && compare("è", "é").is_lt());
        for (a, b) in [("A", "a"), ("a1", "a01"), ("", "0"), ("x", "x0")] {
            assert!(compare(a, b).is_ne() && compare(a, b) == compare(b, a).reverse(), "{a} {b}");
            assert!(compare(a, a).is_eq() && compare(b, b).is_eq());
        }
    }
}
