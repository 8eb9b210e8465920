//! Tests that a thousand changes of models, sequences and skins, with reloads, leak no memory, Vulkan objects, files or threads.
//!
//! This is a separate program, since the test counts the resources of its process.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use md2_browse::checker::Checker;
use md2_render::{Renderer, RendererOptions, Validation};
use md2_scene::{Choice, Command, FloorKind, Look, Viewport, Workspace};
use md2_stage::Session;
use md2_task::Task;
use md2_testdata::{TempFolder, md3, mdl, with_frames};

const ROUNDS: usize = 1000;
/// Number of rounds before the first measurement, in which caches and the allocator reach their final size.
const WARM_UP: usize = 200;
/// The allowed growth of resident memory in KiB: 3 KiB per round, a hundredth of the bytes that a round reads and uploads.
const RESIDENT_KIB: u64 = 3 * 1024;
/// The allowed growth of device memory in bytes. It is not 0, because the gaps for alignment vary.
const DEVICE_BYTES: u64 = 16 * 1024;
const LIMIT: Duration = Duration::from_secs(60);
const SIZE: [u32; 2] = [24, 16];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Resources {
    handles: u32,
    device_bytes: u64,
    descriptors: usize,
    threads: usize,
    resident_kib: u64,
}

impl Resources {
    fn measure(session: &Session) -> Self {
        let entries = |folder: &str| fs::read_dir(folder).expect("the process is there").count();
        let status = fs::read_to_string("/proc/self/status").expect("the process is there");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let resident = resident.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
        let memory = session.stage().renderer().device_memory();
        Self {
            handles: memory.handles,
            device_bytes: memory.bytes,
            descriptors: entries("/proc/self/fd"),
            threads: entries("/proc/self/task"),
            resident_kib: resident.expect("a process has a size"),
        }
    }

    fn grown_since(&self, before: &Self) -> Vec<&'static str> {
        let rows = [
            (self.handles != before.handles, "objects"),
            (self.device_bytes > before.device_bytes + DEVICE_BYTES, "device memory"),
            (self.descriptors > before.descriptors, "open files"),
            (self.threads > before.threads, "threads"),
            (self.resident_kib > before.resident_kib + RESIDENT_KIB, "memory"),
        ];
        rows.iter().filter(|(has_grown, _)| *has_grown).map(|(_, name)| *name).collect()
    }
}

fn skin(side: u8, shade: u8) -> Vec<u8> {
    let mut file = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, side, 0, side, 0, 32, 0x28];
    file.extend(
        (0..u32::from(side).pow(2)).flat_map(|at| [shade, 90, 200, if at % 5 == 0 { 0 } else { 255 }]),
    );
    file
}

fn write_models(folder: &Path) -> Vec<PathBuf> {
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

struct Window {
    session: Session,
    checker: Checker,
    models: Vec<PathBuf>,
}

impl Window {
    fn apply(&mut self, command: Command) {
        let warnings = self.session.apply(command).expect("the command is valid").warnings;
        assert!(warnings.is_empty(), "{warnings:?}");
    }

    fn settle(&mut self) {
        let start = Instant::now();
        let mut warnings = self.session.wait_for_skins();
        while self.session.workspace().skin_requests().next().is_some() {
            assert!(start.elapsed() < LIMIT, "still decoding");
            warnings.extend(self.session.wait_for_skins());
        }
        assert!(warnings.is_empty(), "{warnings:?}");
        self.checker.poll(self.session.workspace());
        let _ = self.session.picture(SIZE).expect("a picture");
    }

    fn round(&mut self, number: usize) {
        let path = &self.models[number % self.models.len()];
        let figure = md2_scene::open(path).expect("the file exists");
        self.apply(Command::Open(figure));
        self.settle();
        let actor = self.session.workspace().lead();
        let newer = md2_scene::reopen(self.session.workspace().document());
        let document = Arc::new(newer.expect("it is a file").expect("the file exists"));
        self.apply(Command::Reload { actor, document });
        self.apply(Command::ChooseSequence { actor, sequence: Choice::Next });
        self.apply(Command::SelectFigureSkin(Choice::Next));
        // The shadow takes most of the time of such a small picture, so few rounds draw it.
        let floor = if number.is_multiple_of(8) { FloorKind::Stone } else { FloorKind::None };
        self.apply(Command::SetLook(Look { floor, ..Look::default() }));
        self.session.advance(Duration::from_millis(70));
        self.settle();
    }

    fn resources(&mut self) -> Resources {
        self.round(0);
        let start = Instant::now();
        while self.checker.is_busy() {
            assert!(start.elapsed() < LIMIT, "still checking");
            thread::sleep(Duration::from_millis(2));
            self.checker.poll(self.session.workspace());
        }
        // Resources of a picture are freed two pictures later.
        (0..3).for_each(|_| self.settle());
        // Threads may end shortly after their result was received.
        thread::sleep(Duration::from_millis(200));
        Resources::measure(&self.session)
    }
}

/// Runs one task for each thread of the pool at the same time. After this, all threads exist, and later tasks start
/// none.
fn start_all_threads() {
    let together = Arc::new(Barrier::new(md2_task::MAX_THREADS));
    let start = |_| {
        let together = Arc::clone(&together);
        Task::start(move |_| together.wait().is_leader())
    };
    let tasks: Vec<_> = (0..md2_task::MAX_THREADS).map(start).collect();
    for mut task in tasks {
        task.wait(Some(LIMIT)).expect("the tasks end").expect("no task panics");
    }
}

#[test]
fn a_thousand_changes_leak_nothing() {
    let folder = TempFolder::new();
    let models = write_models(&folder.path(""));
    let (workspace, _) = Workspace::with_deferred_skins(
        md2_scene::open(&models[0]).expect("the file exists"),
        Viewport::whole(SIZE),
    );
    // The validation layer would also allocate memory.
    let options = RendererOptions { validation: Validation::Off, samples: 1, ..RendererOptions::default() };
    let renderer = match Renderer::headless(&options) {
        Ok(renderer) => renderer,
        Err(error) => return md2_testdata::skip_without_vulkan(error),
    };
    let session = Session::new(renderer, workspace).expect("there is memory");
    let mut window = Window { session, checker: Checker::default(), models };
    start_all_threads();
    (1..WARM_UP).for_each(|number| window.round(number));
    let before = window.resources();
    let start = Instant::now();
    (1..ROUNDS).for_each(|number| window.round(number));
    let after = window.resources();
    println!("{ROUNDS} each of models, reloads, sequences, skins in {:?}", start.elapsed());
    println!("before: {before:?}\nafter:  {after:?}");
    assert_eq!(after.grown_since(&before), [""; 0]);
}
