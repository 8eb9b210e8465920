//! What the worst inputs that are known cost: opened and dressed, each in a process of its own.
//!
//! `cargo run --release -p md2-scene --example worst_inputs` prints a table. It fails where something takes more than a second
//! or 256 MiB; only where code is optimized do times mean anything.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs};

use md2_scene::{Viewport, Workspace, open};
use md2_testdata::png::{chunk, png, zeros};
use md2_testdata::{Md2Spec, md3, mdl, one_triangle};

const MAX_SECONDS: f64 = 1.0;
const MAX_KIB: u64 = 256 << 10;

/// An input: what it is called, and how it is laid out in a folder. Returns what is opened.
type Case = (&'static str, fn(&Path) -> PathBuf);

const CASES: &[Case] = &[
    ("a model alone, for comparison", |folder| model(folder, one_triangle())),
    ("16,000 skin names beside 500 pictures", |folder| {
        (0..500).for_each(|n| write(folder, &format!("tank_{n}.pcx"), b""));
        let skins = (0..16_000).map(|n| format!("models/m/tank_{n}_left.pcx").into_bytes()).collect();
        model(folder, Md2Spec { skins, ..one_triangle() })
    }),
    ("16,000 skin names that lead to all of 500 pictures", |folder| {
        (0..500).for_each(|n| write(folder, &format!("{}.pcx", spelled("redarmors", n)), b""));
        let skins = (0..16_000).map(|n| format!("a{n}/redarmors.pcx").into_bytes()).collect();
        model(folder, Md2Spec { skins, ..one_triangle() })
    }),
    ("30 broken pictures of 8192 x 8192", |folder| pictures(folder, 30, &broken([8192; 2]))),
    ("30 broken pictures of 4096 x 4096", |folder| pictures(folder, 30, &broken([4096; 2]))),
    ("a picture of 4096 x 4096", |folder| {
        pictures(folder, 1, &png([4096; 2], &[], &zeros(4096 * 16_385 / 258 + 1)))
    }),
    ("a picture of 16,384 x 16,384", |folder| pictures(folder, 1, &broken([16_384; 2]))),
    ("4 x 4 pixels with a profile of 516 MB", |folder| {
        let bomb = [b"a\0\0", &*zeros(2_000_000)].concat();
        pictures(folder, 1, &png([4; 2], &chunk(b"iCCP", &bomb), &zeros(1)))
    }),
    ("4 x 4 pixels with a text of 516 MB", |folder| {
        let bomb = [b"a\0\0", &*zeros(2_000_000)].concat();
        pictures(folder, 1, &png([4; 2], &chunk(b"zTXt", &bomb), &zeros(1)))
    }),
    ("an MDL of 1.2 MB with 300,000 skins of no texels", |folder| {
        let skins = vec![mdl::SkinSpec::Single(Vec::new()); 300_000];
        write(
            folder,
            "m.mdl",
            mdl::MdlSpec { skin_size: [0, 8], skins, ..mdl::empty_skin() }.build().bytes(),
        );
        folder.join("m.mdl")
    }),
    ("an MDL of 1.2 MB with a skin of 240,000 pictures", |folder| {
        let skins = vec![mdl::SkinSpec::Group((1..=240_000).map(|end| (end as f32, vec![1])).collect())];
        write(
            folder,
            "m.mdl",
            mdl::MdlSpec { skin_size: [1, 1], skins, ..mdl::one_triangle() }.build().bytes(),
        );
        folder.join("m.mdl")
    }),
    ("a model that states a skin of 2,147,483,647 texels each way", |folder| {
        model(folder, Md2Spec { skin_size: [i32::MAX; 2], ..one_triangle() })
    }),
    ("a script of one word of 250 KB", |folder| {
        write(folder, "m.anm", format!("walk {} 1 2\n", "x".repeat(250_000)).as_bytes());
        model(folder, one_triangle())
    }),
    ("a script of a name of 250 KB", |folder| {
        write(folder, "m.anm", format!("{} 0 1 2\n", "x".repeat(250_000)).as_bytes());
        model(folder, one_triangle())
    }),
    ("a script of 32,000 rows", |folder| {
        write(folder, "m.anm", "a 0 1 2\n".repeat(32_000).as_bytes());
        model(folder, one_triangle())
    }),
    ("an animation.cfg of 256 KB", |folder| {
        write(folder, "animation.cfg", "0 1 1 9\n".repeat(32_000).as_bytes());
        model(folder, one_triangle())
    }),
    ("16 shader scripts of 4 MB, nested 4,000,000 deep", |folder| shaders(folder, &"{".repeat(4_000_000))),
    ("16 shader scripts of 4 MB, of 800,000 shaders each", |folder| {
        shaders(folder, &"a {}\n".repeat(800_000))
    }),
    ("100,000 triangles that repeat a skin with holes 100 times", |folder| {
        worn_by(folder, 100_000, [1, 1], [[0, 0], [100, 0], [0, 100]])
    }),
    ("100,000 slivers over 7 repeats of a skin with holes", |folder| {
        worn_by(folder, 100_000, [4096, 256], [[0, 0], [0, 2020], [1, 2020]])
    }),
    ("32,000 surfaces that share a skin with holes", |folder| {
        let surfaces = vec![md3::one_triangle().surfaces.remove(0); 32_000];
        let beside = folder.join("models/test");
        fs::create_dir_all(&beside).expect("the folder is ours");
        write(&beside, "blade.tga", &holed());
        write(&beside, "m.md3", md3::Md3Spec { surfaces, ..md3::one_triangle() }.build().bytes());
        beside.join("m.md3")
    }),
    ("a link to /dev/zero as skin, script and speeds", |folder| {
        #[cfg(unix)]
        for name in ["m.png", "m.anm", "ground-speed.txt"] {
            std::os::unix::fs::symlink("/dev/zero", folder.join(name)).expect("the folder is ours");
        }
        model(folder, one_triangle())
    }),
    ("a model file of 1 GB of zeros", |folder| {
        let file = fs::File::create(folder.join("m.md2")).expect("the folder is ours");
        file.set_len(1 << 30).expect("files can have holes");
        folder.join("m.md2")
    }),
    ("a model file of 64 MiB of zeros", |folder| {
        let file = fs::File::create(folder.join("m.md2")).expect("the folder is ours");
        file.set_len(64 << 20).expect("files can have holes");
        folder.join("m.md2")
    }),
];

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    fs::write(folder.join(name), bytes).expect("the folder is ours");
}

fn model(folder: &Path, spec: Md2Spec) -> PathBuf {
    write(folder, "m.md2", spec.build().bytes());
    folder.join("m.md2")
}

/// A name with capitals where a number has bits.
fn spelled(name: &str, number: usize) -> String {
    let letter = |(bit, letter): (usize, char)| {
        if number >> bit & 1 == 1 { letter.to_ascii_uppercase() } else { letter }
    };
    name.chars().enumerate().map(letter).collect()
}

/// A picture whose pixels end nine tenths through.
fn broken([width, height]: [u32; 2]) -> Vec<u8> {
    let bytes = height as usize * (1 + 4 * width as usize);
    png([width, height], &[], &zeros(bytes / 258 / 10 * 9))
}

fn pictures(folder: &Path, count: usize, picture: &[u8]) -> PathBuf {
    (0..count).for_each(|n| write(folder, &format!("m{n}.png"), picture));
    model(folder, one_triangle())
}

/// A picture of 256 x 256 in TGA of which every other texel is clear.
fn holed() -> Vec<u8> {
    let header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 32, 0x28];
    header.into_iter().chain((0..256 * 128).flat_map(|_| [9, 9, 9, 0, 9, 9, 9, 255])).collect()
}

/// A skin with holes, and triangles that all wear it alike.
fn worn_by(folder: &Path, count: usize, skin_size: [i32; 2], st: [[i16; 2]; 3]) -> PathBuf {
    write(folder, "m.tga", &holed());
    let one = one_triangle();
    model(folder, Md2Spec { skin_size, st: st.to_vec(), triangles: vec![one.triangles[0]; count], ..one })
}

fn shaders(folder: &Path, text: &str) -> PathBuf {
    let (scripts, models) = (folder.join("scripts"), folder.join("models/a"));
    fs::create_dir_all(&scripts).and_then(|()| fs::create_dir_all(&models)).expect("the folder is ours");
    (0..16).for_each(|n| write(&scripts, &format!("{n}.shader"), text.as_bytes()));
    write(&models, "m.md3", md3::one_triangle().build().bytes());
    models.join("m.md3")
}

fn main() -> ExitCode {
    if let Some(path) = env::args_os().nth(1) {
        measure(Path::new(&path));
        return ExitCode::SUCCESS;
    }
    let mut failed = false;
    println!("| input | seconds | MiB | outcome |\n| --- | ---: | ---: | --- |");
    for (index, (name, lay_out)) in CASES.iter().enumerate() {
        let folder = env::temp_dir().join(format!("md2-worst-{}-{index}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        let path = lay_out(&folder);
        let output =
            Command::new(env::current_exe().expect("this program")).arg(path).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let words: Vec<&str> = text.trim_end().splitn(3, ' ').collect();
        let (seconds, kib) = match words[..] {
            [seconds, kib, _] => (seconds.parse().unwrap_or(f64::MAX), kib.parse().unwrap_or(u64::MAX)),
            _ => (f64::MAX, u64::MAX),
        };
        let ok = output.status.success() && seconds < MAX_SECONDS && kib < MAX_KIB;
        failed |= !ok;
        let outcome = words.last().unwrap_or(&"");
        println!(
            "| {name} | {seconds:.3} | {} | {outcome}{} |",
            kib >> 10,
            if ok { "" } else { " TOO MUCH" }
        );
        fs::remove_dir_all(&folder).expect("it is ours");
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Opens and dresses what a path means, and prints seconds, KiB at the highest, and what came of it.
fn measure(path: &Path) {
    let start = Instant::now();
    let outcome = match open(path) {
        Ok(figure) => {
            let notes: usize = figure.parts().iter().map(|part| part.document.notes().len()).sum();
            let (workspace, outcome) = Workspace::new(figure, Viewport::whole([640, 480]));
            let worn = workspace.actors()[0].worn_skin().map_or("nothing", |skin| skin.label());
            format!("opened, wears {worn}, {notes} notes, {} warnings", outcome.warnings.len())
        }
        Err(error) => {
            let text = error.to_string();
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            format!(
                "refused: {}",
                cause.as_deref().unwrap_or(text.rsplit('"').next().unwrap_or_default()).trim()
            )
        }
    };
    println!("{} {} {outcome}", start.elapsed().as_secs_f64(), highest_kib());
}

/// The most memory the process had, where the system tells; 0 elsewhere.
fn highest_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
