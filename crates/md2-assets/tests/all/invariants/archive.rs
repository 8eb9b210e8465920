//! Properties that hold for arbitrary bytes that are read as an archive.

use std::collections::HashSet;
use std::path::Path;

use md2_assets::{
    Archive, Definitions, EntryError, FolderCache, MAX_ENTRIES, MAX_NAME_BYTES, MemoryFiles, find_definitions,
};
use md2_testdata::archive::{ZipFile, pak, zip};
use md2_testdata::fuzz::Seed;
use md2_testdata::heap;

use super::WORK;

const SCRIPT: &[u8] =
    b"Model A { Path models Model 0 a Skin 0 b FrameIndex AAAA AB 0 1 Model 0 b Model 1 a }";
const ALLOWED: u64 = 1 << 16;
/// The maximum number of entries of an archive that are unpacked. Further entries are only searched by name.
const UNPACKED: usize = 32;
/// The maximum number of bytes of memory for an entry with a short name while the directory is read.
const ENTRY_BYTES: usize = 512;

pub(crate) fn archive(bytes: &[u8]) {
    definitions(bytes);
    let (read, peak) = heap::peak(|| Archive::from_bytes(bytes));
    // A record of the directory has at least 46 bytes.
    let listed = ENTRY_BYTES * (bytes.len() / 46).min(MAX_ENTRIES) + 8 * bytes.len();
    assert!(peak <= WORK + listed, "{peak} bytes of memory for the list of {}", bytes.len());
    let archive = match read {
        Ok(archive) => archive,
        Err(error) => {
            assert!(!error.to_string().is_empty() && error.to_string().len() < 1000);
            return;
        }
    };
    let (entries, refused) = (archive.entries(), archive.refused());
    assert!(entries.len() + refused.len() <= MAX_ENTRIES);
    let mut names = HashSet::new();
    for entry in entries {
        let name = entry.name();
        assert!(name.len() <= 2 * MAX_NAME_BYTES && !name.chars().any(char::is_control), "{name:?}");
        assert!(name.split('/').all(|part| !matches!(part, "" | "." | "..")), "{name:?} leads elsewhere");
        assert!(names.insert(name.to_ascii_lowercase()), "{name:?} occurs twice");
        assert!(archive.find(&name.to_ascii_uppercase()).is_ok_and(|found| found.name() == name));
    }
    for one in refused {
        assert!(!one.name.chars().any(char::is_control), "{:?} contains control characters", one.name);
        assert!(!one.reason.is_empty());
    }
    for entry in entries.iter().take(UNPACKED) {
        let (unpacked, peak) = heap::peak(|| archive.unpack(bytes, entry, ALLOWED));
        let limit = usize::try_from(ALLOWED).expect("it is small");
        assert!(peak <= limit + WORK, "{peak} bytes of memory for a file of {}", entry.size());
        match unpacked {
            Ok(unpacked) => assert_eq!(unpacked.len() as u64, entry.size()),
            Err(EntryError::TooLong(found, _)) => assert!(found > ALLOWED && found == entry.size()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Reads the `MODELDEF` scripts of an archive, or a script. All files that they name are inside of the mod.
fn definitions(bytes: &[u8]) {
    let mut files = MemoryFiles::default();
    files.insert("mod/models/a.md3", b"IDP3".as_slice());
    let root = if Archive::from_bytes(bytes).is_ok() { Path::new("mod.pk3") } else { Path::new("mod") };
    files.insert(if root.extension().is_some() { root.to_path_buf() } else { root.join("modeldef") }, bytes);
    let tree = FolderCache::new(files);
    let found = Definitions::read(&tree, root);
    for block in found.blocks.iter().take(8).map(|own| &own.block) {
        let model = block.models.iter().filter_map(|model| found.find_model(&tree, model));
        let images = block.skins.iter().filter_map(|skin| found.find_image(&tree, skin));
        assert!(model.chain(images).all(|path| path.starts_with(root)));
    }
    for definition in find_definitions(&tree, &root.join("models/a.md3")) {
        assert!(definition.frames().all(|row| row.model == definition.number));
        let _ = definition.other_models(&tree);
    }
}

pub(crate) fn seeds() -> Vec<Seed> {
    let model: (&[u8], &[u8]) = (b"models/a/tris.md2", b"IDP2 and more");
    let files = [model, (b"b.pcx", b"x"), (b"B.PCX", b""), (b"../c", b"c")];
    let stored = files.map(|(name, bytes)| ZipFile::stored(name, bytes));
    let deflated = files.map(|(name, bytes)| ZipFile::deflated(name, bytes));
    let odd = [
        ZipFile { flags: 1, ..ZipFile::stored("a", b"a") },
        ZipFile { method: 12, ..ZipFile::stored("b", b"b") },
        ZipFile { offset: Some(0), ..ZipFile::stored("c", b"c") },
        ZipFile::zeros("d", 100),
    ];
    vec![
        ("pak", pak(&files)),
        ("stored", zip(&stored)),
        ("deflated", zip(&deflated)),
        ("odd", zip(&odd)),
        ("empty", zip(&[])),
        ("modeldef", zip(&[ZipFile::stored("modeldef", SCRIPT)])),
    ]
}
