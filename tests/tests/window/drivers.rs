//! Tests that two Vulkan drivers draw the same pictures: the default one, and the one of `cargo xtask test --driver FILE`.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Output;

use md2_testdata::corpus;
use md2_tests::{Failure, Picture, drawing_folder, root, run_viewer, run_viewer_on_default_driver};

const OWN: [&str; 4] = ["wanderer/tris.md2", "wanderer/weapon.md2", "ball/ball.md2", "turn/turn.md2"];

fn models() -> impl Iterator<Item = PathBuf> {
    let own = OWN.iter().map(|name| root().join("assets").join(name));
    own.chain(["md2", "mdl", "md3"].iter().flat_map(|extension| corpus::paths(extension)))
}

fn draw(
    run: impl Fn(Vec<&OsStr>) -> Result<Output, Failure>,
    model: &Path,
    out: &Path,
) -> Result<Picture, Failure> {
    let arguments = ["render", "--force", "--size", "320x240", "-o"].map(OsStr::new);
    let output = run([&arguments[..], &[out.as_os_str(), model.as_os_str()]].concat())?;
    // A message of the validation layer is a failure, too.
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {}: {errors}", model.display(), output.status);
    Picture::read(out)
}

#[test]
fn two_drivers_draw_the_same_pictures() {
    if env::var_os("MD2_SECOND_DRIVER").is_none() {
        return md2_testdata::skip("no second driver; `cargo xtask test --driver FILE` names one");
    }
    let Some(folder) = drawing_folder() else { return };
    let mut worst = (0.0, PathBuf::new());
    for model in models() {
        let name = model.display();
        let second = draw(|arguments| run_viewer(arguments), &model, &folder.join("second.png"))
            .expect("the second driver draws");
        let first =
            draw(|arguments| run_viewer_on_default_driver(arguments), &model, &folder.join("first.png"));
        let different = first.expect("the default driver draws").difference(&second, 24);
        // As in the test of the README's picture. Drivers differ along outlines.
        assert!(different < 0.01, "{name}: {:.2} % of the pixels differ", different * 100.0);
        if different >= worst.0 {
            worst = (different, model);
        }
    }
    println!("at most {:.2} % of the pixels differ, in {}", worst.0 * 100.0, worst.1.display());
}
