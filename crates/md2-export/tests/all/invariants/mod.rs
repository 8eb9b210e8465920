//! Invariants of every import. The fuzz targets and the tests share this folder.

#![allow(dead_code, reason = "each user needs only some items")]

pub(crate) mod build;
pub(crate) mod greedy;
pub(crate) mod seeds;

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use md2_common::RgbaImage;
use md2_export::ConvertError;
use md2_export::import::{self, ImportOptions, ImportedModel, Limits, ObjFile, Sources};
use md2_format::{Md2, check};
use md2_testdata::heap::{self, CountingAllocator};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

/// Limits of the import, low enough that a debug build reaches them quickly.
const LIMITS: Limits = Limits {
    frames: 64,
    vertices: 4096,
    triangles: 8192,
    samples: 1 << 14,
    objects: 4096,
    numbers: 1 << 16,
    zeros: 1024,
    added_targets: 1 << 16,
    pixels: 1 << 20,
    bytes: 1 << 20,
};

/// The maximum number of bytes of memory that an import may use within the limits, regardless of its input.
const ALLOWED: usize = 24 << 20;

/// The maximum number of bytes of memory that an import may use for each byte of JSON.
const FOR_EACH_BYTE: usize = 400;

/// An implementation of [`Sources`] in which every path is a large file with a tetrahedron. Images that begin with an odd byte are large,
/// too. The implementation counts reads, since a small file may cause many reads.
#[derive(Default)]
struct Anything {
    names: RefCell<HashSet<String>>,
    file_bytes: Cell<u64>,
    decoded_pixels: Cell<u64>,
    failed: Cell<usize>,
}

/// The size, in bytes, of each file that [`Anything`] provides.
const FILE: usize = 1 << 18;
const LARGE: u32 = 512;
/// The first byte of an image that cannot be decoded.
pub(crate) const BROKEN: u8 = 255;
/// The maximum number of images for which decoding may fail during an import.
const MOST_FAILED: usize = 64;

impl Sources for Anything {
    fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
        assert!(
            !relative.starts_with('/') && !relative.contains('\\') && !relative.contains(':'),
            "{relative:?}"
        );
        assert!(!relative.split('/').any(|part| part.is_empty() || part == ".."), "{relative:?}");
        assert!(self.names.borrow_mut().insert(relative.to_owned()), "{relative:?} was requested twice");
        self.file_bytes.set(self.file_bytes.get() + FILE as u64);
        assert!(self.file_bytes.get() <= LIMITS.bytes + FILE as u64, "at most one file exceeds the limit");
        let mut bytes = build::tetrahedron().bin;
        bytes.resize(FILE, 0);
        Ok(bytes)
    }

    fn decode(&self, file: &[u8]) -> Result<RgbaImage, String> {
        let side = match file.first() {
            None | Some(&BROKEN) => {
                self.failed.set(self.failed.get() + 1);
                assert!(self.failed.get() <= MOST_FAILED, "each attempt may take long");
                return Err(String::from("broken"));
            }
            Some(first) if first % 2 == 1 => LARGE,
            Some(_) => 2,
        };
        let pixels = |side: u32| u64::from(side * side);
        self.decoded_pixels.set(self.decoded_pixels.get() + pixels(side));
        assert!(
            self.decoded_pixels.get() <= LIMITS.pixels + pixels(LARGE),
            "at most one image exceeds the limit"
        );
        Ok(RgbaImage::filled(side, side, [file[0]; 4]))
    }
}

/// An implementation of [`Sources`] for which the material library of an OBJ is the OBJ itself. Other files are those of [`Anything`].
struct Itself<'a> {
    library: Cell<Option<&'a [u8]>>,
    anything: Anything,
}

impl<'a> Itself<'a> {
    fn new(file: &'a [u8]) -> Self {
        Self { library: Cell::new(Some(file)), anything: Anything::default() }
    }
}

impl Sources for Itself<'_> {
    fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
        let anything = self.anything.file(relative);
        self.anything.names.borrow_mut().clear();
        self.library.take().map_or(anything, |library| Ok(library.to_vec()))
    }

    fn decode(&self, file: &[u8]) -> Result<RgbaImage, String> {
        self.anything.decode(file)
    }
}

pub(crate) fn import_gltf(
    file: &[u8],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<ImportedModel, ConvertError> {
    import::import_gltf(file, sources, options)?.to_md2()
}

pub(crate) fn import_obj(
    files: &[ObjFile<'_>],
    sources: &dyn Sources,
    options: &ImportOptions,
) -> Result<ImportedModel, ConvertError> {
    import::import_obj(files, sources, options)?.to_md2()
}

pub(crate) fn gltf(file: &[u8]) {
    for player in [false, true] {
        let options = ImportOptions { player, limits: LIMITS, ..ImportOptions::default() };
        upheld(file, || import_gltf(file, &Anything::default(), &options));
    }
}

/// Imports the bytes as one OBJ, or as two OBJ files that a zero byte separates.
pub(crate) fn obj(file: &[u8]) {
    let frames: Vec<ObjFile<'_>> =
        file.splitn(2, |byte| *byte == 0).map(|content| ObjFile { name: "a.obj", content }).collect();
    let options = ImportOptions { limits: LIMITS, ..ImportOptions::default() };
    upheld(file, || import_obj(&frames, &Itself::new(file), &options));
}

pub(crate) fn is_imported(file: &[u8]) -> bool {
    let options = ImportOptions { limits: LIMITS, ..ImportOptions::default() };
    import_gltf(file, &Anything::default(), &options).is_ok()
}

fn upheld(file: &[u8], import: impl FnOnce() -> Result<ImportedModel, ConvertError>) {
    let (outcome, peak) = heap::peak(import);
    let allowed = ALLOWED + FOR_EACH_BYTE * file.len();
    assert!(peak <= allowed, "{peak} bytes of memory for {} bytes, {allowed} allowed", file.len());
    match outcome {
        Ok(imported) => sound(&imported),
        Err(ConvertError::Import(error)) => {
            let text = error.to_string();
            let is_complete = error.place.len() < 400 && text.len() < 2000 && text.contains(": ");
            assert!(is_complete && !text.contains(char::is_control), "{text:?}");
        }
        Err(error) => panic!("{error}"),
    }
}

fn sound(imported: &ImportedModel) {
    let md2 = Md2::parse(&imported.bytes).expect("the strict reader accepts it");
    let report = check(&imported.bytes);
    assert!(!report.has_errors(), "{report}");
    assert!(md2.gl_commands().defect().is_none());
    assert!(md2.gl_commands().compare_triangles(md2.triangles().iter()).is_exact());
    let summary = &imported.report;
    assert_eq!((summary.frames, summary.vertices), (md2.frame_count(), md2.vertex_count()));
    assert_eq!(summary.triangles, md2.triangles().len());
    assert!(!md2.triangles().is_empty() && summary.frames as u64 <= 198.max(LIMITS.frames));
    assert!(summary.error.largest.is_finite() && summary.error.mean <= summary.error.largest);
    let frames: usize = summary.sequences.iter().map(|sequence| sequence.last + 1 - sequence.first).sum();
    assert_eq!(frames, summary.frames, "each frame belongs to one sequence");
}
