//! The camera by keys: a tap moves it by a step, and a key that is held moves it evenly.
//!
//! The repeating of keys by the system would start late and jump.

use std::time::Duration;

use md2_scene::{Command, Workspace};

/// The movement of a tap: pixels of an orbit, a part of the window's height, notches of zoom.
const TAP: Rates = Rates { orbit: 7.0, pan: 0.02, zoom: 0.35 };
/// The movement in a second.
const SECOND: Rates = Rates { orbit: 200.0, pan: 0.5, zoom: 9.0 };

#[derive(Clone, Copy, Debug)]
struct Rates {
    orbit: f32,
    pan: f32,
    zoom: f32,
}

/// A movement of the camera.
#[allow(missing_docs, reason = "the names say the direction")]
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
    /// The command of a tap.
    #[must_use]
    pub fn step(self, workspace: &Workspace) -> Command {
        self.command(TAP, 1.0, workspace)
    }

    fn command(self, rates: Rates, times: f32, workspace: &Workspace) -> Command {
        let orbit = rates.orbit * times;
        let [.., height] = workspace.viewport().pixels();
        let pan = rates.pan * times * height;
        let zoom = rates.zoom * times;
        match self {
            // As if the eye went there: what it sees moves the other way.
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

/// The keys that are held and move the camera; `K` tells keys apart.
#[derive(Debug)]
pub struct HeldCameraKeys<K> {
    held: Vec<(K, CameraMove)>,
    /// Whether some were held when the last picture was drawn, so that time has passed for them since.
    moved: bool,
}

impl<K> Default for HeldCameraKeys<K> {
    fn default() -> Self {
        Self { held: Vec::new(), moved: false }
    }
}

impl<K: Copy + PartialEq> HeldCameraKeys<K> {
    /// Starts to move with a key.
    pub fn press(&mut self, key: K, camera_move: CameraMove) {
        self.release(key);
        self.held.push((key, camera_move));
    }

    /// Ends the movement of a key.
    pub fn release(&mut self, key: K) {
        self.held.retain(|(held, _)| *held != key);
    }

    /// Ends all movements: other keys change their meaning, or another window gets their end.
    pub fn stop(&mut self) {
        self.held.clear();
    }

    /// Whether a key moves the camera.
    #[must_use]
    pub fn is_held(&self) -> bool {
        !self.held.is_empty()
    }

    /// The commands of the held keys for a picture that comes this long after the last one.
    pub fn advance(&mut self, passed: Duration, workspace: &Workspace) -> Vec<Command> {
        let seconds = if self.moved { passed.as_secs_f32() } else { 0.0 };
        self.moved = self.is_held();
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
    use md2_browse::builtin;

    #[test]
    fn keys_that_are_held_move_the_camera_evenly_and_one_that_is_tapped_by_a_step() {
        let (mut workspace, _) = Workspace::new(builtin::figure().unwrap(), Viewport::whole([640, 480]));
        let picture = Duration::from_millis(20);
        let key = "left";
        let mut keys = HeldCameraKeys::default();
        assert!(keys.advance(picture, &workspace).is_empty());
        keys.press(key, CameraMove::OrbitLeft);
        keys.press(key, CameraMove::OrbitLeft);
        assert!(keys.advance(Duration::from_secs(9), &workspace).is_empty(), "it rested before");
        let mut turned = |keys: &mut HeldCameraKeys<&str>| {
            let before = workspace.camera().yaw();
            for command in keys.advance(picture, &workspace) {
                let _ = workspace.apply(command).unwrap();
            }
            (before - workspace.camera().yaw()).rem_euclid(std::f32::consts::TAU)
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
