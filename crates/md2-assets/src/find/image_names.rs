//! Detection of images that are probably not skins, or not the first skin of a model, by words in their names.

/// Name suffixes of material layers that do not contain colors: normals, gloss, glow.
const LAYERS: &[&str] = &[
    "_normal", "_norm", "_nm", "_n", "_fx", "_gm", "_sm", "_rm", "_s", "_glow", "_gloss", "_bump", "_luma",
    "_mask", "_masks",
];
const ICONS: &[&str] = &["_i", "_icon", "-icon"];
const LAYER_NAMES: &[&str] = &["mask", "masks"];
const TEAM: &[&str] = &["ctf"];
const DAMAGE: &[&str] = &["pain", "damage", "damaged", "dmg", "hurt", "wound", "wounded"];
/// Endings of words in the names of models and surfaces that show a flash or another effect, to which a skin of the whole folder does not belong.
const EFFECTS: [&str; 9] =
    ["flash", "muzzle", "explosion", "explode", "smoke", "spark", "sparks", "beam", "flare"];

pub(super) fn is_layer_or_icon(stem: &str) -> bool {
    let ends_as_layer =
        LAYERS.iter().any(|layer| stem.strip_suffix(layer).is_some_and(|rest| !rest.is_empty()));
    ends_as_layer
        || LAYER_NAMES.contains(&stem)
        || stem.starts_with("icon")
        || ICONS.iter().any(|icon| stem.ends_with(icon))
}

/// Whether the name of a model or surface says that it is an effect, such as a muzzle flash.
pub(crate) fn is_effect(name: &str) -> bool {
    let mut words = name.split(|c: char| !c.is_alphabetic());
    words.any(|word| EFFECTS.iter().any(|effect| word.to_lowercase().ends_with(effect)))
}

pub(super) fn is_special_skin(stem: &str) -> bool {
    stem.split(|c: char| !c.is_alphabetic()).any(|word| TEAM.contains(&word) || DAMAGE.contains(&word))
}
