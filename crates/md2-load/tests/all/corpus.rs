//! Meshes built from real models.

use md2_format::Md2;
use md2_load::{Format, LoadOptions, LoadedModel, UvSource};
use md2_mesh::vertex_cache;
use md2_testdata::corpus;

#[test]
fn every_vertex_moves_as_its_source_does() {
    for (path, bytes) in corpus::files("md2") {
        let md2 = Md2::parse(&bytes).expect("the model is valid");
        let mesh = md2_load::md2::mesh(&md2, &LoadOptions::default()).expect("the model has a mesh");
        assert_eq!(mesh.packed_bytes().len(), 4 * mesh.vertex_count() * mesh.frame_count());
        for (number, frame) in md2.frames().enumerate() {
            let bytes = mesh.frame_bytes(number);
            assert!(bytes.starts_with(frame.vertex_bytes()), "{}", path.display());
            for (vertex, source) in bytes.chunks_exact(4).zip(mesh.source_vertices()) {
                assert_eq!(vertex, &frame.vertex_bytes()[4 * source.xyz as usize..][..4]);
            }
            let bounds = mesh.frames()[number].bounds;
            let mut touched = 0;
            for triangle in md2.triangles() {
                for xyz in triangle.xyz() {
                    let position = frame.position(xyz.into());
                    assert!(bounds.contains(position), "{}: frame {number}", path.display());
                    touched |=
                        (0..3).filter(|&i| position[i] == bounds.min[i]).fold(0, |bits, i| bits | 1 << i);
                    touched |=
                        (0..3).filter(|&i| position[i] == bounds.max[i]).fold(0, |bits, i| bits | 8 << i);
                }
            }
            assert_eq!(touched, 63, "the box is too large: {}, frame {number}", path.display());
        }
    }
}

#[test]
fn the_cache_order_helps() {
    for (path, bytes) in corpus::files("md2") {
        let md2 = Md2::parse(&bytes).expect("the model is valid");
        let [before, after] = [false, true].map(|optimize_vertex_cache| {
            let options = LoadOptions { optimize_vertex_cache, ..LoadOptions::default() };
            let mesh = md2_load::md2::mesh(&md2, &options).expect("the model has a mesh");
            let indices: Vec<u32> = mesh.indices().iter().collect();
            vertex_cache::average_cache_miss_ratio(&indices, mesh.vertex_count())
        });
        println!("{}: {before:.3} -> {after:.3} vertices per triangle", path.display());
        assert!(after <= before);
    }
}

/// Files whose exporter wrote the OpenGL commands as id Software's tool does. In other files they differ on purpose or by mistake.
const CAREFUL: [&str; 2] = ["warrior/warrior.md2", "druid.obj/tris.md2"];

#[test]
fn commands_agree_with_st_where_the_exporter_was_careful() {
    for (path, bytes) in corpus::files("md2") {
        if !CAREFUL.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        let md2 = Md2::parse(&bytes).expect("the model is valid");
        let [st, gl] = [UvSource::St, UvSource::GlCommands].map(|uv_source| {
            let options = LoadOptions { uv_source, ..LoadOptions::default() };
            md2_load::md2::mesh(&md2, &options).expect("the model has a mesh")
        });
        for mesh in [&st, &gl] {
            for (source, uv) in mesh.source_vertices().iter().zip(mesh.uvs()) {
                let Some(st) = source.st.map(|st| md2.st()[st as usize]) else { continue };
                let texel = [uv[0] * md2.skin_width() as f32 - 0.5, uv[1] * md2.skin_height() as f32 - 0.5];
                let off = [texel[0] - f32::from(st.s()), texel[1] - f32::from(st.t())];
                assert!(off.iter().all(|off| off.abs() < 0.01), "{}: {texel:?} for {st:?}", path.display());
            }
        }
        println!(
            "{}: {} vertices by st, {} by commands",
            path.display(),
            st.vertex_count(),
            gl.vertex_count()
        );
    }
}

/// Loads a file of the corpus. Prints a message and returns `None` if it is missing.
fn shared(path: &str) -> Option<LoadedModel> {
    let bytes = md2_testdata::corpus::file(path)?;
    Some(md2_load::load(&bytes, &LoadOptions::default()).expect("the model is valid"))
}

#[test]
fn quakes_own_models_load() {
    // The numbers of frames (including those in groups), triangles and skins. They were counted with another program.
    let check = |path: &str, frames: usize, triangles: usize, skins: usize| {
        let Some(model) = shared(path) else { return };
        assert_eq!(model.format, Format::Mdl);
        assert_eq!(model.mesh.frame_count(), frames, "{path}");
        assert_eq!(model.facts.triangles, triangles, "{path}");
        assert_eq!(model.skins.alternatives.len(), skins, "{path}");
        assert_eq!(model.facts.bad_normals, 0, "{path}");
        let total: u64 = model.detection.sequences().iter().map(|sequence| sequence.frame_count()).sum();
        assert_eq!(total, frames as u64, "{path}");
    };
    check("mdl/librequake/progs/knight.mdl", 97, 511, 1);
    check("mdl/librequake/progs/flame.mdl", 6, 118, 1);
    check("mdl/librequake/progs/armor.mdl", 1, 148, 3);
    check("mdl/made/armor_skingroup.mdl", 1, 148, 1);
    check("mdl/nexuiz/models/rocketmissile.mdl", 1, 464, 1);
    check("mdl/egoboo/yetif.mdl", 48, 334, 1);
}

#[test]
fn quake_3s_own_models_load() {
    let check = |path: &str, frames: usize, surfaces: usize, tags: &[&str]| {
        let Some(model) = shared(&format!("md3/{path}")) else { return };
        assert_eq!(model.format, Format::Md3);
        assert_eq!((model.mesh.frame_count(), model.mesh.surfaces().len()), (frames, surfaces), "{path}");
        let names: Vec<&str> = model.mesh.tags().iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, tags, "{path}");
    };
    check("openarena/models/players/sarge/lower.md3", 213, 1, &["tag_torso"]);
    check("openarena/models/players/sarge/upper.md3", 155, 1, &["tag_weapon", "tag_head"]);
    check("openarena/models/players/tony/upper.md3", 191, 2, &["tag_head", "tag_weapon"]);
    check("openarena/models/weapons2/machinegun/machinegun.md3", 1, 2, &["tag_barrel", "tag_flash"]);
    check("openarena/models/weapons2/machinegun/machinegun_hand.md3", 30, 0, &["tag_weapon"]);
    check("cube2/armor/tris.md3", 1, 1, &[]);
    let turret = ["tag_head", "tag_rocket01", "tag_rocket02", "tag_blaster", "tag_fire"];
    check("nexuiz/models/turrets/walker_head_minigun.md3", 26, 2, &turret);
}
