//! Names in fixed-size fields.

use md2_common::{Name, NameError};

#[test]
fn ends_a_name_at_the_first_nul() {
    for (field, name, is_terminated, has_leftovers) in [
        (*b"run1\0\0\0\0", &b"run1"[..], true, false),
        (*b"run1\0\xcd\xcd\0", b"run1", true, true),
        (*b"\0\0\0\0\0\0\0x", b"", true, true),
        (*b"standing", b"standing", false, false),
    ] {
        let found = Name::from_raw(field);
        assert_eq!((found.as_bytes(), found.raw()), (name, &field));
        assert_eq!(found.as_ref(), name);
        assert!(found == str::from_utf8(name).unwrap() && found != "run");
        assert_eq!((found.is_terminated(), found.has_leftovers()), (is_terminated, has_leftovers));
    }
}

#[test]
fn rejects_names_that_do_not_fit() {
    assert_eq!(Name::<4>::new("four").map(|name| *name.raw()), Ok(*b"four"));
    assert_eq!(Name::<4>::new("two").map(|name| *name.raw()), Ok(*b"two\0"));
    assert_eq!(Name::<4>::new("three"), Err(NameError::TooLong { length: 5, allowed: 4 }));
    assert_eq!(Name::<4>::new(b"a\0b"), Err(NameError::Nul));
    assert_eq!(Name::<4>::default(), Name::new("").unwrap());
}

#[test]
fn displays_names_as_ascii() {
    let name = Name::from_raw(*b"a\xff\"\0\xcd\0");
    assert_eq!(name.to_string(), "a\\xff\\\"");
    assert_eq!(Name::from_raw(*b"a\\b's\0").to_string(), "a\\b's", "a path");
    assert_eq!(format!("{name:?}"), "\"a\\xff\\\"\\x00\\xcd\\x00\"");
}
