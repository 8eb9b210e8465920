//! The built-in assets: figures, the floor under every model, and the icon.

use std::sync::Arc;

use anyhow::Context as _;
use md2_anim::Script;
use md2_assets::RgbaImage;
use md2_scene::{Companions, Document, Figure, GroundSpeeds, Skin, Weapon};

/// A built-in figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltIn {
    /// The project's own figure.
    Wanderer,
    /// A ball that bounces.
    Ball,
}

impl BuiltIn {
    /// All built-in figures.
    pub const ALL: [Self; 2] = [Self::Wanderer, Self::Ball];

    /// The name by which figures and arguments call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wanderer => "wanderer",
            Self::Ball => "ball",
        }
    }

    /// Finds the built-in figure that a figure is, if it is one.
    #[must_use]
    pub fn from_figure(figure: &Figure) -> Option<Self> {
        Self::ALL.into_iter().find(|which| figure.path().is_none() && figure.name() == which.name())
    }
}

/// A file of the folder `assets`.
macro_rules! asset {
    ($path:literal) => {
        include_bytes!(concat!("../../../assets/", $path))
    };
}

/// The model of the project's own figure.
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
const FLOOR: &[u8] = asset!("floor/floor.png");

const ICON: &[u8] = asset!("desktop/md2-viewer.png");

/// The sequence that the figure shows first.
const FIRST_SEQUENCE: &str = "walk";

/// The project's own figure, with a weapon that it does not carry unless it is asked to.
///
/// # Errors
/// If the program was built with broken assets, which its tests rule out.
pub fn figure() -> anyhow::Result<Figure> {
    let assemble = || -> anyhow::Result<Figure> {
        let skins = SKINS.iter().map(|&(name, bytes)| Skin::built_in(name, bytes)).collect();
        let of_weapon = vec![Skin::built_in("weapon.png", WEAPON_SKIN)];
        let of_weapon = Companions { skins: of_weapon, ..Companions::default() };
        let weapon = Document::from_bytes(WEAPON_NAME, WEAPON, of_weapon)?;
        let ground = GroundSpeeds::parse(GROUND_SPEED)?;
        let model = Document::from_bytes(NAME, MODEL, Companions { skins, ground, ..Companions::default() })?;
        let weapons = vec![Weapon::from_document("weapon", Arc::new(weapon))];
        Ok(Figure::from(model.starting_with(FIRST_SEQUENCE)).with_weapons(weapons, None))
    };
    assemble().context("the built-in figure is broken")
}

/// One of the figures that are built in.
///
/// # Errors
/// If the program was built with broken assets, which its tests rule out.
pub fn open(which: BuiltIn) -> anyhow::Result<Figure> {
    match which {
        BuiltIn::Wanderer => figure(),
        BuiltIn::Ball => {
            let assemble = || -> anyhow::Result<Figure> {
                let skins = vec![Skin::built_in("ball.png", BALL_SKIN)];
                let script = Some(Script::parse(BALL_SCRIPT)?);
                let companions = Companions { skins, script, ..Companions::default() };
                Ok(Document::from_bytes("ball", BALL, companions)?.into())
            };
            assemble().context("the built-in ball is broken")
        }
    }
}

/// The pattern of the floor.
///
/// # Errors
/// If the program was built with broken assets, which its tests rule out.
pub fn floor_texture() -> anyhow::Result<RgbaImage> {
    md2_assets::decode(FLOOR, "floor.png").context("the built-in floor is broken")
}

/// The program's icon, at half the size in which desktops have it: large enough for a window.
///
/// # Errors
/// If the program was built with broken assets, which its tests rule out.
pub fn icon() -> anyhow::Result<RgbaImage> {
    let image = md2_assets::decode(ICON, "md2-viewer.png").context("the icon is broken")?;
    let (width, height) = (image.width() / 2, image.height() / 2);
    let row = 4 * image.width() as usize;
    let mut half = Vec::with_capacity(image.rgba().len() / 4);
    for rows in image.rgba().chunks_exact(2 * row) {
        for x in (0..row).step_by(8) {
            for channel in x..x + 4 {
                let sum: u32 = [0, 4, row, row + 4].iter().map(|by| u32::from(rows[channel + by])).sum();
                half.push(u8::try_from(sum / 4).unwrap_or(u8::MAX));
            }
        }
    }
    RgbaImage::new(width, height, half).context("the icon is no square")
}

#[cfg(test)]
mod tests {
    use md2_scene::{Choice, Command, Viewport, Workspace};

    use super::*;

    fn document() -> Arc<Document> {
        Arc::clone(&figure().unwrap().parts()[0].document)
    }

    #[test]
    fn the_icon_is_a_small_square_with_room_around_it() {
        let icon = icon().unwrap();
        assert_eq!((icon.width(), icon.height()), (128, 128));
        let pixel = |x: usize, y: usize| &icon.rgba()[4 * (128 * y + x)..][..4];
        assert!(pixel(0, 0)[3] < 128 && pixel(64, 64)[3] > 128, "{:?} {:?}", pixel(0, 0), pixel(64, 64));
    }

    #[test]
    fn the_figure_walks_over_the_floor_at_its_own_speed() {
        let figure = document();
        let sequences = &figure.range_sets()[0].sequences;
        assert_eq!(sequences[figure.default_sequence()].name, FIRST_SEQUENCE);
        let told = GroundSpeeds::parse(GROUND_SPEED).unwrap();
        let walk = &sequences[figure.default_sequence()];
        assert!(figure.ground_speed(walk, 0.0) > 0.0, "not a guess, which would go by the height");
        assert_eq!(figure.ground_speed(walk, 0.0), told.speed(walk, 0.0));
        assert!(figure.notes().is_empty());
    }

    #[test]
    fn the_figure_stands_on_one_ground_in_every_sequence() {
        let (mut workspace, _) = Workspace::new(figure().unwrap(), Viewport::whole([96, 64]));
        let names: Vec<_> = workspace.player().sequences().iter().map(|s| s.name.clone()).collect();
        for name in names {
            let _ = workspace.apply(Command::Play(name.clone())).unwrap();
            let height = workspace.floor().unwrap().height;
            assert!((height + 24.0).abs() < 0.1, "{name}: {height}");
        }
    }

    #[test]
    fn everything_built_in_opens() {
        for which in BuiltIn::ALL {
            let figure = open(which).unwrap();
            assert_eq!((figure.name(), BuiltIn::from_figure(&figure)), (which.name(), Some(which)));
        }
    }

    #[test]
    fn every_image_can_be_decoded() {
        for skin in document().skins() {
            skin.decode().unwrap();
        }
        floor_texture().unwrap();
    }

    #[test]
    fn the_weapon_is_carried_when_it_is_asked_for() {
        let (mut workspace, _) = Workspace::new(figure().unwrap(), Viewport::whole([96, 64]));
        assert_eq!(workspace.drawn().count(), 1);
        let outcome = workspace.apply(Command::SelectWeapon(Some(Choice::Next))).unwrap();
        assert!(outcome.warnings.is_empty());
        assert!(workspace.weapon_actors().all(|actor| actor.skin_index() == Some(0)));
    }
}
