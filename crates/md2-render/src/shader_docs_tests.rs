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

/// Returns the bytes and names of fields of a struct.
macro_rules! fields_of {
    ($type:ty: $($field:ident),+) => { vec![$((offset_of!($type, $field), stringify!($field))),+] };
}

/// Returns the cells of the tables in the section `title`, row by row, without headings.
fn rows(title: &str) -> Vec<Vec<&'static str>> {
    let section = DOCS.split("\n## ").find(|section| section.starts_with(title)).expect("the section exists");
    let lines = section.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = lines.map(|line| line.split(" | ").map(|cell| cell.trim_matches('`')).collect::<Vec<_>>());
    rows.filter(|row| row[0].parse::<usize>().is_ok()).collect()
}

/// Returns the bytes and names of a table of fields. The first table of a section starts with byte 0, and so does each following one.
fn fields(title: &str) -> Vec<Vec<(usize, &'static str)>> {
    let mut tables: Vec<Vec<(usize, &str)>> = Vec::new();
    for row in rows(title).into_iter().filter(|row| row.len() == 4) {
        let field = (row[0].parse().expect("a byte"), row[2]);
        if field.0 == 0 {
            tables.push(Vec::new());
        }
        tables.last_mut().expect("a table starts with byte 0").push(field);
    }
    tables
}

/// Returns the byte offsets of the members of all structs in a SPIR-V module.
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

fn offsets(fields: &[(usize, &str)]) -> Vec<usize> {
    fields.iter().map(|(byte, _)| *byte).collect()
}

#[test]
fn push_constants_are_documented() {
    let [two, four] = fields("Push constants").try_into().expect("two tables");
    let expected = fields_of!(AliasDraw: matrix, scale_a, blend, translate_a, rotation_x, scale_b, rotation_y, translate_b, rotation_z);
    assert_eq!(two, expected);
    assert_eq!(four, fields_of!(FadeDraw: world, scales, translate, light_direction));
    for (frames, size) in [("Two", size_of::<AliasDraw>()), ("four", size_of::<FadeDraw>())] {
        assert!(
            DOCS.contains(&format!("{frames} frames: {size} bytes")),
            "{size} bytes with {frames} frames"
        );
    }
    for (shader, fields) in [packed_spirv!("alias"), packed_spirv!("classic"), packed_spirv!("game")]
        .into_iter()
        .flatten()
        .map(|shader| (shader, &two))
        .chain(packed_spirv!("alias_fade").map(|shader| (shader, &four)))
    {
        assert!(struct_offsets(shader).contains(&offsets(fields)), "{:?}", struct_offsets(shader));
    }
}

#[test]
fn descriptor_sets_are_documented() {
    let [scene] = fields("Descriptor sets").try_into().expect("one table of fields");
    let size = size_of::<SceneUniforms>();
    let expected = fields_of!(SceneUniforms: view_projection, ray_center, ray_x, ray_y, light_direction, light_key, light_sky, light_ground, background_bottom, classic);
    assert_eq!(scene, expected);
    let shader = struct_offsets(spirv!("alias8.vert"));
    let in_shader = shader.iter().find(|offsets| offsets.last() == Some(&(size - 16))).expect("the scene");
    assert!(scene.iter().all(|(byte, _)| in_shader.contains(byte)), "{in_shader:?}");
    let contents: Vec<_> = rows("Descriptor sets").into_iter().filter(|row| row.len() == 5).collect();
    let normals = md2_mesh::NORMALS.len() * 16;
    let shades = crate::game::shade_table().len() * 16;
    assert!(contents[0][4].contains(&format!("{size} bytes")), "{:?}", contents[0]);
    let found = contents[1][4];
    assert!(
        found.contains(&format!("{normals} bytes")) && found.contains(&format!("{shades} bytes")),
        "{found}"
    );
}

#[test]
fn vertex_inputs_are_documented() {
    let rows = rows("Vertex inputs");
    let expected = [Packing::Position8Normal8, Packing::Position16Normal16].map(|packing| {
        let bindings = vertex_bindings(VertexKind { packing, fades: false });
        (0..)
            .zip(bindings)
            .map(|(number, binding)| {
                let [attribute] = binding.attributes else { panic!("one attribute for each binding") };
                assert_eq!(attribute.offset, 0);
                let format = match attribute.format {
                    vk::Format::R8G8B8A8_UINT => "R8G8B8A8_UINT",
                    vk::Format::R16G16B16A16_SINT => "R16G16B16A16_SINT",
                    vk::Format::R32G32_SFLOAT => "R32G32_SFLOAT",
                    other => panic!("{other:?}"),
                };
                [
                    format!("{number}"),
                    attribute.location.to_string(),
                    binding.stride.to_string(),
                    format.to_owned(),
                ]
            })
            .collect::<Vec<_>>()
    });
    let found: Vec<_> = rows.iter().map(|row| [row[0], row[1], row[3], row[4]].map(str::to_owned)).collect();
    assert_eq!(found, expected.concat());
}
