//! What is kept between two runs of the window: its size, its panels, the look.
//!
//! A readable file of JSON in the platform's folder for such things. Only what was changed in the window is written; what is
//! not known here, as from a newer version, stays in it.

mod keeper;
mod place;

use std::path::PathBuf;

use md2_panels::PanelSettings;
use md2_scene::{Alpha, Brightness, Faces, FloorKind, Lighting, Look};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub(crate) use keeper::Keeper;
pub(crate) use place::file;

/// What of it the program knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub(crate) window: WindowSettings,
    pub(crate) panels: PanelSettings,
    /// By the names of switches.
    pub(crate) look: Map<String, Value>,
    /// Whether the camera circles by itself, where that was chosen.
    pub(crate) turntable: Option<bool>,
    /// Samples a pixel.
    pub(crate) samples: Option<u32>,
    /// Where what was shown last lies, for the next dialog.
    pub(crate) folder: Option<PathBuf>,
    /// What was opened, the last first.
    pub(crate) recent: Vec<PathBuf>,
}

/// The window, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WindowSettings {
    pub(crate) width: Option<f32>,
    pub(crate) height: Option<f32>,
    pub(crate) maximized: bool,
}

impl Settings {
    /// What a file says. Of a part that is not as it should be, nothing is taken.
    pub(crate) fn of(value: &Value) -> Self {
        let part = |name: &str| value.get(name).cloned().unwrap_or_default();
        Self {
            window: serde_json::from_value(part("window")).unwrap_or_default(),
            panels: serde_json::from_value(part("panels")).unwrap_or_default(),
            look: serde_json::from_value(part("look")).unwrap_or_default(),
            turntable: serde_json::from_value(part("turntable")).unwrap_or_default(),
            folder: serde_json::from_value(part("folder")).unwrap_or_default(),
            recent: serde_json::from_value(part("recent")).unwrap_or_default(),
            samples: serde_json::from_value(part("samples")).ok().filter(|count| (1..=64).contains(count)),
        }
    }

    pub(crate) fn to_value(&self) -> Value {
        let Self { window, panels, look, turntable, samples, folder, recent } = self;
        // Names that are no text have no place in one.
        let recent: Vec<&str> = recent.iter().filter_map(|path| path.to_str()).collect();
        let folder = folder.as_ref().and_then(|path| path.to_str());
        serde_json::json!({
            "window": window, "panels": panels, "look": look, "turntable": turntable, "samples": samples,
            "folder": folder, "recent": recent
        })
    }
}

/// The switches of the look by their names in the file.
fn switches(look: &mut Look) -> [(&'static str, &mut bool); 9] {
    [
        ("two_sided", &mut look.two_sided),
        ("smooth", &mut look.smooth),
        ("steady", &mut look.steady),
        ("own_normals", &mut look.own_normals),
        ("crossfade", &mut look.crossfade),
        ("inspect", &mut look.inspect),
        ("normals", &mut look.normals),
        ("boxes", &mut look.boxes),
        ("onion", &mut look.onion),
    ]
}

/// What is kept of a look.
pub(crate) fn kept_look(mut look: Look) -> Map<String, Value> {
    let choices = [
        ("faces", Value::from(look.faces.name())),
        ("floor", Value::from(look.floor.name())),
        ("background", Value::from(look.background.to_string())),
        ("light", Value::from(look.light.name())),
        ("brightness", Value::from(look.brightness.factor())),
        ("alpha", Value::from(look.alpha.name())),
    ];
    let switches = switches(&mut look).map(|(name, on)| (name, Value::from(*on)));
    choices.into_iter().chain(switches).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A look with what is kept of another.
pub(crate) fn restored_look(kept: &Map<String, Value>, mut look: Look) -> Look {
    let text = |name: &str| kept.get(name).and_then(Value::as_str);
    for (name, on) in switches(&mut look) {
        if let Some(Value::Bool(kept)) = kept.get(name) {
            *on = *kept;
        }
    }
    look.faces = named(&Faces::ALL, Faces::name, text("faces")).unwrap_or(look.faces);
    look.floor = named(&FloorKind::ALL, FloorKind::name, text("floor")).unwrap_or(look.floor);
    look.light = named(&Lighting::ALL, Lighting::name, text("light")).unwrap_or(look.light);
    look.alpha = named(&Alpha::ALL, Alpha::name, text("alpha")).unwrap_or(look.alpha);
    look.background = text("background").and_then(|text| text.parse().ok()).unwrap_or(look.background);
    let factor = kept.get("brightness").cloned().and_then(|factor| serde_json::from_value(factor).ok());
    look.brightness = factor.map_or(look.brightness, Brightness::new);
    look
}

/// The one of a list that goes by a name.
fn named<T: Copy>(all: &[T], name_of: fn(T) -> &'static str, name: Option<&str>) -> Option<T> {
    all.iter().copied().find(|&one| name == Some(name_of(one)))
}

#[cfg(test)]
mod tests {
    use md2_scene::Background;

    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let look = Look {
            faces: Faces::SolidWireframe,
            floor: FloorKind::Grid,
            background: Background::Plain([1, 200, 3]),
            brightness: Brightness::new(2.5),
            light: Lighting::Game,
            two_sided: false,
            smooth: false,
            steady: true,
            own_normals: true,
            alpha: Alpha::Off,
            crossfade: true,
            inspect: false,
            normals: true,
            boxes: true,
            onion: true,
        };
        let settings = Settings {
            window: WindowSettings { width: Some(900.0), height: Some(700.5), maximized: true },
            panels: PanelSettings {
                shown: Some(false),
                left: Some(String::from("Files")),
                ..Default::default()
            },
            look: kept_look(look),
            turntable: Some(false),
            samples: Some(4),
            folder: Some(PathBuf::from("/a")),
            recent: vec![PathBuf::from("/a/b.md2"), PathBuf::from("/a")],
        };
        let text = serde_json::to_string_pretty(&settings.to_value()).unwrap();
        let read = Settings::of(&serde_json::from_str(&text).unwrap());
        assert_eq!(read, settings);
        assert_eq!(restored_look(&read.look, Look::default()), look);
    }

    #[test]
    fn what_is_no_such_part_is_passed_over() {
        for text in [
            "{}",
            "null",
            r#"{"window": 3, "panels": [], "look": "dark", "samples": 0, "turntable": 0, "folder": 7}"#,
            r#"{"window": {"width": "wide"}, "panels": {"shown": 1}, "look": {"floor": 0, "alpha": "no", "background": "dim", "brightness": "1"}, "samples": -1}"#,
        ] {
            let read = Settings::of(&serde_json::from_str(text).unwrap());
            assert_eq!(restored_look(&read.look, Look::default()), Look::default(), "{text}");
            assert_eq!(Settings { look: Map::new(), ..read }, Settings::default(), "{text}");
        }
        let read =
            Settings::of(&serde_json::json!({ "window": { "width": 500.0, "depth": 3 }, "moon": true }));
        assert_eq!(read.window.width, Some(500.0), "what is not known does no harm");
    }
}
