//! A thousand each of models, reloads, sequences and skins leave memory, objects of Vulkan, files and threads where they were.
//! A program of its own: it counts the files and the threads of its process, and other tests would be counted too.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use md2_browse::checker::Checker;
use md2_render::{DeviceObjects, RenderError, Renderer, RendererOptions, Validation};
use md2_scene::{Choice, Command, FloorKind, Viewport, Workspace};
use md2_stage::{Session, SkinDecoder};
use md2_testdata::{md3, mdl, with_frames};

const ROUNDS: usize = 1000;
/// After these all that is made once is made, and what the allocator keeps has its size.
const WARM_UP: usize = 200;
/// The allowed growth of resident memory in KiB: 3 a round, a hundredth of the bytes a round reads and uploads; 24 a floor, which
/// every eighth round has.
const RESIDENT_KIB: u64 = 3 * 1024;
/// What device memory may differ by: gaps for alignment lie elsewhere each time.
const DEVICE_BYTES: u64 = 16 * 1024;
/// What the last picture may wait for.
const LIMIT: Duration = Duration::from_secs(60);
const SIZE: [u32; 2] = [24, 16];

/// What the process holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    objects: DeviceObjects,
    device_bytes: u64,
    descriptors: usize,
    threads: usize,
    resident_kib: u64,
}

impl Held {
    fn now(session: &mut Session) -> Self {
        let entries = |folder: &str| fs::read_dir(folder).expect("the process is there").count();
        let status = fs::read_to_string("/proc/self/status").expect("the process is there");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let resident = resident.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
        Self {
            objects: session.renderer_mut().device_objects(),
            device_bytes: session.stage().device_memory().bytes,
            descriptors: entries("/proc/self/fd"),
            threads: entries("/proc/self/task"),
            resident_kib: resident.expect("a process has a size"),
        }
    }

    /// What is more than it was; nothing of it may be.
    fn grown_since(&self, before: &Self) -> Vec<String> {
        let mut grown = Vec::new();
        let rows = [
            (self.objects != before.objects, "objects"),
            (self.device_bytes > before.device_bytes + DEVICE_BYTES, "device memory"),
            (self.descriptors > before.descriptors, "open files"),
            (self.threads > before.threads, "threads"),
            (self.resident_kib > before.resident_kib + RESIDENT_KIB, "memory"),
        ];
        grown.extend(rows.iter().filter(|(is_more, _)| *is_more).map(|(_, what)| (*what).to_owned()));
        grown
    }
}

/// A picture in TGA, all of one color, with some of it clear.
fn skin(side: u8, shade: u8) -> Vec<u8> {
    let mut file = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, side, 0, side, 0, 32, 0x28];
    file.extend(
        (0..u32::from(side).pow(2)).flat_map(|at| [shade, 90, 200, if at % 5 == 0 { 0 } else { 255 }]),
    );
    file
}

/// Models of all three formats with what belongs to them.
fn lay_out(folder: &Path) -> Vec<PathBuf> {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder of ours");
        fs::write(&path, bytes).expect("a folder of ours");
        path
    };
    let frames = with_frames(["stand1", "stand2", "run1", "run2", "jump1", "jump2"]);
    let soldier = write("soldier/tris.md2", frames.build().bytes());
    for (index, shade) in [10, 100, 200].into_iter().enumerate() {
        write(&format!("soldier/tris{index}.tga"), &skin(33, shade));
    }
    let torch = write("torch/torch.mdl", mdl::skin_group().build().bytes());
    for (name, file) in
        [("lower", md3::player_lower()), ("upper", md3::player_upper()), ("head", md3::player_head())]
    {
        write(&format!("player/{name}.md3"), file.build().bytes());
    }
    vec![soldier, torch, folder.join("player")]
}

/// A session and the threads that work for it, as the window has them.
struct Window {
    session: Session,
    decoder: SkinDecoder,
    checker: Checker,
    models: Vec<PathBuf>,
}

impl Window {
    fn apply(&mut self, command: Command) {
        let warnings = self.session.apply(command).expect("nothing is wrong with it").warnings;
        assert!(warnings.is_empty(), "{warnings:?}");
    }

    /// Waits for the threads, and draws.
    fn settle(&mut self) {
        let start = Instant::now();
        let mut warnings = self.decoder.wait_for_first(&mut self.session);
        while self.session.workspace().skin_requests().next().is_some() {
            assert!(start.elapsed() < LIMIT, "still decoding");
            warnings.extend(self.decoder.wait_for_first(&mut self.session));
        }
        assert!(warnings.is_empty(), "{warnings:?}");
        self.checker.poll(self.session.workspace());
        let _ = self.session.picture(SIZE).expect("a picture");
    }

    /// One each of another model, another version of it, another sequence and another skin.
    fn round(&mut self, number: usize) {
        let path = &self.models[number % self.models.len()];
        let figure = md2_scene::open(path).expect("it was laid out");
        self.apply(Command::Open(figure));
        self.settle();
        let actor = self.session.workspace().lead();
        let newer = md2_scene::reopen(self.session.workspace().document());
        let document = Arc::new(newer.expect("it is a file").expect("it was laid out"));
        self.apply(Command::Reload { actor, document });
        self.apply(Command::ChooseSequence { actor, sequence: Choice::Next });
        self.apply(Command::SelectFigureSkin(Choice::Next));
        // A small model fills the whole map of its shadow, which takes most of such a picture.
        let floor = if number.is_multiple_of(8) { FloorKind::Stone } else { FloorKind::None };
        self.apply(Command::SetFloor(floor));
        self.session.advance(Duration::from_millis(70));
        self.settle();
    }

    /// What is held with the first model, and nothing on its way.
    fn held(&mut self) -> Held {
        self.round(0);
        let start = Instant::now();
        while self.checker.is_busy() {
            assert!(start.elapsed() < LIMIT, "still checking");
            thread::sleep(Duration::from_millis(2));
            self.checker.poll(self.session.workspace());
        }
        // Any picture waits for what was sent before it; the third is surely past what the first has freed.
        (0..3).for_each(|_| self.settle());
        // Threads whose result was received are about to end.
        thread::sleep(Duration::from_millis(200));
        Held::now(&mut self.session)
    }
}

#[test]
fn a_thousand_changes_of_each_kind_leave_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let models = lay_out(folder.path());
    let (workspace, _) = Workspace::with_deferred_skins(
        md2_scene::open(&models[0]).expect("it was laid out"),
        Viewport::whole(SIZE),
    );
    // Validation keeps things of its own.
    let options = RendererOptions { validation: Validation::Off, samples: 1, ..RendererOptions::default() };
    let renderer = match Renderer::headless(&options) {
        Ok(renderer) => renderer,
        Err(error @ (RenderError::NoLoader { .. } | RenderError::NoDriver)) => {
            return md2_testdata::skip_without_vulkan(error);
        }
        Err(error) => panic!("{error}"),
    };
    let session = Session::new(renderer, workspace).expect("there is memory");
    let (decoder, checker) = (SkinDecoder::default(), Checker::default());
    let mut window = Window { session, decoder, checker, models };
    (1..WARM_UP).for_each(|number| window.round(number));
    let before = window.held();
    let start = Instant::now();
    (1..ROUNDS).for_each(|number| window.round(number));
    let after = window.held();
    println!("{ROUNDS} each of models, reloads, sequences, skins in {:?}", start.elapsed());
    println!("before: {before:?}\nafter:  {after:?}");
    assert_eq!(after.grown_since(&before), [""; 0]);

    // What would be left is seen: a little of each.
    let skin = md2_render::RgbaImage::filled(128, 128, [9; 4]);
    let _forgotten = window.session.renderer_mut().add_texture(&skin).expect("there is memory");
    let _file = fs::File::open(&window.models[0]).expect("it was laid out");
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let thread = thread::spawn(move || {
        let _ = ended.recv();
    });
    let _bytes = vec![1_u8; 2 * 1024 * usize::try_from(RESIDENT_KIB).expect("a size")];
    let grown = window.held().grown_since(&after);
    assert_eq!(grown, ["objects", "device memory", "open files", "threads", "memory"]);
    drop(end);
    thread.join().expect("it only waits");
}
