//! Tests that `docs/shaders.md` describes the bytes that the host writes and the shaders read.

use std::collections::BTreeMap;
use std::mem::offset_of;

use ash::vk;
use md2_mesh::Packing;

use crate::alias_draw::{AliasDraw, FadeDraw};
use crate::passes::vertex_bindings;
use crate::scene_model::VertexKind;
use crate::spirv::{packed_spirv, spirv};
use crate::uniforms::SceneUniforms;

const DOCS: &str = include_str!("../docs/shaders.md");

/// Returns the byte offsets of fields of a struct, after a check that a row of the documentation has the byte and the name of each.
macro_rules! documented {
    ($type:ty: $($field:ident),+) => { [$(documented_at(offset_of!($type, $field), stringify!($field))),+] };
}

fn documented_at(byte: usize, name: &str) -> usize {
    assert_row(&format!("| {byte} |"), &format!("| `{name}` |"));
    byte
}

fn assert_row(start: &str, part: &str) {
    let is_row = |line: &str| line.starts_with(start) && line.contains(part);
    assert!(DOCS.lines().any(is_row), "no row {start} ... {part}");
}

fn struct_offsets(spirv: &[u8]) -> Vec<Vec<usize>> {
    const OP_MEMBER_DECORATE: u32 = 72;
    const OFFSET: u32 = 35;
    let words: Vec<u32> = spirv.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let mut structs: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let mut rest = &words[5..];
    while let [first, ..] = rest {
        let (instruction, next) = rest.split_at((first >> 16) as usize);
        if let [_, id, _, OFFSET, byte] = instruction
            && first & 0xffff == OP_MEMBER_DECORATE
        {
            structs.entry(*id).or_default().push(*byte as usize);
        }
        rest = next;
    }
    structs.into_values().collect()
}

#[test]
fn push_constants_are_documented() {
    let two = documented!(AliasDraw: matrix, scale_a, blend, translate_a, rotation_x, scale_b, rotation_y, translate_b, rotation_z);
    for shader in [packed_spirv!("alias"), packed_spirv!("classic"), packed_spirv!("game")].concat() {
        assert!(struct_offsets(shader).contains(&two.to_vec()), "{:?}", struct_offsets(shader));
    }
    let four = documented!(FadeDraw: world, scales, translate, light_direction);
    for shader in packed_spirv!("alias_fade") {
        assert!(struct_offsets(shader).contains(&four.to_vec()), "{:?}", struct_offsets(shader));
    }
    assert_eq!((size_of::<AliasDraw>(), size_of::<FadeDraw>()), (128, 128));
    assert!(DOCS.contains("Two frames: 128 bytes") && DOCS.contains("four frames: 128 bytes"));
}

#[test]
fn descriptor_sets_are_documented() {
    let scene = documented!(SceneUniforms: view_projection, ray_center, ray_x, ray_y, light_direction, light_key, light_sky, light_ground, background_bottom, classic);
    let size = size_of::<SceneUniforms>();
    let shader = struct_offsets(spirv!("alias8.vert"));
    let in_shader = shader.iter().find(|offsets| offsets.last() == Some(&(size - 16))).expect("the scene");
    assert!(scene.iter().all(|byte| in_shader.contains(byte)), "{in_shader:?}");
    let [normals, shades] = [md2_mesh::NORMALS.len() * 16, crate::game::shade_table().len() * 16];
    assert_row("| 0 | 0 |", &format!("{size} bytes"));
    assert_row("| 0 | 1 |", &format!("{normals} bytes"));
    assert_row("| 0 | 1 |", &format!("{shades} bytes"));
}

#[test]
fn vertex_inputs_are_documented() {
    for packing in [Packing::Position8Normal8, Packing::Position16Normal16] {
        for (number, binding) in vertex_bindings(VertexKind { packing, fades: false }).iter().enumerate() {
            let [attribute] = binding.attributes else { panic!("one attribute for each binding") };
            assert_eq!(attribute.offset, 0);
            let format = match attribute.format {
                vk::Format::R8G8B8A8_UINT => "R8G8B8A8_UINT",
                vk::Format::R16G16B16A16_SINT => "R16G16B16A16_SINT",
                vk::Format::R32G32_SFLOAT => "R32G32_SFLOAT",
                other => panic!("{other:?}"),
            };
            let (location, stride) = (attribute.location, binding.stride);
            assert_row(&format!("| {number} | {location} |"), &format!("| {stride} | `{format}` |"));
        }
    }
}
