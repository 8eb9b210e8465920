//! Exports from the window, without one.

use std::fs;
use std::time::{Duration, Instant};

use md2_scene::{Command, Viewport};

use super::*;
use md2_browse::builtin;

fn workspace() -> Workspace {
    let mut workspace = Workspace::new(builtin::figure().unwrap(), Viewport::whole([160, 120])).0;
    let _ = workspace.apply(Command::Play(String::from("run"))).unwrap();
    workspace
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("md2-viewer-exporter-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn end_of(exporter: &mut Exporter) -> Result<PathBuf, Failure> {
    let start = Instant::now();
    loop {
        if let Some(end) = exporter.take_end() {
            return end;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn models_and_sheets_are_written_under_free_names() {
    let (folder, workspace) = (folder("free"), workspace());
    let mut exporter = Exporter::default();
    for (export, name) in [
        (ExportKind::Glb, "wanderer.glb"),
        (ExportKind::Glb, "wanderer-002.glb"),
        (ExportKind::Obj, "wanderer.obj"),
        (ExportKind::Md2, "wanderer.md2"),
        (ExportKind::ContactSheet, "wanderer-sequences.png"),
    ] {
        exporter.start(export, &workspace, &RendererOptions::default(), &folder).unwrap();
        assert!(
            exporter.start(export, &workspace, &RendererOptions::default(), &folder).is_err(),
            "one at a time"
        );
        let path = end_of(&mut exporter).unwrap();
        assert_eq!(path, folder.join(name));
        assert!(fs::metadata(&path).unwrap().len() > 1000, "{name}");
        assert!(exporter.progress().is_none());
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn animations_show_what_is_seen_and_can_be_ended() {
    let folder = folder("moving");
    let mut exporter = Exporter::default();
    exporter.start(ExportKind::Gif, &workspace(), &RendererOptions::default(), &folder).unwrap();
    match end_of(&mut exporter) {
        Ok(path) => {
            assert_eq!(path, folder.join("wanderer-run.gif"));
            let gif = fs::read(&path).unwrap();
            assert!(gif.starts_with(b"GIF89a\xa0\x00\x78\x00"), "160 by 120");
        }
        Err(Failure::Vulkan(reason)) => {
            assert!(std::env::var_os("MD2_REQUIRE_VULKAN").is_none(), "{reason}");
            println!("skipped: {reason}");
            return;
        }
        Err(failure) => panic!("{failure}"),
    }
    exporter.start(ExportKind::Turntable, &workspace(), &RendererOptions::default(), &folder).unwrap();
    exporter.cancel();
    assert!(matches!(end_of(&mut exporter), Err(Failure::Interrupted)));
    exporter.start(ExportKind::Turntable, &workspace(), &RendererOptions::default(), &folder).unwrap();
    assert!(matches!(exporter.close(), Some(Err(Failure::Interrupted))), "the window is closed");
    assert!(exporter.close().is_none());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing of it is left");
    fs::remove_dir_all(&folder).unwrap();
}
