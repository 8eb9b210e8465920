//! Checks that the anatomy of a file matches its bytes and its mesh.

use md2_load::{Anatomy, Format, LoadOptions, SkinCoordinate, StoredNormal, anatomy, load, salvage};
use md2_mesh::Mesh;
use md2_testdata::{corpus, heap, md3, mdl, one_triangle, seamed_quad, with_frames};

fn check(name: &str, file: &[u8], anatomy: &Anatomy, mesh: &Mesh) {
    assert_eq!(anatomy.frames().len(), mesh.frame_count(), "{name}");
    let mut is_named = vec![false; anatomy.triangle_count() as usize];
    let triangles = anatomy.triangles_of(mesh).expect("the mesh is from this file");
    for (vertices, &number) in mesh.indices().triangles().zip(&triangles) {
        let triangle = anatomy.triangle(number).expect("the file has it");
        assert!(!std::mem::replace(&mut is_named[number as usize], true), "{name}: triangle {number} twice");
        for (vertex, corner) in vertices.map(|vertex| vertex as usize).into_iter().zip(&triangle.corners) {
            assert_eq!(mesh.source_vertices()[vertex].xyz, corner.vertex, "{name}");
            assert_eq!(mesh.uvs()[vertex], corner.uv, "{name}");
        }
    }
    for (triangle, is_named) in anatomy.triangles().zip(is_named) {
        assert!(is_named, "{name}");
        for corner in &triangle.corners {
            let stored = match corner.stored {
                SkinCoordinate::Texels(texels) if anatomy.format() == Format::Md2 => {
                    texels.iter().flat_map(|&texel| i16::try_from(texel).unwrap().to_le_bytes()).collect()
                }
                // The first word states whether the vertex is on the seam.
                SkinCoordinate::Texels(texels) => {
                    let word = &file[corner.st_offset..][..4];
                    [word, &texels.map(i32::to_le_bytes).concat()].concat()
                }
                SkinCoordinate::Fractions(fractions) => fractions.map(f32::to_le_bytes).concat(),
                _ => panic!("a coordinate of no known kind"),
            };
            assert_eq!(&file[corner.st_offset..][..stored.len()], stored, "{name}");
            if let Some(by) = corner.by_commands {
                let words = [by.uv[0].to_le_bytes(), by.uv[1].to_le_bytes(), corner.vertex.to_le_bytes()];
                assert_eq!(&file[by.offset..][..12], words.concat(), "{name}");
                let command = anatomy.commands()[anatomy.command_of(&triangle).expect("a command draws it")];
                let vertices = command.offset + 4..command.offset + 4 + 12 * command.vertices;
                assert!(vertices.contains(&by.offset), "{name}");
            }
        }
    }
    for command in anatomy.commands() {
        // A fan has a negative number of vertices.
        let vertices = i32::try_from(command.vertices).unwrap();
        let word = if command.is_fan { -vertices } else { vertices };
        assert_eq!(&file[command.offset..][..4], word.to_le_bytes(), "{name}");
    }
    for frame in 0..mesh.frame_count() {
        let transform = mesh.frames()[frame].transform;
        let described = &anatomy.frames()[frame];
        assert_eq!((described.scale, described.translate), (transform.scale, transform.translate));
        for (vertex, source) in mesh.source_vertices().iter().enumerate() {
            let stored = anatomy.vertex(frame, source.xyz).expect("the file has it");
            assert_eq!(&file[stored.offset..][..stored.bytes.len()], stored.bytes, "{name}");
            assert_eq!(stored.position, mesh.position(frame, vertex), "{name}: vertex {vertex} of {frame}");
        }
    }
    assert!(anatomy.vertex(mesh.frame_count(), 0).is_none(), "{name}");
    assert!(anatomy.vertex(0, anatomy.vertex_count()).is_none(), "{name}");
}

fn loaded(file: &[u8]) -> (Anatomy, Mesh) {
    let options = LoadOptions::default();
    (anatomy(file).expect("the file is valid"), load(file, &options).expect("the file is valid").mesh)
}

#[test]
fn real_models_are_described_to_the_byte() {
    let files = ["md2", "mdl", "md3"].map(corpus::files);
    for (path, bytes) in files.into_iter().flatten() {
        let Ok(model) = load(&bytes, &LoadOptions::default()) else { continue };
        let anatomy = anatomy(&bytes).expect("every loaded model has an anatomy");
        assert!(!anatomy.is_repaired());
        check(&path.display().to_string(), &bytes, &anatomy, &model.mesh);
        let last = anatomy.surfaces().last().map_or(0, |surface| surface.triangles.end);
        assert_eq!(last as usize, anatomy.triangles().count());
        let names: Vec<&[u8]> = anatomy.frames().iter().map(|frame| &*frame.name).collect();
        assert_eq!(names, model.frame_names, "{}", path.display());
    }
}

#[test]
fn every_format_has_an_anatomy() {
    let file = one_triangle().build();
    let (md2, mesh) = loaded(file.bytes());
    check("md2", file.bytes(), &md2, &mesh);
    assert_eq!((md2.format(), md2.skin_size(), md2.vertex_count()), (Format::Md2, Some([64, 64]), 3));
    assert_eq!(md2.frames()[1].offset, file.offset_of("frame[1].scale[0]"));
    let vertex = md2.vertex(1, 2).unwrap();
    assert_eq!(vertex.offset, file.offset_of("frame[1].vertex[2].xyz"));
    assert_eq!(vertex.steps.map(|step| u8::try_from(step).unwrap()), vertex.bytes[..3]);
    assert_eq!(vertex.normal, StoredNormal::Index(vertex.bytes[3]));
    assert_eq!(md2.triangle(0).unwrap().offset, file.offset_of("tri[0].xyz[0]"));
    assert_eq!(md2.surface_of(2).unwrap().vertices, 0..3);

    for (name, file) in [
        ("a seam", seamed_quad().build()),
        ("a seam of an MDL", mdl::seamed_quad().build()),
        ("a group", mdl::frame_group().build()),
        ("two surfaces", md3::two_surfaces().build()),
        ("tags", md3::player_upper().build()),
    ] {
        let (anatomy, mesh) = loaded(file.bytes());
        check(name, file.bytes(), &anatomy, &mesh);
    }

    let file = md3::two_surfaces().build();
    let (md3, _) = loaded(file.bytes());
    let [first, second] = md3.surfaces() else { panic!("two surfaces") };
    assert_eq!((first.vertices.end, first.triangles.end), (second.vertices.start, second.triangles.start));
    assert_eq!(md3.surface_of(second.vertices.start).unwrap().name, second.name);
    let vertex = md3.vertex(0, second.vertices.start).unwrap();
    assert_eq!((vertex.bytes.len(), vertex.position), (8, vertex.steps.map(|step| step as f32 / 64.0)));
    assert!(matches!(vertex.normal, StoredNormal::Angles(_)));
}

/// Checks the limit in SECURITY.md: at most 16 bytes of memory for each byte of a file, plus 1 MiB. The records of the files are as
/// small as possible.
#[test]
fn takes_at_most_sixteen_bytes_for_each_byte_of_the_file() {
    let count = 8_000;
    let mut listed = one_triangle();
    listed.triangles = vec![listed.triangles[0]; count];
    let mut drawn = listed.clone();
    let command = drawn.gl_words[..drawn.gl_words.len() - 1].to_vec();
    drawn.gl_words.splice(0..0, command.iter().copied().cycle().take(command.len() * (count - 1)));
    let names = (0..2_000).map(|number| format!("frame{number}"));
    let mut mdl = mdl::one_triangle();
    mdl.triangles = vec![mdl.triangles[0]; count];
    let mut md3 = md3::one_triangle();
    md3.surfaces[0].triangles = vec![[0, 1, 2]; count];
    let files = [
        ("triangles", listed.build().into_bytes()),
        ("commands", drawn.build().into_bytes()),
        ("frames", with_frames(names.clone()).build().into_bytes()),
        ("MDL", mdl.build().into_bytes()),
        ("poses", mdl::with_frames(names).build().into_bytes()),
        ("MD3", md3.build().into_bytes()),
    ];
    for (name, file) in files {
        // Files that end early are damaged. Only damaged MD2 files have an anatomy.
        for file in [&file[..], &file[..file.len() - 1]] {
            let loaded = salvage(file).and_then(|salvaged| salvaged.load(&LoadOptions::default()));
            let Ok(model) = loaded else { continue };
            let mesh = &model.mesh;
            let (study, peak) = heap::peak(|| {
                let anatomy = anatomy(file).expect("every loaded model has an anatomy");
                let triangles = anatomy.triangles_of(mesh);
                (anatomy, triangles)
            });
            assert!(peak <= 16 * file.len() + (1 << 20), "{name}: {peak} bytes for {}", file.len());
            assert_eq!(study.1.map(|triangles| triangles.len()), Some(mesh.indices().triangles().count()));
        }
    }
}

#[test]
fn a_normal_past_the_table_is_reported_unchanged() {
    let mut file = one_triangle().build();
    let offset = file.offset_of("frame[0].vertex[1].xyz");
    file.set_u8("frame[0].vertex[1].normal", 200);
    let anatomy = anatomy(file.bytes()).unwrap();
    let vertex = anatomy.vertex(0, 1).unwrap();
    assert_eq!((vertex.offset, vertex.normal), (offset, StoredNormal::Index(200)));
    assert_eq!(vertex.normal.direction(), [0.0, 0.0, 1.0]);
}

#[test]
fn rejects_other_files_and_meshes_of_other_files() {
    assert!(anatomy(b"hello").is_err() && anatomy(b"").is_err() && anatomy(b"IDP2").is_err());
    let (one, _) = loaded(one_triangle().build().bytes());
    let (_, two) = loaded(seamed_quad().build().bytes());
    assert_eq!(one.triangles_of(&two), None);
}
