//! Meshes built from real models.

use md2_load::{Format, LoadOptions, load};
use md2_testdata::corpus;

#[test]
fn quake_3s_own_models_load() {
    let check = |path: &str, frames: usize, surfaces: usize, tags: &[&str]| {
        let Some(file) = corpus::file(format!("md3/{path}")) else { return };
        let model = load(&file, &LoadOptions::default()).expect("the model is valid");
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
