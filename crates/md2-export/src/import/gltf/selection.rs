//! The meshes of a scene that an import uses, and those that become weapons of a player.

use std::collections::BTreeMap;

use md2_gltf::schema::Gltf;

use crate::import::error::ImportError;
use crate::import::options::ImportOptions;
use crate::import::pattern::select;

use super::bake::{Baker, Instance};
use super::geometry::PrimitiveMesh;

const MOST_WEAPONS: u64 = 64;
const HOLDERS: [&str; 5] = ["hand", "weapon", "wrist", "palm", "grip"];
const FINGERS: [&str; 3] = ["finger", "thumb", "middle"];
/// The words in the names of meshes that are hands, not weapons.
const HAND_WORDS: [&str; 8] = ["hand", "hands", "palm", "wrist", "glove", "gloves", "left", "right"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WeaponNames {
    pub(crate) file_stem: String,
    pub(crate) source: String,
}

#[derive(Debug)]
pub(super) struct SplitScene {
    pub(super) body: Vec<Instance>,
    pub(super) weapons: Vec<(WeaponNames, Vec<Instance>)>,
}

pub(super) fn name<'a>(gltf: &'a Gltf, instance: &Instance) -> &'a str {
    let (node, mesh) = (&gltf.nodes[instance.node], &gltf.meshes[instance.mesh]);
    node.name.as_deref().or(mesh.name.as_deref()).unwrap_or("unnamed")
}

pub(super) fn meshes(
    gltf: &Gltf,
    instances: Vec<Instance>,
    options: &ImportOptions,
) -> Result<Vec<Instance>, ImportError> {
    let Some(patterns) = &options.meshes else { return Ok(instances) };
    let is_selected = matching(gltf, &instances, patterns, "mesh")?;
    Ok(instances
        .into_iter()
        .zip(is_selected)
        .filter_map(|(one, is_selected)| is_selected.then_some(one))
        .collect())
}

/// Returns, for each instance, whether it is a weapon. If the options contain no patterns, a weapon is a mesh below a node of a hand, or a
/// mesh that only one bone of a hand moves.
pub(super) fn weapons(
    baker: &Baker<'_>,
    instances: &[Instance],
    options: &ImportOptions,
) -> Result<Vec<bool>, ImportError> {
    let Baker { gltf, nodes, .. } = baker;
    if let Some(patterns) = &options.weapons {
        return matching(gltf, instances, patterns, "mesh");
    }
    let has = |node: usize, parts: &[&str]| {
        let name = gltf.nodes[node].name.as_deref().unwrap_or_default().to_lowercase();
        parts.iter().any(|part| name.contains(part))
    };
    let is_held = |instance: &Instance| match instance.skin {
        None => nodes.ancestors(instance.node).skip(1).any(|node| has(node, &HOLDERS)),
        Some(skin) => only_joint(&baker.parts[instance.mesh]).is_some_and(|joint| {
            let (bone, _) = baker.skeletons[skin][joint];
            has(bone, &FINGERS) || nodes.ancestors(bone).any(|node| has(node, &HOLDERS))
        }),
    };
    Ok(instances.iter().map(|instance| is_held(instance) && !is_hand(name(gltf, instance))).collect())
}

fn only_joint(parts: &[PrimitiveMesh]) -> Option<usize> {
    let pairs = parts.iter().flat_map(|part| part.joints.iter().zip(&part.weights));
    let mut joints = pairs.filter(|(_, weight)| **weight > 0.0).map(|(&joint, _)| joint);
    let first = joints.next()?;
    joints.all(|joint| joint == first).then_some(first as usize)
}

/// Whether all words of a name belong to a hand, as in `HandL` or `Glove_Right`.
fn is_hand(name: &str) -> bool {
    let mut words: Vec<String> = vec![String::new()];
    for c in name.chars() {
        if !c.is_alphabetic() || c.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphabetic()) {
            word.extend(c.to_lowercase());
        }
    }
    // The letters L and R stand for the sides.
    let mut words = words.iter().filter(|word| word.len() > 1).peekable();
    words.peek().is_some() && words.all(|word| HAND_WORDS.contains(&word.as_str()))
}

fn matching(
    gltf: &Gltf,
    instances: &[Instance],
    patterns: &[String],
    what: &'static str,
) -> Result<Vec<bool>, ImportError> {
    let names: Vec<&str> = instances.iter().map(|instance| name(gltf, instance)).collect();
    let selected = select(patterns, &names)
        .map_err(|pattern| ImportError::no_match("the scene", what, pattern, &names))?;
    let mut is_selected = vec![false; instances.len()];
    selected.into_iter().for_each(|index| is_selected[index] = true);
    Ok(is_selected)
}

/// Splits the instances into those of the body and those of each weapon. Meshes below the mesh of a weapon belong to this weapon. If the
/// body would have no mesh, all instances belong to it.
pub(super) fn split(
    baker: &Baker<'_>,
    instances: Vec<Instance>,
    options: &ImportOptions,
) -> Result<SplitScene, ImportError> {
    let Baker { gltf, nodes, .. } = baker;
    let is_weapon = weapons(baker, &instances, options)?;
    if !options.player || is_weapon.iter().all(|is_weapon| *is_weapon) {
        return Ok(SplitScene { body: instances, weapons: Vec::new() });
    }
    let held: Vec<usize> = instances
        .iter()
        .zip(&is_weapon)
        .filter(|(_, is_weapon)| **is_weapon)
        .map(|(one, _)| one.node)
        .collect();
    let (mut body, mut by_root) = (Vec::new(), BTreeMap::<usize, (String, Vec<Instance>)>::new());
    for (instance, is_weapon) in instances.into_iter().zip(is_weapon) {
        if !is_weapon {
            body.push(instance);
            continue;
        }
        let root = nodes.ancestors(instance.node).filter(|node| held.contains(node)).last();
        let name = name(gltf, &instance).to_owned();
        by_root.entry(root.unwrap_or(instance.node)).or_insert((name, Vec::new())).1.push(instance);
    }
    ImportError::check_limit("the scene", "weapons", by_root.len() as u64, MOST_WEAPONS)?;
    let mut stems: Vec<String> = Vec::new();
    let named = by_root.into_values().map(|(source, instances)| {
        let file_stem = if stems.is_empty() { String::from("weapon") } else { unique_stem(&source, &stems) };
        stems.push(file_stem.clone());
        (WeaponNames { file_stem, source }, instances)
    });
    Ok(SplitScene { body, weapons: named.collect() })
}

fn unique_stem(name: &str, taken: &[String]) -> String {
    const LONGEST: usize = 32;
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let stem: String = "w_".chars().chain(name.chars().map(plain)).take(LONGEST).collect();
    let mut unique = stem.clone();
    let mut number = 2;
    while taken.contains(&unique) {
        unique = format!("{stem}_{number}");
        number += 1;
    }
    unique
}
