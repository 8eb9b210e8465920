//! Keys that move the camera: by a step when tapped, continuously while held. They do not use the key repeat of the system, which
//! is uneven.

use std::time::Duration;

use md2_scene::{Command, Workspace};

const TAP: MoveAmounts = MoveAmounts { orbit: 7.0, pan: 0.02, zoom: 0.35 };
const SECOND: MoveAmounts = MoveAmounts { orbit: 200.0, pan: 0.5, zoom: 9.0 };

#[derive(Clone, Copy, Debug)]
struct MoveAmounts {
    /// The rotation, given as the length in pixels of a mouse drag that has the same effect.
    orbit: f32,
    /// The distance by which the view is panned, as a fraction of the viewport's height.
    pan: f32,
    zoom: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CameraMove {
    OrbitLeft,
    OrbitRight,
    OrbitUp,
    OrbitDown,
    PanLeft,
    PanRight,
    PanUp,
    PanDown,
    ZoomIn,
    ZoomOut,
}

impl CameraMove {
    pub fn step(self, workspace: &Workspace) -> Command {
        self.command(TAP, 1.0, workspace)
    }

    fn command(self, amounts: MoveAmounts, times: f32, workspace: &Workspace) -> Command {
        let orbit = amounts.orbit * times;
        let [.., height] = workspace.viewport().pixels();
        let pan = amounts.pan * times * height;
        let zoom = amounts.zoom * times;
        match self {
            // The camera moves in the direction of the key, the scene in the opposite one.
            Self::OrbitLeft => Command::Orbit([orbit, 0.0]),
            Self::OrbitRight => Command::Orbit([-orbit, 0.0]),
            Self::OrbitUp => Command::Orbit([0.0, orbit]),
            Self::OrbitDown => Command::Orbit([0.0, -orbit]),
            Self::PanLeft => Command::Pan([pan, 0.0]),
            Self::PanRight => Command::Pan([-pan, 0.0]),
            Self::PanUp => Command::Pan([0.0, pan]),
            Self::PanDown => Command::Pan([0.0, -pan]),
            Self::ZoomIn => Command::Zoom(zoom),
            Self::ZoomOut => Command::Zoom(-zoom),
        }
    }
}

#[derive(Debug)]
pub struct HeldCameraKeys<K> {
    held: Vec<(K, CameraMove)>,
    was_held: bool,
}

impl<K> Default for HeldCameraKeys<K> {
    fn default() -> Self {
        Self { held: Vec::new(), was_held: false }
    }
}

impl<K: Copy + PartialEq> HeldCameraKeys<K> {
    pub fn press(&mut self, key: K, camera_move: CameraMove) {
        self.release(key);
        self.held.push((key, camera_move));
    }

    pub fn release(&mut self, key: K) {
        self.held.retain(|(held, _)| *held != key);
    }

    pub fn stop(&mut self) {
        self.held.clear();
    }

    pub fn is_held(&self) -> bool {
        !self.held.is_empty()
    }

    /// Returns the commands of the held keys for the next picture. `passed` is the time since the last picture.
    pub fn advance(&mut self, passed: Duration, workspace: &Workspace) -> Vec<Command> {
        let seconds = if self.was_held { passed.as_secs_f32() } else { 0.0 };
        self.was_held = self.is_held();
        if seconds == 0.0 {
            return Vec::new();
        }
        self.held.iter().map(|(_, camera_move)| camera_move.command(SECOND, seconds, workspace)).collect()
    }
}

#[cfg(test)]
mod tests {
    use md2_scene::Viewport;

    use super::*;
    use md2_scene::builtin;

    #[test]
    fn held_keys_move_the_camera_evenly_and_tapped_keys_by_a_step() {
        let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([640, 480]));
        let picture = Duration::from_millis(20);
        let key = "left";
        let mut keys = HeldCameraKeys::default();
        assert!(keys.advance(picture, &workspace).is_empty());
        keys.press(key, CameraMove::OrbitLeft);
        keys.press(key, CameraMove::OrbitLeft);
        assert!(keys.advance(Duration::from_secs(9), &workspace).is_empty(), "the key was not held before");
        let mut turned = |keys: &mut HeldCameraKeys<&str>| {
            let before = workspace.camera().yaw;
            for command in keys.advance(picture, &workspace) {
                let _ = workspace.apply(command).unwrap();
            }
            (before - workspace.camera().yaw).rem_euclid(std::f32::consts::TAU)
        };
        let (first, second) = (turned(&mut keys), turned(&mut keys));
        assert!(first > 0.0 && (first - second).abs() < 1e-4, "{first} {second}");
        keys.release("up");
        assert!(keys.is_held());
        keys.release(key);
        assert!(turned(&mut keys).abs() < 1e-6);
        assert!(!keys.is_held());
        let step = CameraMove::OrbitLeft.step(&workspace);
        assert!(matches!(step, Command::Orbit([right, 0.0]) if right > 0.0), "{step:?}");
    }
}
