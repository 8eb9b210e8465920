//! Tests of reading the `md3.cfg` of Cube engines.

use md3_format::cube_config::{CubeConfig, CubeSetting};

#[test]
fn a_script_loads_the_model_at_the_end_of_its_path() {
    let config = CubeConfig::new(b"md3skin a.md3 b.jpg; md3load weapons/hands.MD3\n");
    for (model, is_loaded) in
        [("hands.md3", true), ("weapons/hands.md3", true), ("other/hands.md3", false), ("a.md3", false)]
    {
        assert_eq!(config.loads(model.as_bytes()), is_loaded, "{model}");
    }
}

/// Pixels are transparent below the cutoff, so a cutoff of 0 makes no holes.
#[test]
fn a_cutoff_above_0_makes_holes() {
    for (cutoff, expected) in [("0.5", true), ("1", true), ("0", false), ("-1", false)] {
        let script = format!("md3load gun.md3\nmd3alphatest hands {cutoff}\n");
        let settings: Vec<_> =
            CubeConfig::new(script.as_bytes()).rows(b"gun.md3").map(|row| row.setting).collect();
        assert_eq!(settings, [CubeSetting::HasHoles(expected)], "{cutoff}");
    }
}
