//! Tests of the animations that `render` writes in each format.

use std::fs;
use std::process::Output;

use crate::common::{TempFolder, code, lacks_vulkan, stderr, triangle, viewer};
use md2_testdata::names;

fn animate(folder: &TempFolder, out: &str, arguments: &[&str]) -> Output {
    let model = folder.file("m.md2", &triangle());
    let mut command = viewer();
    command.current_dir(folder).args(["render", "--size", "64x48", "--animate", "-o", out]).arg(model);
    command.args(arguments).output().unwrap()
}

fn apng(bytes: &[u8]) -> (u32, u32, Vec<u32>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let control = reader.info().animation_control.unwrap();
    let mut delays = Vec::new();
    for _ in 0..control.num_frames {
        let mut part = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut part).unwrap();
        let frame = reader.info().frame_control().unwrap();
        delays.push(u32::from(frame.delay_num) * 1000 / u32::from(frame.delay_den));
    }
    (control.num_frames, control.num_plays, delays)
}

#[test]
fn writes_every_format() {
    let folder = TempFolder::new();
    let output = animate(&folder, "a.png", &[]);
    if lacks_vulkan(&output) {
        return;
    }
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!stderr(&output).contains("██"), "no progress bar without a terminal: {}", stderr(&output));
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(apng(&read("a.png")), (4, 0, vec![50; 4]), "two keyframes with two pictures each");
    for (name, arguments) in [
        ("b.webp", &["--pictures-per-key", "3"][..]),
        ("c.gif", &["--fps", "10", "--plays", "2", "--transparent"]),
        ("d.png", &["--to", "png-sequence", "--fps", "10"]),
    ] {
        let output = animate(&folder, name, arguments);
        assert_eq!(code(&output), 0, "{name}: {}", stderr(&output));
    }
    let expected = ["a.png", "b.webp", "c.gif", "d_00000.png", "d_00001.png", "m.md2"].map(String::from);
    assert_eq!(names(&folder), expected);
    let webp = read("b.webp");
    let count = |chunk: &[u8]| webp.windows(4).filter(|bytes| *bytes == chunk).count();
    assert_eq!((&webp[..4], count(b"ANMF")), (&b"RIFF"[..], 6));
    let gif = read("c.gif");
    assert_eq!((&gif[..6], &gif[6..10]), (&b"GIF89a"[..], &[64, 0, 48, 0][..]));
    // A picture of an animation equals the still of that moment.
    let still = viewer()
        .current_dir(&folder)
        .args(["render", "--size", "64x48", "-o", "still.png", "--time", "0.1", "m.md2"])
        .output()
        .unwrap();
    assert_eq!(code(&still), 0, "{}", stderr(&still));
    let pixels = |name: &str| image::open(folder.join(name)).unwrap().to_rgba8();
    let (moving, still) = (pixels("d_00001.png"), pixels("still.png"));
    let differs = moving.pixels().zip(still.pixels()).filter(|(a, b)| a != b).count();
    assert!(differs * 50 < 64 * 48, "{differs} pixels differ");
}

#[test]
fn rejects_invalid_options_before_drawing() {
    let folder = TempFolder::new();
    let check = |out: &str, arguments: &[&str], expected: i32, text: &str| {
        let output = animate(&folder, out, arguments);
        assert_eq!(code(&output), expected, "{out} {arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(text), "{out} {arguments:?}: {}", stderr(&output));
    };
    check("a", &[], 2, "add --to");
    check("-", &[], 2, "add --to");
    check("a.webp", &["--to", "mp4"], 2, "must be apng, gif, webp, png-sequence");
    check("a.jpg", &[], 2, "the extension must be");
    check("a.webp", &["--sequences", "stand,swim"], 2, "has no sequence \"swim\"");
    check("a.webp", &["--time", "1"], 2, "cannot be used");
    check("a.webp", &["--turntable=600", "--fps", "490"], 2, "the limit is 65535");
    check("a.webp", &["--turntable=600", "--supersample", "5"], 2, "--supersample");
    check("m.md2", &["--to", "gif"], 2, "the extension must be");
    folder.file("a.gif", b"mine");
    check("a.gif", &[], 1, "--force");
    folder.file("b_00001.png", b"mine");
    check("b.png", &["--to", "png-sequence"], 1, "b_00001.png");
    let still = viewer().args(["render", "--fps", "3", "-o"]).arg(folder.join("x.png")).output().unwrap();
    assert_eq!(code(&still), 2, "{}", stderr(&still));
    assert!(stderr(&still).contains("--fps needs --animate"), "{}", stderr(&still));
    let still = viewer().args(["render", "-o"]).arg(folder.join("x.gif")).output().unwrap();
    assert_eq!(code(&still), 2, "{}", stderr(&still));
    assert_eq!(names(&folder), ["a.gif", "b_00001.png", "m.md2"]);
    assert_eq!(fs::read(folder.join("a.gif")).unwrap(), b"mine");
}

/// The test sends the signal SIGTERM through a shell while the program draws.
#[cfg(unix)]
#[test]
fn an_interrupted_animation_leaves_no_file() {
    let folder = TempFolder::new();
    let first = animate(&folder, "probe.png", &["--fps", "10"]);
    if lacks_vulkan(&first) {
        return;
    }
    fs::remove_file(folder.join("probe.png")).unwrap();
    for out in [&["a.png", "--to", "png-sequence"][..], &["a.webp"]] {
        let script = "trap '' INT; \"$@\" & child=$!; \
                      while ! ls -A | grep -q tmp && [ $((i += 1)) -lt 30 ]; do sleep 0.1; done; \
                      ls -A | grep tmp; kill -TERM $child; wait $child";
        let mut command = std::process::Command::new("sh");
        command.current_dir(&folder).args(["-c", script, "sh", env!("CARGO_BIN_EXE_md2-viewer")]);
        command.args(["render", "m.md2", "--turntable=600", "--size", "64x48", "-o"]).args(out);
        let output = command.output().unwrap();
        assert_eq!(code(&output), 130, "{}", stderr(&output));
        assert!(stderr(&output).contains("interrupted"), "{}", stderr(&output));
        assert_eq!(names(&folder), ["m.md2"], "no incomplete and no temporary file");
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let folder = TempFolder::new();
    let model = folder.file("m.md2", &triangle());
    let mut command = viewer();
    command.args(["render", "--size", "64x48", "--turntable=5", "--to", "apng", "-o", "-"]).arg(model);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    if lacks_vulkan(&output) {
        return;
    }
    assert_eq!((code(&output), stderr(&output).contains("pipe")), (0, false), "{}", stderr(&output));
}
