//! Properties of every import. The fuzz targets and the stable test share this folder.

#![allow(dead_code, reason = "each user needs only some items")]

pub(crate) mod build;
pub(crate) mod greedy;
pub(crate) mod seeds;

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use md2_common::RgbaImage;
use md2_export::import::{
    ImportError, ImportOptions, ImportedModel, Limits, ObjFile, Sources, import_gltf, import_obj,
};
use md2_format::{Md2, check};
use md2_testdata::heap::{self, CountingAllocator};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

/// Small enough that a debug build takes no time for the most that they allow.
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

/// The memory that the limits allow for any input.
const ALLOWED: usize = 24 << 20;

/// Bytes that a JSON of the input's length may become.
const FOR_EACH_BYTE: usize = 400;

/// Every file is there, holds a tetrahedron, and is large; pictures that begin with an odd byte are large as well. What is asked
/// for is counted: a small file may ask for much.
#[derive(Default)]
struct Anything {
    names: RefCell<HashSet<String>>,
    file_bytes: Cell<usize>,
    decoded_pixels: Cell<usize>,
    failed: Cell<usize>,
}

/// Bytes of each file.
const FILE: usize = 1 << 18;
/// Width and height of a large picture.
const LARGE: u32 = 512;
/// The first byte of an image that cannot be decoded.
pub(crate) const BROKEN: u8 = 255;
/// Pictures that are tried in vain.
const MOST_FAILED: usize = 64;

impl Sources for Anything {
    fn file(&self, relative: &str) -> Result<Vec<u8>, String> {
        assert!(
            !relative.starts_with('/') && !relative.contains('\\') && !relative.contains(':'),
            "{relative:?}"
        );
        assert!(!relative.split('/').any(|part| part.is_empty() || part == ".."), "{relative:?}");
        assert!(self.names.borrow_mut().insert(relative.to_owned()), "{relative:?} is asked for twice");
        self.file_bytes.set(self.file_bytes.get() + FILE);
        assert!(self.file_bytes.get() <= LIMITS.bytes + FILE, "one file may go beyond the limit");
        let mut bytes = build::tetrahedron().bin;
        bytes.resize(FILE, 0);
        Ok(bytes)
    }

    fn decode(&self, picture: &[u8]) -> Result<RgbaImage, String> {
        let side = match picture.first() {
            None | Some(&BROKEN) => {
                self.failed.set(self.failed.get() + 1);
                assert!(self.failed.get() <= MOST_FAILED, "each may take long");
                return Err(String::from("broken"));
            }
            Some(first) if first % 2 == 1 => LARGE,
            Some(_) => 2,
        };
        let largest = (LARGE * LARGE) as usize;
        self.decoded_pixels.set(self.decoded_pixels.get() + (side * side) as usize);
        assert!(self.decoded_pixels.get() <= LIMITS.pixels + largest, "one picture may go beyond the limit");
        Ok(RgbaImage::filled(side, side, [picture[0]; 4]))
    }
}

/// The material library of an OBJ is what is imported itself; the picture is anything.
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

    fn decode(&self, picture: &[u8]) -> Result<RgbaImage, String> {
        self.anything.decode(picture)
    }
}

pub(crate) fn gltf(file: &[u8]) {
    for player in [false, true] {
        let options = ImportOptions { player, limits: LIMITS, ..ImportOptions::default() };
        upheld(file, || import_gltf(file, &Anything::default(), &options));
    }
}

/// Bytes as one OBJ, or as two where a zero divides them.
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

fn upheld(file: &[u8], import: impl FnOnce() -> Result<ImportedModel, ImportError>) {
    let (outcome, peak) = heap::peak(import);
    let allowed = ALLOWED + FOR_EACH_BYTE * file.len();
    assert!(peak <= allowed, "{peak} bytes of memory for {} bytes, {allowed} allowed", file.len());
    match outcome {
        Ok(imported) => sound(&imported),
        Err(error) => {
            let text = error.to_string();
            let told = error.place.len() < 400 && text.len() < 2000 && text.contains(": ");
            assert!(told && !text.contains(char::is_control), "{text:?}");
        }
    }
}

fn sound(imported: &ImportedModel) {
    let md2 = Md2::parse(&imported.md2).expect("what is written is read");
    let report = check(&imported.md2);
    assert!(!report.has_errors(), "{report}");
    assert!(md2.gl_commands().defect().is_none());
    assert!(md2.gl_commands().compare_triangles(md2.triangles()).is_exact());
    let told = &imported.report;
    assert_eq!((told.frames, told.vertices), (md2.frame_count(), md2.vertex_count()));
    assert_eq!(told.triangles, md2.triangles().len());
    assert!(!md2.triangles().is_empty() && told.frames <= 198.max(LIMITS.frames));
    assert!(told.error.largest.is_finite() && told.error.mean <= told.error.largest);
    let frames: usize = told.sequences.iter().map(|sequence| sequence.last + 1 - sequence.first).sum();
    assert_eq!(frames, told.frames, "sequences divide the frames");
}
