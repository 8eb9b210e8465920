//! Exports without a window.

use std::fs;
use std::time::{Duration, Instant};

use md2_scene::{Command, Viewport, builtin};

use super::*;

fn workspace() -> Workspace {
    let mut workspace = Workspace::new(builtin::figure().unwrap(), Viewport::whole([160, 120])).0;
    let _ = workspace.apply(Command::Play(String::from("run"))).unwrap();
    workspace
}

fn finish(exporter: &mut Exporter) -> Result<PathBuf, Failure> {
    let start = Instant::now();
    loop {
        if let Some(result) = exporter.take_finished() {
            return result.map(|files| files[0].clone());
        }
        assert!(start.elapsed() < Duration::from_secs(120), "the export does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn writes_models_and_sheets_under_unused_names() {
    let (folder, workspace) = (tempfile::tempdir().unwrap(), workspace());
    let mut exporter = Exporter::default();
    let [gltf, obj, md2] = exporter.formats[..] else { panic!("{:?}", exporter.formats) };
    for (export, name) in [
        (ExportKind::Model(gltf), "wanderer.glb"),
        (ExportKind::Model(gltf), "wanderer-002.glb"),
        (ExportKind::Model(obj), "wanderer.obj"),
        (ExportKind::Model(md2), "wanderer.md2"),
        (ExportKind::ContactSheet, "wanderer-sequences.png"),
    ] {
        let (settings, renderer) = (ExportSettings::default(), RendererOptions::default());
        let path = folder.path().join(file_name(export, &workspace));
        let mut start = || exporter.start((export, &settings), &workspace, &renderer, &path);
        start().unwrap();
        assert!(start().is_err(), "one at a time");
        let path = finish(&mut exporter).unwrap();
        assert_eq!(path, folder.path().join(name));
        assert!(fs::metadata(&path).unwrap().len() > 1000, "{name}");
        assert!(exporter.progress().is_none());
    }
}

#[test]
fn writes_an_animation_and_cancels_another() {
    let folder = tempfile::tempdir().unwrap();
    let settings = ExportSettings { side: 80, ..ExportSettings::default() };
    let mut exporter = Exporter::default();
    let start = |exporter: &mut Exporter, kind: ExportKind, settings: &ExportSettings| {
        let (renderer, workspace) = (RendererOptions::default(), workspace());
        let path = folder.path().join(file_name(kind, &workspace));
        exporter.start((kind, settings), &workspace, &renderer, &path).unwrap();
    };
    start(&mut exporter, ExportKind::Gif, &settings);
    match finish(&mut exporter) {
        Ok(path) => {
            assert_eq!(path, folder.path().join("wanderer-run.gif"));
            let gif = fs::read(&path).unwrap();
            assert!(gif.starts_with(b"GIF89a\x50\x00\x3c\x00"), "80 by 60");
        }
        Err(Failure::Vulkan(reason)) => return md2_testdata::skip_without_vulkan(reason),
        Err(failure) => panic!("{failure}"),
    }
    let transparent = ExportSettings { background: ExportBackground::Transparent, ..settings.clone() };
    start(&mut exporter, ExportKind::Picture, &transparent);
    let path = finish(&mut exporter).unwrap();
    assert_eq!(path, folder.path().join("wanderer-run.png"));
    let picture = image::open(&path).unwrap().into_rgba8();
    assert_eq!(picture.dimensions(), (80, 60));
    let alpha = |x, y| picture.get_pixel(x, y)[3];
    assert_eq!(
        (alpha(0, 0), alpha(79, 59), alpha(40, 30)),
        (0, 0, 255),
        "around the model, and in the model"
    );
    start(&mut exporter, ExportKind::Turntable, &settings);
    exporter.cancel();
    assert!(matches!(finish(&mut exporter), Err(Failure::Interrupted)));
    start(&mut exporter, ExportKind::Turntable, &settings);
    assert!(matches!(exporter.close(), Some(Err(Failure::Interrupted))), "the window is closed");
    assert!(exporter.close().is_none());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing of it is left");
}
