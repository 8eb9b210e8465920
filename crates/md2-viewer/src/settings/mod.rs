//! Settings that the viewer saves, and with which the next window starts: size, panels, look and recent files.
//!
//! They are stored as JSON in the platform's folder for application state. Only values that the user changed are written. Unknown
//! values, such as those of a newer version, stay in the file.

mod file;

use std::path::PathBuf;

use md2_panels::PanelSettings;
use md2_scene::{Alpha, Brightness, Faces, FloorKind, Lighting, Look, LookSwitch};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub(crate) use file::SettingsFile;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub(crate) window: WindowSettings,
    pub(crate) panels: PanelSettings,
    pub(crate) look: Map<String, Value>,
    pub(crate) turntable: Option<bool>,
    pub(crate) samples: Option<u32>,
    pub(crate) folder: Option<PathBuf>,
    pub(crate) recent: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WindowSettings {
    pub(crate) width: Option<f32>,
    pub(crate) height: Option<f32>,
    pub(crate) maximized: bool,
    /// The size of texts and widgets relative to the usual one.
    pub(crate) zoom: Option<f32>,
}

impl Settings {
    pub(crate) fn from_value(value: &Value) -> Self {
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
        // JSON cannot store paths that are not UTF-8.
        let recent: Vec<&str> = recent.iter().filter_map(|path| path.to_str()).collect();
        let folder = folder.as_ref().and_then(|path| path.to_str());
        serde_json::json!({
            "window": window, "panels": panels, "look": look, "turntable": turntable, "samples": samples,
            "folder": folder, "recent": recent
        })
    }
}

pub(crate) fn save_look(mut look: Look) -> Map<String, Value> {
    let choices = [
        ("faces", Value::from(look.faces.name())),
        ("floor", Value::from(look.floor.name())),
        ("background", Value::from(look.background.to_string())),
        ("light", Value::from(look.light.name())),
        ("brightness", Value::from(look.brightness.factor())),
        ("alpha", Value::from(look.alpha.name())),
    ];
    let switches =
        LookSwitch::all().map(|switch| (switch.setting(), Value::from(*switch.field_mut(&mut look))));
    choices.into_iter().chain(switches).map(|(name, value)| (name.to_owned(), value)).collect()
}

pub(crate) fn load_look(stored: &Map<String, Value>, mut look: Look) -> Look {
    let text = |name: &str| stored.get(name).and_then(Value::as_str);
    for switch in LookSwitch::all() {
        if let Some(Value::Bool(value)) = stored.get(switch.setting()) {
            *switch.field_mut(&mut look) = *value;
        }
    }
    look.faces = find_named(&Faces::ALL, Faces::name, text("faces")).unwrap_or(look.faces);
    look.floor = find_named(&FloorKind::ALL, FloorKind::name, text("floor")).unwrap_or(look.floor);
    look.light = find_named(&Lighting::ALL, Lighting::name, text("light")).unwrap_or(look.light);
    look.alpha = find_named(&Alpha::ALL, Alpha::name, text("alpha")).unwrap_or(look.alpha);
    look.background = text("background").and_then(|text| text.parse().ok()).unwrap_or(look.background);
    let factor = stored.get("brightness").cloned().and_then(|factor| serde_json::from_value(factor).ok());
    look.brightness = factor.map_or(look.brightness, Brightness::new);
    look
}

fn find_named<T: Copy>(all: &[T], name_of: fn(T) -> &'static str, name: Option<&str>) -> Option<T> {
    all.iter().copied().find(|&one| name == Some(name_of(one)))
}

#[cfg(test)]
mod tests {
    use md2_scene::Background;

    use super::*;

    #[test]
    fn reads_the_settings_that_it_wrote() {
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
            inspect: true,
            normals: true,
            boxes: true,
            onion: true,
            ..Look::default()
        };
        let settings = Settings {
            window: WindowSettings {
                width: Some(900.0),
                height: Some(700.5),
                maximized: true,
                zoom: Some(1.2),
            },
            panels: PanelSettings {
                shown: Some(false),
                left: Some(String::from("Files")),
                ..Default::default()
            },
            look: save_look(look),
            turntable: Some(false),
            samples: Some(4),
            folder: Some(PathBuf::from("/a")),
            recent: vec![PathBuf::from("/a/b.md2"), PathBuf::from("/a")],
        };
        let text = serde_json::to_string_pretty(&settings.to_value()).unwrap();
        let read = Settings::from_value(&serde_json::from_str(&text).unwrap());
        assert_eq!(read, settings);
        assert_eq!(load_look(&read.look, Look::default()), look);
    }
}
