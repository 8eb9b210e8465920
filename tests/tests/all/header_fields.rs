//! Tests that a model with an extreme value in a header field is either shown or rejected with an error that gives the place and the
//! value.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use md2_testdata::{HEADER_FIELDS, seamed_quad};
use md2_tests::{Picture, drawing_folder, run_viewer};

const REJECTED: Option<i32> = Some(1);

#[test]
fn every_extreme_header_field_is_accepted_or_rejected() {
    let Some(folder) = drawing_folder() else { return };
    let (model, out) = (folder.join("model.md2"), folder.join("model.png"));
    let mut shown = 0;
    for field in HEADER_FIELDS {
        for value in [0, -1, i32::MAX] {
            let mut file = seamed_quad().build();
            file.set_i32(field, value);
            fs::write(&model, file.bytes()).expect("the folder is ours");
            let output = render(&model, &out);
            let said = String::from_utf8_lossy(&output.stderr);
            let case = format!("{field} = {value}: {}: {said}", output.status);
            assert!(!said.contains("panicked"), "{case}");
            if output.status.success() {
                let picture = Picture::read(&out).expect("a picture is written");
                assert_eq!((picture.width, picture.height), (64, 48), "{case}");
                shown += 1;
            } else {
                assert_eq!(output.status.code(), REJECTED, "{case}");
                assert!(said.contains("model.md2"), "the file is not named: {case}");
                match field {
                    // The file is valid, but has nothing to show.
                    "num_frames" if value == 0 => assert!(said.contains("no frames"), "{case}"),
                    // The error quotes the ident as text.
                    "ident" => assert!(said.contains("IDP2"), "{case}"),
                    _ => {
                        assert!(said.contains("byte"), "the place is not named: {case}");
                        assert!(said.contains(&value.to_string()), "the number is not named: {case}");
                    }
                }
            }
        }
    }
    // The skin size, `ofs_end`, and the offsets of empty sections may have any value.
    assert!(shown >= 6, "only {shown} of the files were shown");
}

fn render(model: &Path, out: &Path) -> std::process::Output {
    let arguments: [&OsStr; 7] = [
        "render".as_ref(),
        "--force".as_ref(),
        model.as_os_str(),
        "--size".as_ref(),
        "64x48".as_ref(),
        "-o".as_ref(),
        out.as_os_str(),
    ];
    run_viewer(arguments).expect("the viewer starts")
}
