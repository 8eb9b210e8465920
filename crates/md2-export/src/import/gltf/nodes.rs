//! The node tree of a scene.

use glam::{DMat4, DQuat, DVec3};
use md2_gltf::schema::{Gltf, Node};

use crate::import::error::ImportError;

#[derive(Debug)]
pub(super) struct Nodes {
    parent: Vec<Option<usize>>,
    order: Vec<usize>,
    pub(super) shown: Vec<bool>,
    pub(super) rest: Vec<NodeTransform>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NodeTransform {
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
}

impl NodeTransform {
    fn matrix(&self) -> DMat4 {
        DMat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

impl Nodes {
    pub(super) fn new(gltf: &Gltf) -> Result<Self, ImportError> {
        let count = gltf.nodes.len();
        let mut parent = vec![None; count];
        for (index, node) in gltf.nodes.iter().enumerate() {
            for (nth, &child) in node.children.iter().enumerate() {
                let place = format_args!("nodes[{index}].children[{nth}]");
                ImportError::check_index(place, child, "a node", count)?;
                if let Some(other) = parent[child].replace(index) {
                    let found = format!("node {child}, which is already a child of node {other}");
                    return Err(ImportError::invalid(place, found, "one parent for each node"));
                }
            }
        }
        let mut order: Vec<usize> = (0..count).filter(|&node| parent[node].is_none()).collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            // Each node has one parent, so no node is added twice.
            order.extend(&gltf.nodes[node].children);
            next += 1;
        }
        if order.len() < count {
            let mut reached = vec![false; count];
            order.iter().for_each(|&node| reached[node] = true);
            let node = reached.iter().position(|reached| !reached).unwrap_or(0);
            let found = "a cycle";
            return Err(ImportError::invalid(format!("nodes[{node}]"), found, "a tree"));
        }
        let shown = shown(gltf, &parent, &order)?;
        let rest = gltf.nodes.iter().enumerate().map(|(index, node)| rest(index, node));
        Ok(Self { rest: rest.collect::<Result<_, _>>()?, parent, order, shown })
    }

    pub(super) fn contains(&self, ancestor: usize, node: usize) -> bool {
        self.ancestors(node).any(|node| node == ancestor)
    }

    pub(super) fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |&node| self.parent[node])
    }

    pub(super) fn worlds(&self, places: &[NodeTransform]) -> Vec<DMat4> {
        let mut worlds = vec![DMat4::IDENTITY; places.len()];
        for &node in &self.order {
            let local = places[node].matrix();
            worlds[node] = self.parent[node].map_or(local, |parent| worlds[parent] * local);
        }
        worlds
    }
}

fn shown(gltf: &Gltf, parent: &[Option<usize>], order: &[usize]) -> Result<Vec<bool>, ImportError> {
    let scene = gltf.scene.unwrap_or(0);
    let Some(roots) = gltf.scenes.get(scene).map(|scene| &scene.nodes) else {
        if gltf.scene.is_some() {
            ImportError::check_index("scene", scene, "a scene", gltf.scenes.len())?;
        }
        return Ok(vec![true; order.len()]);
    };
    let mut shown = vec![false; order.len()];
    for (nth, &root) in roots.iter().enumerate() {
        let place = format_args!("scenes[{scene}].nodes[{nth}]");
        ImportError::check_index(place, root, "a node", shown.len())?;
        shown[root] = true;
    }
    for &node in order {
        shown[node] |= parent[node].is_some_and(|parent| shown[parent]);
    }
    Ok(shown)
}

fn rest(index: usize, node: &Node) -> Result<NodeTransform, ImportError> {
    let numbers = [
        node.matrix.as_ref().map(<[f32; 16]>::as_slice),
        node.translation.as_ref().map(<[f32; 3]>::as_slice),
        node.rotation.as_ref().map(<[f32; 4]>::as_slice),
        node.scale.as_ref().map(<[f32; 3]>::as_slice),
    ];
    if let Some(odd) = numbers.into_iter().flatten().flatten().find(|number| !number.is_finite()) {
        return Err(ImportError::invalid(format!("nodes[{index}]"), odd, "finite numbers"));
    }
    if let Some(matrix) = node.matrix {
        let matrix = DMat4::from_cols_array(&matrix.map(f64::from));
        if matrix.determinant() == 0.0 {
            return Ok(NodeTransform {
                translation: DVec3::ZERO,
                rotation: DQuat::IDENTITY,
                scale: DVec3::ZERO,
            });
        }
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        return Ok(NodeTransform { translation, rotation, scale });
    }
    let vector = |value: Option<[f32; 3]>, default| value.map_or(default, |v| DVec3::from(v.map(f64::from)));
    Ok(NodeTransform {
        translation: vector(node.translation, DVec3::ZERO),
        rotation: node.rotation.map_or(DQuat::IDENTITY, |numbers| rotation(numbers.map(f64::from))),
        scale: vector(node.scale, DVec3::ONE),
    })
}

/// Returns the normalized quaternion, or the identity rotation if its length is 0.
pub(super) fn rotation(quaternion: [f64; 4]) -> DQuat {
    let quaternion = DQuat::from_array(quaternion);
    if quaternion.length_squared() > 0.0 { quaternion.normalize() } else { DQuat::IDENTITY }
}
