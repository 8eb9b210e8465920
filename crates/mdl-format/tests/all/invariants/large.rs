//! Files of a few hundred kilobytes for which the functions need as much memory or time as possible.

use mdl_format::raw::{Header, HeaderField};

const MANY: usize = 20_000;

fn file(fields: &[(&str, usize)], records: impl IntoIterator<Item = i32>) -> Vec<u8> {
    let mut words = [0; Header::BYTES / 4];
    words[0] = i32::from_le_bytes(*b"IDPO");
    words[1] = 6;
    for &(field, value) in fields {
        let field = HeaderField::ALL.into_iter().find(|known| known.name() == field);
        words[field.expect("a field of the header").offset() / 4] = i32::try_from(value).unwrap();
    }
    words.into_iter().chain(records).flat_map(i32::to_le_bytes).collect()
}

/// Builds a file with many skins without texels. Only the type of each skin is stored.
pub(crate) fn empty_skins() -> Vec<u8> {
    file(&[("numskins", 4 * MANY), ("skinheight", 8)], vec![0; 4 * MANY])
}

/// Builds a file with two groups of images without texels: a large valid group, and a group with a much too large count.
pub(crate) fn empty_images() -> Vec<u8> {
    let counts = [1, i32::try_from(MANY).unwrap()];
    let intervals = (0..MANY).map(|_| 0x3dcc_cccd);
    let more = [1, i32::MAX];
    file(&[("numskins", 2), ("skinwidth", 8)], counts.into_iter().chain(intervals).chain(more))
}

pub(crate) fn empty_frames() -> Vec<u8> {
    file(&[("numframes", MANY)], vec![0; 7 * MANY])
}

pub(crate) fn small_groups() -> Vec<u8> {
    let group = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    file(&[("numframes", MANY)], group.into_iter().cycle().take(group.len() * MANY))
}

pub(crate) fn large_group() -> Vec<u8> {
    let count = i32::try_from(MANY).unwrap();
    file(&[("numframes", 1)], [1, count, 0, 0].into_iter().chain(vec![0; 7 * MANY]))
}

pub(crate) fn equal_triangles() -> Vec<u8> {
    let st = [32, -1, -1].into_iter().cycle().take(3 * 3);
    let triangles = [0, 0, 1, 2].into_iter().cycle().take(4 * MANY);
    let pose = [0; 1 + 6 + 3];
    let counts = [("numverts", 3), ("numtris", MANY), ("numframes", 1), ("skinwidth", 1), ("skinheight", 1)];
    file(&counts, st.chain(triangles).chain(pose))
}

pub(crate) fn unused_vertices() -> Vec<u8> {
    let pose = [0; 7].into_iter().chain(vec![-1; MANY]);
    let st = vec![i32::MIN; 3 * MANY];
    file(&[("numverts", MANY), ("numframes", 1)], st.into_iter().chain(pose))
}

pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("skins without texels", empty_skins()),
        ("images without texels", empty_images()),
        ("frames without vertices", empty_frames()),
        ("groups of one pose", small_groups()),
        ("a group of many poses", large_group()),
        ("equal triangles", equal_triangles()),
        ("unused vertices", unused_vertices()),
    ]
}
