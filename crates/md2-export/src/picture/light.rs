//! The lamp and the sky: `md2-render`'s default studio (`Light::default`, shaders/scene.glsl), a vertex at a time.

use glam::Vec3;

/// Direction to the lamp: from the left, the front and above; of unit length.
const LAMP: Vec3 = Vec3::new(0.344_031, 0.638_916, 0.688_063);
/// Light of the lamp on a face turned to it.
const KEY: Vec3 = Vec3::new(0.95, 0.91, 0.84);
/// Ambient light on a face turned up.
const SKY: Vec3 = Vec3::new(0.46, 0.50, 0.56);
/// Ambient light on a face turned down.
const GROUND: Vec3 = Vec3::new(0.30, 0.28, 0.26);
/// The lamp reaches a little around the edge of shadow, as large lamps do.
const WRAP: f32 = 0.2;
/// Light added along the outline.
const RIM: f32 = 0.25;

/// The light on a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lit {
    /// Factor for the skin's color.
    pub(super) light: Vec3,
    /// Share of the sky that is added.
    pub(super) rim: f32,
}

/// The light that the sky adds for a rim of 1.
pub(super) const RIM_COLOR: Vec3 = SKY;

/// Computes the light on a surface, from its normal and the direction to the eye. Both have unit length.
pub(super) fn lit(normal: Vec3, to_eye: Vec3) -> Lit {
    let up = normal[2] * 0.5 + 0.5;
    let lamp = ((normal.dot(LAMP) + WRAP) / (1.0 + WRAP)).max(0.0);
    let ambient = GROUND + (SKY - GROUND) * up;
    let grazing = (1.0 - normal.dot(to_eye).abs()).max(0.0);
    Lit { light: ambient + KEY * lamp, rim: RIM * grazing * grazing * grazing * up }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lamp_lights_surfaces_that_face_it() {
        assert!((LAMP.length_squared() - 1.0).abs() < 1e-5);
        let toward = lit(LAMP, LAMP).light;
        let away = lit(-LAMP, LAMP).light;
        assert!((0..3).all(|i| toward[i] > 1.2 && away[i] < 0.5), "{toward:?} {away:?}");
    }
}
