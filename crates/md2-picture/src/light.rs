//! The lighting of vertices. It is the same as the default lighting of `md2-render` (`Light::default`, shaders/scene.glsl).

use glam::Vec3;

/// The direction to the lamp, which is at the front left above the model. Unit length.
const LAMP: Vec3 = Vec3::new(0.344_031, 0.638_916, 0.688_063);
/// The color and strength of the lamp's light on a surface that faces the lamp.
const KEY: Vec3 = Vec3::new(0.95, 0.91, 0.84);
/// The color and strength of the ambient light on a surface that faces up.
const SKY: Vec3 = Vec3::new(0.46, 0.50, 0.56);
/// The color and strength of the ambient light on a surface that faces down.
const GROUND: Vec3 = Vec3::new(0.30, 0.28, 0.26);
/// The amount of wrap lighting: the lamp lights a surface if the cosine of the angle between its normal and the direction to the lamp is
/// above `-WRAP`. With 0, the lamp lights only surfaces that face it.
const WRAP: f32 = 0.2;
/// Strength of the light that is added along the outline of a model.
const RIM: f32 = 0.25;

pub(crate) const RIM_COLOR: Vec3 = SKY;

/// Computes the light on a surface: the factor by which the skin color is multiplied, and the amount of [`RIM_COLOR`] that is added.
/// `normal` and `to_eye`, the direction to the eye, must have unit length.
pub(crate) fn lit(normal: Vec3, to_eye: Vec3) -> (Vec3, f32) {
    let up = normal[2] * 0.5 + 0.5;
    let lamp = ((normal.dot(LAMP) + WRAP) / (1.0 + WRAP)).max(0.0);
    let ambient = GROUND + (SKY - GROUND) * up;
    let grazing = (1.0 - normal.dot(to_eye).abs()).max(0.0);
    (ambient + KEY * lamp, RIM * grazing * grazing * grazing * up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lamp_lights_surfaces_that_face_it() {
        assert!((LAMP.length_squared() - 1.0).abs() < 1e-5);
        let toward = lit(LAMP, LAMP).0;
        let away = lit(-LAMP, LAMP).0;
        assert!((0..3).all(|i| toward[i] > 1.2 && away[i] < 0.5), "{toward:?} {away:?}");
    }
}
