//! Tests that drawing a picture of a session allocates no memory.
//!
//! This is a separate program, since the tests count the allocations of their process.

use std::sync::Arc;
use std::time::Duration;

use md2_render::{Renderer, RendererOptions, RgbaImage};
use md2_scene::{
    Command, Companions, CrowdPlan, Document, Figure, LookSwitch, Piece, Selection, Skin, Viewport, Weapon,
    Workspace,
};
use md2_testdata::heap::{self, CountingAllocator};

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

macro_rules! asset {
    ($name:literal) => {
        include_bytes!(concat!("../../../assets/wanderer/", $name))
    };
}

fn armed_figure() -> Workspace {
    let document = |name: &str, bytes: &[u8], skin: &'static [u8]| {
        let skins = vec![Skin::built_in("skin.png", skin)];
        Document::from_bytes(name, bytes, Companions { skins, ..Companions::default() }).unwrap()
    };
    let figure = document("wanderer", asset!("tris.md2"), asset!("moss.png"));
    let weapon = document("weapon.md2", asset!("weapon.md2"), asset!("weapon.png"));
    let (mut workspace, _) = Workspace::new(figure, Viewport::whole([160, 120]));
    let weapon = Weapon::from_document("weapon", Arc::new(weapon));
    let _outcome = workspace.apply(Command::AddWeapon(weapon)).unwrap();
    workspace
}

fn crowd() -> Workspace {
    let mut workspace = armed_figure();
    let figure = Figure::from(Arc::clone(workspace.document()));
    let plan = CrowdPlan::new(&[figure], 50).unwrap();
    let _outcome = workspace.apply(Command::OpenCrowd(plan)).unwrap();
    workspace
}

#[test]
fn a_picture_of_a_playing_workspace_allocates_nothing() {
    allocates_nothing_after(4, armed_figure());
}

#[test]
fn a_picture_with_all_marks_allocates_nothing() {
    let mut workspace = armed_figure();
    let actor = workspace.lead();
    assert!(workspace.document().study().is_some());
    let commands = [
        Command::Toggle(LookSwitch::Normals),
        Command::Toggle(LookSwitch::Boxes),
        Command::Toggle(LookSwitch::Onion),
        Command::Compare(Some(workspace.nearest_keyframe())),
        Command::Select(Some(Selection { actor, piece: Piece::Triangle(7) })),
    ];
    for command in commands {
        let _outcome = workspace.apply(command).unwrap();
    }
    // The number of marks varies with time, so the lists need a whole loop to reach their size.
    allocates_nothing_after(30, workspace);
}

#[test]
fn a_picture_with_a_compared_model_allocates_nothing() {
    let other = |bytes: &[u8]| Document::from_bytes("other.md2", bytes, Companions::default()).unwrap();
    // One model has the same number of vertices. The other has fewer, so the nearest vertices are compared.
    for bytes in [&asset!("tris.md2")[..], &asset!("weapon.md2")[..]] {
        let mut workspace = armed_figure();
        let _outcome = workspace.apply(Command::CompareWith(other(bytes).into())).unwrap();
        allocates_nothing_after(30, workspace);
    }
}

#[test]
fn a_picture_of_a_playing_crowd_allocates_nothing() {
    allocates_nothing_after(4, crowd());
}

fn allocates_nothing_after(pictures: u32, mut workspace: Workspace) {
    let renderer = match Renderer::headless(&RendererOptions::default()) {
        Ok(renderer) => renderer,
        Err(error) => return md2_testdata::skip_without_vulkan(error),
    };
    let mut stage = md2_stage::Stage::new(renderer, &RgbaImage::filled(8, 8, [90; 4])).unwrap();
    stage.mirror(&workspace).unwrap();
    let mut image = RgbaImage::filled(1, 1, [0; 4]);
    let mut draw = |stage: &mut md2_stage::Stage, pictures: u32| {
        for _ in 0..pictures {
            workspace.advance(Duration::from_millis(60));
            stage.picture(&workspace, [80, 60], md2_stage::PictureSetting::default(), &mut image).unwrap();
        }
    };
    // The first pictures allocate lists, images and the buffers of each frame slot.
    draw(&mut stage, pictures);
    let stats = stage.stats();
    let ((), allocated) = heap::allocations(|| draw(&mut stage, 20));
    assert_eq!(allocated, 0, "allocations in 20 pictures");
    assert_eq!(stage.stats().pictures - stats.pictures, 20);
    assert!(stage.stats().draw_calls > 2, "models were drawn");
}
