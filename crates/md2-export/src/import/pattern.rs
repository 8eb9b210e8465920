//! Patterns for names of animations and meshes.

/// Whether a name matches a pattern, in which `*` stands for any characters and `?` for one. Case does not matter. Spaces, hyphens, dots
/// and underscores are equal.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let plain = |text: &str| -> Vec<char> {
        let one = |c: char| if matches!(c, ' ' | '-' | '.') { '_' } else { c.to_ascii_lowercase() };
        text.trim().chars().map(one).collect()
    };
    let (pattern, name) = (plain(pattern), plain(name));
    let (mut at, mut place) = (0, 0);
    // The place of the last `*` in the pattern, and the place in the name at which its text ends.
    let mut star = None;
    while place < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, place));
                at += 1;
            }
            Some(c) if *c == '?' || *c == name[place] => (at, place) = (at + 1, place + 1),
            _ => match &mut star {
                Some((before, end)) => {
                    *end += 1;
                    (at, place) = (*before + 1, *end);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

/// Returns the part of a name after the last `|`: `Run` of `Armature|Run`.
pub(crate) fn last_part(name: &str) -> &str {
    name.rsplit('|').next().unwrap_or(name)
}

/// Returns the indices of the names that match, in the order of the patterns. The error is a pattern that matches no name.
pub(crate) fn select<'p>(patterns: &'p [String], names: &[&str]) -> Result<Vec<usize>, &'p str> {
    let mut selected = Vec::new();
    let mut is_selected = vec![false; names.len()];
    for pattern in patterns {
        let mut is_found = false;
        for (index, name) in names.iter().enumerate() {
            if matches(pattern, name) || matches(pattern, last_part(name)) {
                is_found = true;
                if !std::mem::replace(&mut is_selected[index], true) {
                    selected.push(index);
                }
            }
        }
        if !is_found {
            return Err(pattern);
        }
    }
    Ok(selected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_characters_and_question_marks_for_one() {
        for (pattern, name, expected) in [
            ("run", "Run", true),
            ("run", "running", false),
            ("run*", "Running_A", true),
            ("*run", "Sword Run", true),
            ("*a*b*", "xxaxaxbxb", true),
            ("*a*b", "xxaxaxbx", false),
            ("Hit Reaction", "hit_reaction", true),
            ("death_?", "Death_A", true),
            ("death_?", "Death_", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("idle.001", "Idle_001", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern:?} {name:?}");
        }
    }
}
