//! What a picture costs between the workspace and the renderer: no allocation.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use md2_render::{RenderError, Renderer, RendererOptions, RgbaImage};
use md2_scene::{Command, Companions, Cue, Document, Mount, Place, Skin, Viewport, Workspace};

#[allow(dead_code, reason = "what only a window asks for is not asked for here")]
#[path = "../src/stage.rs"]
mod stage;

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // The counter is gone when a thread ends; nobody measures then.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// A file of the folder `assets/wanderer`.
macro_rules! asset {
    ($name:literal) => {
        include_bytes!(concat!("../../../assets/wanderer/", $name))
    };
}

/// The project's own figure, with its weapon in its hands.
fn armed_figure() -> Workspace {
    let document = |name: &str, bytes: &[u8], skin: &'static [u8]| {
        let skins = vec![Skin::built_in("skin.png", skin)];
        Document::from_bytes(name, bytes, Companions { skins, ..Companions::default() }).unwrap()
    };
    let figure = document("wanderer", asset!("tris.md2"), asset!("moss.png"));
    let weapon = document("weapon.md2", asset!("weapon.md2"), asset!("weapon.png"));
    let (mut workspace, _) = Workspace::new(figure, Viewport::whole([160, 120]));
    let lead = workspace.lead();
    let mount = Some(Mount { parent: lead, place: Place::Origin });
    let add = Command::Add { document: Arc::new(weapon), cue: Cue::Follow(lead), mount };
    let _outcome = workspace.apply(add).unwrap();
    workspace
}

#[test]
fn a_picture_of_a_playing_workspace_allocates_nothing() {
    let renderer = match Renderer::headless(&RendererOptions::default()) {
        Ok(renderer) => renderer,
        Err(error @ (RenderError::NoLoader { .. } | RenderError::NoDriver)) => {
            return md2_testdata::skip_without_vulkan(error);
        }
        Err(error) => panic!("{error}"),
    };
    let mut workspace = armed_figure();
    let mut stage = stage::Stage::new(renderer, &RgbaImage::filled(8, 8, [90; 4])).unwrap();
    stage.mirror(&workspace).unwrap();
    let mut image = RgbaImage::filled(1, 1, [0; 4]);
    let mut draw = |stage: &mut stage::Stage, pictures: u32| {
        for _ in 0..pictures {
            workspace.advance(Duration::from_millis(30));
            stage.picture(&workspace, [160, 120], &mut image).unwrap();
        }
    };
    // Lists, images and buffers of this size are made once; each frame slot has its own.
    draw(&mut stage, 4);
    let (before, stats) = (ALLOCATIONS.get(), stage.stats());
    draw(&mut stage, 50);
    assert_eq!(ALLOCATIONS.get() - before, 0, "allocations in 50 pictures");
    assert_eq!(stage.stats().pictures - stats.pictures, 50);
    assert!(stage.stats().draw_calls > 4, "two models were drawn");

    let seen = std::hint::black_box(vec![1]);
    assert!(ALLOCATIONS.get() > before, "the counter counts: {seen:?}");
}
