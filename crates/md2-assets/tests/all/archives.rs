//! Reading and searching of archives.

use std::fs;
use std::path::Path;

use md2_assets::{Archive, ArchiveError, EntryError, FileStamp, ReadAs, ReadError, is_folder, read_file};
use md2_testdata::TempFolder;
use md2_testdata::archive::{ZipFile, pak, zip};

use crate::common::{describe, search};
use crate::models::found;

fn refusals(archive: &Archive) -> Vec<(&str, &str)> {
    archive.refused().iter().map(|one| (&*one.name, &*one.reason)).collect()
}

fn contents(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let archive = Archive::from_bytes(bytes).expect("an archive");
    let unpack = |entry| archive.unpack(bytes, entry, 1 << 20).expect("the entry is valid");
    archive.entries().iter().map(|entry| (entry.name().to_owned(), unpack(entry))).collect()
}

#[test]
fn reads_plain_stored_and_deflated_files() {
    let long = (0..200_000_u32).map(|n| (n % 251).to_le_bytes()[0]).collect::<Vec<_>>();
    let files = [("a/b.md2", &b"IDP2"[..]), ("C.pcx", b""), ("long", &long)];
    let expected: Vec<_> = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).into();
    assert_eq!(contents(&pak(&files.map(|(name, bytes)| (name.as_bytes(), bytes)))), expected);
    assert_eq!(contents(&zip(&files.map(|(name, bytes)| ZipFile::stored(name, bytes)))), expected);
    assert_eq!(contents(&zip(&files.map(|(name, bytes)| ZipFile::deflated(name, bytes)))), expected);
    // A ZIP may follow other data, such as a program that unpacks the ZIP.
    let prefixed = [b"PK\x03\x04 and more", &*zip(&[ZipFile::stored("x", b"y")])].concat();
    assert_eq!(contents(&prefixed), [(String::from("x"), b"y".to_vec())]);
    assert!(contents(&zip(&[])).is_empty() && contents(&pak(&[])).is_empty());
}

#[test]
fn takes_the_first_of_equal_names_in_a_pak_and_the_last_in_a_zip() {
    let files = [("a.md2", &b"1"[..]), ("A.MD2", b"2"), ("a.md2", b"3")];
    let packed = pak(&files.map(|(name, bytes)| (name.as_bytes(), bytes)));
    assert_eq!(contents(&packed), [(String::from("a.md2"), b"1".to_vec())]);
    let packed = zip(&files.map(|(name, bytes)| ZipFile::stored(name, bytes)));
    assert_eq!(contents(&packed), [(String::from("a.md2"), b"3".to_vec())]);
    let archive = Archive::from_bytes(&packed).expect("an archive");
    assert_eq!(refusals(&archive).len(), 2);
    assert!(refusals(&archive).iter().all(|(_, reason)| reason.ends_with("an entry with the same name")));
}

#[test]
fn refuses_malicious_entries() {
    let check = |files: &[ZipFile], expected: &[(&str, &str)]| {
        let bytes = zip(files);
        let archive = Archive::from_bytes(&bytes).expect("an archive");
        assert_eq!(refusals(&archive), expected);
        for (name, reason) in expected {
            assert!(matches!(archive.find(name), Err(EntryError::Refused(why)) if why == *reason));
        }
    };
    let plain = || ZipFile::stored("x.md2", b"IDP2");
    let method = "compression method 14 (LZMA), only 0 (stored) and 8 (deflate) are supported";
    check(&[ZipFile { flags: 1, ..plain() }], &[("x.md2", "encrypted")]);
    check(&[ZipFile { method: 14, ..plain() }], &[("x.md2", method)]);
    check(&[ZipFile { mode: 0o120_777, ..plain() }], &[("x.md2", "symbolic link")]);
    check(&[ZipFile { offset: Some(1 << 30), ..plain() }], &[("x.md2", "data outside the archive")]);
    check(
        &[ZipFile { size: 2 << 30, ..ZipFile::deflated("x.md2", b"") }],
        &[("x.md2", "larger than 1073741824 bytes")],
    );
    // A ZIP bomb that states its true size. With a false size, reading stops at that size: see the next test.
    let bomb = ZipFile { size: 10 << 20, ..ZipFile::zeros("x.md2", 20_000) };
    let (packed, claimed) = (bomb.packed.len() as u64, u64::from(bomb.size));
    assert!(claimed > 256 * packed, "{packed} for {claimed}");
    let ratio = format!("{packed} bytes would unpack to {claimed} bytes, more than 256 times as many");
    check(&[bomb], &[("x.md2", &ratio)]);
    // A ZIP bomb of overlapping entries, which all contain the same data.
    let twins = [plain(), ZipFile { name: b"y.md2".to_vec(), offset: Some(0), ..plain() }];
    check(&twins, &["x.md2", "y.md2"].map(|name| (name, "data overlaps another entry")));
}

#[test]
fn rejects_entries_that_do_not_match_the_directory() {
    let check = |file: ZipFile, expected: &str| {
        let bytes = zip(&[file]);
        let archive = Archive::from_bytes(&bytes).expect("an archive");
        let error = archive.unpack(&bytes, &archive.entries()[0], 1 << 20).expect_err("an error");
        assert!(error.to_string().contains(expected), "{error}");
    };
    check(ZipFile { crc: 1, ..ZipFile::deflated("x", b"IDP2") }, "checksum");
    check(ZipFile { size: 5, ..ZipFile::deflated("x", b"IDP2") }, "size differs");
    check(ZipFile { size: 3, ..ZipFile::deflated("x", b"IDP2") }, "size differs");
    check(ZipFile { packed: vec![7; 9], ..ZipFile::deflated("x", b"IDP2") }, "broken");
    check(ZipFile { packed: vec![0; 2], ..ZipFile::deflated("x", b"IDP2") }, "broken");
    check(ZipFile::stored("x", &[0; (1 << 20) + 1]), "the entry has 1048577 bytes, expected at most 1048576");
    // The data is longer than the directory states, so reading stops.
    check(ZipFile { size: 10, ..ZipFile::zeros("x", 20_000) }, "size differs");
}

#[test]
fn rejects_broken_directories() {
    let refused = |bytes: &[u8]| Archive::from_bytes(bytes).expect_err("an error");
    assert_eq!(refused(b"IDP2 is no archive"), ArchiveError::Unknown);
    assert_eq!(refused(b"PA"), ArchiveError::Unknown);
    let good_zip = zip(&[ZipFile::stored("a", b"1"), ZipFile::stored("b", b"2")]);
    for good in [good_zip, pak(&[(b"a", b"1"), (b"b", b"2")])] {
        for end in 4..good.len() {
            let error = refused(&good[..end]);
            assert!(matches!(error, ArchiveError::Directory(_)), "{end} of {} bytes", good.len());
        }
    }
    // The directory has one record fewer than its end record states.
    let mut fewer = zip(&[ZipFile::stored("a", b"1")]);
    let end = fewer.len() - 22;
    fewer[end + 8..end + 12].copy_from_slice(&[9, 0, 9, 0]);
    assert!(refused(&fewer).to_string().starts_with("broken directory: 1 entries, expected"));
    // One hundred entries that each contain the whole archive.
    let mut shared = pak(&vec![(&b"a"[..], &b""[..]); 100]);
    let length = u32::try_from(shared.len()).expect("a small archive");
    let directory = 12;
    for record in 0..100 {
        shared[directory + 64 * record + 56..][..4].copy_from_slice(&0_u32.to_le_bytes());
        shared[directory + 64 * record + 60..][..4].copy_from_slice(&length.to_le_bytes());
    }
    assert!(refused(&shared).to_string().starts_with("the entries have"));
}

#[test]
fn rejects_too_many_entries() {
    let too_many = |bytes: &[u8]| Archive::from_bytes(bytes).expect_err("too many").to_string();
    let most = vec![(&b"a"[..], &b""[..]); (1 << 16) + 1];
    assert_eq!(too_many(&pak(&most)), "more than 65536 entries");
    assert!(Archive::from_bytes(&pak(&most[1..])).is_ok());
    // A ZIP with many entries, and a ZIP with a long directory.
    let files: Vec<_> = (0..60_000).map(|n| ZipFile::stored(format!("{n}"), b"")).collect();
    assert!(Archive::from_bytes(&zip(&files)).is_ok());
    let files: Vec<_> =
        (0..300).map(|n| ZipFile::stored(format!("{n}{}", "x".repeat(60_000)), b"")).collect();
    assert!(too_many(&zip(&files)).ends_with("bytes, expected at most 16777216"));
}

#[test]
fn reads_paths_into_archives() {
    let folder = TempFolder::from_list("plain.md2");
    let files = [ZipFile::deflated("players/Male/tris.md2", b"IDP2"), ZipFile::stored("../x.md2", b"IDP2")];
    folder.write("pak0.pk3", &zip(&files));
    let read = |name: &str| read_file(&folder.path(name), ReadAs::Model);
    let content = read("pak0.pk3/PLAYERS/male/TRIS.md2").expect("case is ignored");
    assert_eq!(content.bytes, b"IDP2");
    assert_eq!(FileStamp::read(&folder.path("pak0.pk3/players/male/tris.md2")), Some(content.stamp));
    assert_eq!(FileStamp::read(&folder.path("pak0.pk3")), Some(content.stamp));
    assert_eq!(FileStamp::read(&folder.path("pak0.pk3/none")), None);
    assert!(matches!(read("pak0.pk3/none.md2"), Err(ReadError::NotFound(_))));
    assert!(matches!(read("pak0.pk3/players"), Err(ReadError::NotAFile(_, "folder"))));
    // Windows removes `..` together with the name before it. Other systems find that the name is not a folder.
    let outside = read("pak0.pk3/../plain.md2");
    assert!(if cfg!(windows) { outside.is_ok() } else { matches!(outside, Err(ReadError::System(..))) });
    // Not an archive. The error of Windows is that nothing is found.
    assert!(matches!(read("plain.md2/x"), Err(ReadError::System(..) | ReadError::NotFound(_))));
    for (name, expected) in
        [("pak0.pk3", false), ("pak0.pk3/players", true), ("pak0.pk3/x", false), ("", true)]
    {
        assert_eq!(is_folder(&folder.path(name)), expected, "{name}");
    }
    // An archive that is rewritten is read again.
    folder.write("pak0.pk3", &pak(&[(b"a.md2", b"IDP2 too")]));
    assert_eq!(read("pak0.pk3/a.md2").expect("the archive contains it").bytes, b"IDP2 too");
    assert!(matches!(read("pak0.pk3/players/male/tris.md2"), Err(ReadError::NotFound(_))));
    fs::write(folder.path("pak0.pk3"), b"PK\x03\x04").expect("a writable folder");
    let error = read("pak0.pk3/a.md2").expect_err("an error");
    assert!(error.to_string().ends_with("pak0.pk3\""), "{error}");
    assert_eq!(error.reason(), "broken directory: not found at the end of the file");
}

#[test]
fn finds_models_in_archives_and_reports_refused_ones() {
    let folder = TempFolder::from_list("models/b.md2");
    let packed = [
        ("models/a10.md2", &b""[..]),
        ("models/a9.md2", b""),
        ("x/odd", b"IDP3"),
        ("../evil.md2", b""),
        ("skin.pcx", b"IDP2"),
    ];
    folder.write("models/a.pak", &pak(&packed.map(|(name, bytes)| (name.as_bytes(), bytes))));
    folder.write("models/c.zip", b"PK\x05\x06");
    let inside = [
        "!models/a.pak/../evil.md2",
        "models/a.pak/models/a9.md2",
        "models/a.pak/models/a10.md2",
        "models/a.pak/x/odd",
    ];
    assert_eq!(found(&folder, "models/a.pak"), inside);
    assert_eq!(found(&folder, "models/a.pak/MODELS"), inside[1..3]);
    assert_eq!(found(&folder, ""), [&inside[..], &["models/b.md2", "!models/c.zip"]].concat());
}

#[test]
fn finds_skins_in_the_search_order_of_the_game() {
    const SKIN: &str = "models/tank/skin.pcx";
    const MODEL: &str = "models/tank/tris.md2";
    let with = |name: &str| pak(&[(name.as_bytes(), b"")]);
    let folder = TempFolder::with_files(&[]);
    folder.write("mod/pak0.pak", &with(MODEL));
    let first = |model: &str| describe(&folder, search(&folder, model, &[SKIN]).found.first());
    let inside = |pack: &str| format!("{pack}/{SKIN}: skin 1 of the model");
    let model = "mod/pak0.pak/models/tank/tris.md2";
    assert_eq!(first(model), "");
    // Each archive or folder is searched before all previous ones.
    let packs = "baseq2 baseq2/pak2.pak baseq2/pak10.pak mod mod/pak1.pak mod/pak2.pak mod/pak0.pk3";
    for pack in packs.split(' ') {
        match Path::new(pack).extension() {
            Some(end) if end == "pk3" => folder.write(pack, &zip(&[ZipFile::stored(SKIN, b"")])),
            Some(_) => folder.write(pack, &with(SKIN)),
            None => folder.write(&format!("{pack}/{SKIN}"), b""),
        }
        assert_eq!(first(model), inside(pack), "{pack}");
    }
    folder.write("mod/extra.pak", &with(SKIN));
    folder.write("mod/pakodd.pak", &with(SKIN));
    assert_eq!(first(model), inside("mod/extra.pak"));
    folder.write("mod/pak0.pak", &pak(&[(MODEL.as_bytes(), b""), (b"models/tank/Skin.pcx", b"")]));
    let expected = "mod/pak0.pak/models/tank/Skin.pcx: skin 1 of the model";
    assert_eq!(first(model), expected, "the pack of the model");
    // A model in a folder uses its own folder first, then the archives of the game.
    folder.write(&format!("mod/{MODEL}"), b"");
    assert_eq!(first("mod/models/tank/tris.md2"), inside("mod"));
    fs::remove_file(folder.path(&format!("mod/{SKIN}"))).expect("a writable folder");
    assert_eq!(first("mod/models/tank/tris.md2"), inside("mod/extra.pak"));
}
