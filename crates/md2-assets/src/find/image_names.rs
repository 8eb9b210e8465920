//! Detection of images that are probably not skins, or not the first skin of a model, by words in their names.

/// Name suffixes of material layers that do not contain colors: normals, gloss, glow.
const LAYERS: &[&str] = &[
    "_normal", "_norm", "_nm", "_n", "_fx", "_gm", "_sm", "_rm", "_s", "_glow", "_gloss", "_bump", "_luma",
    "_mask", "_masks",
];
/// Name suffixes of icons in the menus of games.
const ICONS: &[&str] = &["_i", "_icon", "-icon"];
/// Complete names of material layers.
const LAYER_NAMES: &[&str] = &["mask", "masks"];
/// Words in the names of team skins.
const TEAM: &[&str] = &["ctf"];
/// Words in the names of skins for damaged models.
const DAMAGE: &[&str] = &["pain", "damage", "damaged", "dmg", "hurt", "wound", "wounded"];

/// Whether a lower-case name without extension names a material layer or an icon.
pub(super) fn is_layer_or_icon(stem: &str) -> bool {
    let ends_as_layer =
        LAYERS.iter().any(|layer| stem.strip_suffix(layer).is_some_and(|rest| !rest.is_empty()));
    ends_as_layer
        || LAYER_NAMES.contains(&stem)
        || stem.starts_with("icon")
        || ICONS.iter().any(|icon| stem.ends_with(icon))
}

/// Whether a lower-case name without extension names a team skin or a skin for a damaged model.
pub(super) fn is_special_skin(stem: &str) -> bool {
    stem.split(|c: char| !c.is_alphabetic()).any(|word| TEAM.contains(&word) || DAMAGE.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_layers_and_icons() {
        let layers =
            "a_normal a_norm a_nm a_n a_fx a_gm a_sm a_rm a_s a_glow a_gloss a_bump a_luma a_mask a_masks";
        let icons = "mask masks icon icons icon_default grunt_i grunt_icon grunt-icon";
        for stem in layers.split(' ').chain(icons.split(' ')) {
            assert!(is_layer_or_icon(stem), "{stem}");
        }
        for stem in ["tank", "norm", "_n", "s", "skins", "unmasked", "lexicon", "rhino", "tank_ns"] {
            assert!(!is_layer_or_icon(stem), "{stem}");
        }
    }

    #[test]
    fn recognizes_team_and_damage_skins() {
        for stem in ["ctf_r", "ctf_b", "male_ctf_r", "pain", "tank_pain", "skin-damaged2"] {
            assert!(is_special_skin(stem), "{stem}");
        }
        for stem in ["paint", "spain", "grunt", "actf"] {
            assert!(!is_special_skin(stem), "{stem}");
        }
    }
}
