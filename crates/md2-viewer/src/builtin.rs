//! What the program brings along: the project's own figure, and the floor under every model.

use anyhow::Context as _;
use md2_assets::RgbaImage;
use md2_scene::{Companions, Document, GroundSpeeds, Skin};

/// A file of the folder `assets`.
macro_rules! asset {
    ($path:literal) => {
        include_bytes!(concat!("../../../assets/", $path))
    };
}

const MODEL: &[u8] = asset!("wanderer/tris.md2");
const SKINS: [(&str, &[u8]); 3] = [
    ("wanderer.png", asset!("wanderer/wanderer.png")),
    ("ember.png", asset!("wanderer/ember.png")),
    ("moss.png", asset!("wanderer/moss.png")),
];
const GROUND_SPEED: &str = include_str!("../../../assets/wanderer/ground-speed.txt");
const FLOOR: &[u8] = asset!("floor/floor.png");

/// The sequence that the figure shows first.
const FIRST_SEQUENCE: &str = "walk";

/// The project's own figure.
///
/// # Errors
/// If the program was built with broken assets, which its tests rule out.
pub(crate) fn figure() -> anyhow::Result<Document> {
    let assemble = || -> anyhow::Result<Document> {
        let companions = Companions {
            skins: SKINS.iter().map(|&(name, bytes)| Skin::built_in(name, bytes)).collect(),
            ground: GroundSpeeds::parse(GROUND_SPEED)?,
            ..Companions::default()
        };
        Ok(Document::from_bytes("wanderer", MODEL, companions)?)
    };
    let document = assemble().context("the built-in figure is broken")?;
    Ok(document.starting_with(FIRST_SEQUENCE))
}

/// The pattern of the floor.
///
/// # Errors
/// If the program was built with broken assets, which its tests rule out.
pub(crate) fn floor_texture() -> anyhow::Result<RgbaImage> {
    md2_assets::decode(FLOOR, "floor.png").context("the built-in floor is broken")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_walks_over_the_floor_at_its_own_speed() {
        let figure = figure().unwrap();
        let sequences = &figure.range_sets()[0].sequences;
        assert_eq!(sequences[figure.default_sequence()].name, FIRST_SEQUENCE);
        let told = GroundSpeeds::parse(GROUND_SPEED).unwrap();
        let walk = &sequences[figure.default_sequence()];
        assert!(figure.ground_speed(walk) > 0.0);
        assert_eq!(figure.ground_speed(walk), told.of(walk, 0.0), "not a guess");
        assert!(figure.notes().is_empty());
    }

    #[test]
    fn the_figure_stands_on_one_ground_in_every_sequence() {
        let figure = figure().unwrap();
        for sequence in &figure.range_sets()[0].sequences {
            let height = figure.floor_height(sequence);
            assert!((height + 24.0).abs() < 0.1, "{}: {height}", sequence.name);
        }
    }

    #[test]
    fn every_image_can_be_decoded() {
        for skin in figure().unwrap().skins() {
            skin.decode().unwrap();
        }
        floor_texture().unwrap();
    }
}
