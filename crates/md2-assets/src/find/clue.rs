//! What the name of a picture says against its being a skin, or against its being the first.

/// Layers of a material that are no picture to be seen: directions, gloss, light. As they end the name of one.
const LAYERS: &[&str] = &[
    "_normal", "_norm", "_nm", "_n", "_fx", "_gm", "_sm", "_rm", "_s", "_glow", "_gloss", "_bump", "_luma",
    "_mask", "_masks",
];
/// The same, as whole names.
const LAYER_NAMES: &[&str] = &["mask", "masks"];
/// Words of a skin that is worn in a game of teams.
const TEAM: &[&str] = &["ctf"];
/// Words of a skin that is worn when hurt.
const DAMAGE: &[&str] = &["pain", "damage", "damaged", "dmg", "hurt", "wound", "wounded"];

/// Whether a lower-case stem is that of a picture which is never a skin: a layer of a material, or an icon.
pub(super) fn is_no_skin(stem: &str) -> bool {
    let ends_as_layer =
        LAYERS.iter().any(|layer| stem.strip_suffix(layer).is_some_and(|rest| !rest.is_empty()));
    ends_as_layer || LAYER_NAMES.contains(&stem) || stem.starts_with("icon")
}

/// Whether a lower-case stem is that of a skin for a team or for damage, which is worn only where there is a cause.
pub(super) fn is_for_an_occasion(stem: &str) -> bool {
    stem.split(|c: char| !c.is_alphabetic()).any(|word| TEAM.contains(&word) || DAMAGE.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_and_icons_are_no_skins() {
        for stem in [
            "tank_n",
            "tank_normal",
            "a_s",
            "skin_glow",
            "masks",
            "icon",
            "icons",
            "icon_default",
            "ogro_masks",
        ] {
            assert!(is_no_skin(stem), "{stem}");
        }
        for stem in ["tank", "norm", "_n", "s", "skins", "unmasked", "lexicon", "rhino", "tank_ns"] {
            assert!(!is_no_skin(stem), "{stem}");
        }
    }

    #[test]
    fn skins_for_teams_and_damage_have_an_occasion() {
        for stem in ["ctf_r", "ctf_b", "male_ctf_r", "pain", "tank_pain", "skin-damaged2"] {
            assert!(is_for_an_occasion(stem), "{stem}");
        }
        for stem in ["paint", "spain", "grunt", "actf"] {
            assert!(!is_for_an_occasion(stem), "{stem}");
        }
    }
}
