//! Tests that SECURITY.md lists the limits that the code has.

use std::fs;

use md2_assets::{
    MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_FOLDER_DEPTH, MAX_NAME_BYTES, MAX_PIXELS, MAX_RATIO,
    MAX_SEARCHED_NAMES, MAX_SIDE, ReadAs,
};
use md2_export::gltf::GltfOptions;
use md2_export::import::Limits;
use md2_load::{LoadOptions, MAX_EMBEDDED_IMAGES};
use md2_mesh::MAX_COORDINATE;
use md2_scene::MAX_OUTFIT_BYTES;

/// Formats a number of bytes as in SECURITY.md.
fn bytes(count: u64) -> String {
    let (mebi, kibi) = (count >> 20, count >> 10);
    if mebi << 20 == count { format!("{mebi} MiB") } else { format!("{kibi} KiB") }
}

#[test]
fn the_limits_in_the_document_match_the_code() {
    let file = |kind: ReadAs| bytes(kind.max_bytes());
    let memory = |count: usize| bytes(u64::try_from(count).expect("a size"));
    assert_eq!(ReadAs::Palette.max_bytes(), ReadAs::Text.max_bytes(), "both are in one row");
    let imports = Limits::default();
    let expected = [
        ("a model file", file(ReadAs::Model)),
        ("an image file", file(ReadAs::Image)),
        ("a script of sequences", file(ReadAs::Script)),
        ("a `.skin` file", file(ReadAs::SkinFile)),
        ("a shader script", file(ReadAs::Shaders)),
        ("a palette, `ground-speed.txt`", file(ReadAs::Palette)),
        ("a system font", file(ReadAs::Font)),
        ("depth of the subfolders that a search enters", MAX_FOLDER_DEPTH.to_string()),
        ("file and folder names that a search reads", MAX_SEARCHED_NAMES.to_string()),
        ("files in an archive", MAX_ENTRIES.to_string()),
        ("the directory of an archive", bytes(MAX_DIRECTORY_BYTES)),
        ("a name in an archive", format!("{MAX_NAME_BYTES} bytes")),
        ("the unpacked size of an archived file above 1 MiB", format!("{MAX_RATIO} times its packed bytes")),
        ("a side of an image", format!("{MAX_SIDE} pixels")),
        ("a decoded image", format!("{MAX_PIXELS} pixels")),
        ("all decoded images of the selected skin", memory(MAX_OUTFIT_BYTES)),
        ("images inside a model", MAX_EMBEDDED_IMAGES.to_string()),
        (
            "vertices of all frames of a model, with split seams",
            memory(LoadOptions::default().max_packed_bytes),
        ),
        ("a coordinate", format!("{MAX_COORDINATE:e} units from the origin")),
        ("frames of an import", imports.frames.to_string()),
        ("vertices of an import, times frames", imports.samples.to_string()),
        ("triangles of an import", imports.triangles.to_string()),
        ("numbers read from a glTF", imports.numbers.to_string()),
        ("pixels of an imported skin made from several images", imports.pixels.to_string()),
        ("all files that a glTF refers to", bytes(imports.bytes)),
        ("frames and animations of an exported glTF", bytes(GltfOptions::default().max_bytes)),
    ];
    let text = fs::read_to_string(md2_tests::root().join("SECURITY.md")).expect("the file exists");
    let rows: Vec<_> = text.lines().filter(|line| line.starts_with('|')).skip(2).collect();
    let expected: Vec<_> = expected.iter().map(|(what, limit)| format!("| {what} | {limit} |")).collect();
    assert_eq!(rows, expected);
}
