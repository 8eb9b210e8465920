//! The built-in assets: models and the floor.

use std::sync::Arc;

use anyhow::Context as _;
use md2_anim::Script;
use md2_assets::RgbaImage;

use crate::document::{Companions, Document};
use crate::figure::Figure;
use crate::ground_speed::GroundSpeeds;
use crate::skin::Skin;
use crate::weapon::Weapon;

/// A built-in model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltIn {
    /// A walking man with a weapon.
    Wanderer,
    /// A bouncing ball.
    Ball,
    Head,
}

impl BuiltIn {
    /// All built-in models.
    pub const ALL: [Self; 3] = [Self::Wanderer, Self::Ball, Self::Head];

    /// The name of the model.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wanderer => "wanderer",
            Self::Ball => "ball",
            Self::Head => "turning head",
        }
    }

    pub fn from_figure(figure: &Figure) -> Option<Self> {
        Self::ALL.into_iter().find(|which| figure.path().is_none() && figure.name() == which.name())
    }
}

macro_rules! asset {
    ($path:literal) => {
        include_bytes!(concat!("../../../assets/", $path))
    };
}

pub const MODEL: &[u8] = asset!("wanderer/tris.md2");
const SKINS: [(&str, &[u8]); 3] = [
    ("wanderer.png", asset!("wanderer/wanderer.png")),
    ("ember.png", asset!("wanderer/ember.png")),
    ("moss.png", asset!("wanderer/moss.png")),
];
const NAME: &str = "wanderer";
const WEAPON_NAME: &str = "weapon.md2";
const WEAPON: &[u8] = asset!("wanderer/weapon.md2");
const WEAPON_SKIN: &[u8] = asset!("wanderer/weapon.png");
const GROUND_SPEED: &str = include_str!("../../../assets/wanderer/ground-speed.txt");
const BALL: &[u8] = asset!("ball/ball.md2");
const BALL_SKIN: &[u8] = asset!("ball/ball.png");
const BALL_SCRIPT: &[u8] = asset!("ball/ball.anm");
const HEAD: &[u8] = asset!("turn/turn.md2");
const HEAD_SCRIPT: &[u8] = asset!("turn/turn.anm");
const FLOOR: &[u8] = asset!("floor/floor.png");

/// The name of the sequence that is selected when the wanderer opens.
const FIRST_SEQUENCE: &str = "walk";

pub fn figure() -> anyhow::Result<Figure> {
    let assemble = || -> anyhow::Result<Figure> {
        let skins = SKINS.iter().map(|&(name, bytes)| Skin::built_in(name, bytes)).collect();
        let weapon_skins = vec![Skin::built_in("weapon.png", WEAPON_SKIN)];
        let companions = Companions { skins: weapon_skins, ..Companions::default() };
        let weapon = Document::from_bytes(WEAPON_NAME, WEAPON, companions)?;
        let ground = GroundSpeeds::parse(GROUND_SPEED)?;
        let model = Document::from_bytes(NAME, MODEL, Companions { skins, ground, ..Companions::default() })?;
        let weapons = vec![Weapon::from_document("weapon", Arc::new(weapon))];
        Ok(Figure::from(model.starting_with(FIRST_SEQUENCE)).with_weapons(weapons, None))
    };
    assemble().context("the built-in model is broken")
}

pub fn open(which: BuiltIn) -> anyhow::Result<Figure> {
    match which {
        BuiltIn::Wanderer => figure(),
        BuiltIn::Ball => with_script(which, BALL, ("ball.png", BALL_SKIN), BALL_SCRIPT),
        BuiltIn::Head => with_script(which, HEAD, SKINS[0], HEAD_SCRIPT),
    }
}

fn with_script(
    which: BuiltIn,
    model: &[u8],
    (skin, image): (&str, &'static [u8]),
    script: &[u8],
) -> anyhow::Result<Figure> {
    let assemble = || -> anyhow::Result<Figure> {
        let skins = vec![Skin::built_in(skin, image)];
        let companions = Companions { skins, script: Some(Script::parse(script)?), ..Companions::default() };
        Ok(Document::from_bytes(which.name(), model, companions)?.into())
    };
    assemble().with_context(|| format!("the built-in model {} is broken", which.name()))
}

pub fn floor_texture() -> anyhow::Result<RgbaImage> {
    md2_assets::decode(FLOOR, "floor.png").context("the built-in floor is broken")
}

#[cfg(test)]
mod tests {
    use crate::command::Command;
    use crate::viewport::Viewport;
    use crate::workspace::Workspace;

    use super::*;

    fn document() -> Arc<Document> {
        Arc::clone(&figure().unwrap().parts()[0].document)
    }

    #[test]
    fn the_wanderer_walks_with_its_own_ground_speed() {
        let model = document();
        let walk = &model.range_sets()[0].sequences[model.default_sequence];
        assert_eq!(walk.name, FIRST_SEQUENCE);
        let speeds = GroundSpeeds::parse(GROUND_SPEED).unwrap();
        assert!(model.ground_speed(walk, 0.0) > 0.0, "not guessed from a height of 0");
        assert_eq!(model.ground_speed(walk, 0.0), speeds.speed(walk, 0.0));
        assert!(model.notes().is_empty());
    }

    #[test]
    fn the_floor_has_one_height_in_all_sequences() {
        let (mut workspace, _) = Workspace::new(figure().unwrap(), Viewport::whole([96, 64]));
        let names: Vec<_> = workspace.player().sequences().iter().map(|s| s.name.clone()).collect();
        for name in names {
            let _ = workspace.apply(Command::Play(name.clone())).unwrap();
            let height = workspace.floor().unwrap().height;
            assert!((height + 24.0).abs() < 0.1, "{name}: {height}");
        }
    }

    #[test]
    fn every_built_in_model_and_image_opens() {
        for which in BuiltIn::ALL {
            let figure = open(which).unwrap();
            assert_eq!((figure.name(), BuiltIn::from_figure(&figure)), (which.name(), Some(which)));
            assert!(figure.skins().all(|skin| skin.decode().is_ok()));
        }
        floor_texture().unwrap();
    }
}
