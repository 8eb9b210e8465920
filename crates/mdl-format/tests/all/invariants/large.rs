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

pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    let many = i32::try_from(MANY).unwrap();
    let repeat = |words: &[i32]| words.repeat(MANY);
    let triangle =
        [("numverts", 3), ("numtris", MANY), ("numframes", 1), ("skinwidth", 1), ("skinheight", 1)];
    vec![
        // Only the type of each skin is stored.
        ("skins without texels", file(&[("numskins", 4 * MANY), ("skinheight", 8)], vec![0; 4 * MANY])),
        // A large valid group, and a group with a much too large count.
        (
            "images without texels",
            file(
                &[("numskins", 2), ("skinwidth", 8)],
                [vec![1, many], repeat(&[0x3dcc_cccd]), vec![1, i32::MAX]].concat(),
            ),
        ),
        ("frames without vertices", file(&[("numframes", MANY)], repeat(&[0; 7]))),
        ("groups of one pose", file(&[("numframes", MANY)], repeat(&[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]))),
        ("a group of many poses", file(&[("numframes", 1)], [vec![1, many, 0, 0], repeat(&[0; 7])].concat())),
        // Three skin coordinates, the triangles, and one pose.
        (
            "equal triangles",
            file(&triangle, [[32, -1, -1].repeat(3), repeat(&[0, 0, 1, 2]), vec![0; 1 + 6 + 3]].concat()),
        ),
        (
            "unused vertices",
            file(
                &[("numverts", MANY), ("numframes", 1)],
                [repeat(&[i32::MIN; 3]), vec![0; 7], repeat(&[-1])].concat(),
            ),
        ),
    ]
}
