//! The pointer over the scene: drags, the wheel, pinches and double clicks, as commands to the camera.

use std::time::{Duration, Instant};

use glam::Vec2;
use md2_scene::Command;
use winit::dpi::PhysicalPosition;
use winit::event::{ElementState, MouseButton, MouseScrollDelta};

/// Points of a touchpad's scrolling that count as one notch of a wheel.
const POINTS_PER_NOTCH: f32 = 40.0;
/// Notches for fingers that have moved apart to twice their distance.
const NOTCHES_PER_PINCH: f32 = 5.0;
/// Two clicks are one gesture if there is no more between them than this time, and so many points.
const DOUBLE_CLICK: (Duration, f32) = (Duration::from_millis(400), 5.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drag {
    Orbit,
    Pan,
}

/// Follows the pointer. A drag that began in the scene stays with it, wherever the pointer goes.
#[derive(Debug)]
pub(super) struct Pointer {
    /// In physical pixels.
    position: Vec2,
    /// Physical pixels in a point, so that a hand moves the scene as much on every display.
    scale: f32,
    drag: Option<(MouseButton, Drag)>,
    /// When and where the left button went down last in the scene.
    clicked: Option<(Instant, Vec2)>,
}

impl Default for Pointer {
    fn default() -> Self {
        Self { position: Vec2::ZERO, scale: 1.0, drag: None, clicked: None }
    }
}

impl Pointer {
    #[allow(clippy::cast_possible_truncation, reason = "a scale factor is a small number")]
    pub(super) fn set_scale(&mut self, factor: f64) {
        self.scale = (factor as f32).max(0.1);
    }

    /// Physical pixels in a point.
    pub(super) fn scale(&self) -> f32 {
        self.scale
    }

    /// Whether a button holds the scene.
    pub(super) fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// It has left the window, and is over nothing of it.
    pub(super) fn left(&mut self) {
        if self.drag.is_none() {
            self.position = Vec2::splat(-1.0);
        }
    }

    /// Where the pointer was seen last, in physical pixels.
    pub(super) fn position(&self) -> Vec2 {
        self.position
    }

    pub(super) fn moved(&mut self, to: PhysicalPosition<f64>) -> Option<Command> {
        let to = Vec2::from(<[f32; 2]>::from(to.cast::<f32>()));
        let by = to - self.position;
        self.position = to;
        let (_, drag) = self.drag?;
        (by != Vec2::ZERO).then_some(match drag {
            Drag::Orbit => Command::Orbit((by / self.scale).to_array()),
            Drag::Pan => Command::Pan(by.to_array()),
        })
    }

    /// A button went up or down; `in_scene` tells whether the pointer is over the scene.
    pub(super) fn button(&mut self, button: MouseButton, state: ElementState, in_scene: bool) {
        match state {
            ElementState::Released => {
                if self.drag.is_some_and(|(held, _)| held == button) {
                    self.drag = None;
                }
            }
            ElementState::Pressed if in_scene && self.drag.is_none() => {
                let drag = match button {
                    MouseButton::Left => Drag::Orbit,
                    MouseButton::Right | MouseButton::Middle => Drag::Pan,
                    _ => return,
                };
                self.drag = Some((button, drag));
            }
            ElementState::Pressed => {}
        }
    }

    /// Of the same: whether it is the second click of two.
    pub(super) fn is_double_click(
        &mut self,
        button: MouseButton,
        state: ElementState,
        in_scene: bool,
        now: Instant,
    ) -> bool {
        if !(in_scene && state.is_pressed()) {
            return false;
        }
        if button != MouseButton::Left {
            self.clicked = None;
            return false;
        }
        let (time, distance) = DOUBLE_CLICK;
        let is_second = self.clicked.is_some_and(|(at, place)| {
            now.saturating_duration_since(at) <= time
                && (place - self.position).length() <= distance * self.scale
        });
        // A third click is the first of another gesture.
        self.clicked = (!is_second).then_some((now, self.position));
        is_second
    }

    pub(super) fn wheel(&self, delta: MouseScrollDelta) -> Command {
        self.zoom(match delta {
            MouseScrollDelta::LineDelta(_, lines) => lines,
            MouseScrollDelta::PixelDelta(pixels) => pixels.cast::<f32>().y / self.scale / POINTS_PER_NOTCH,
        })
    }

    /// Two fingers on a touchpad, by which part their distance has grown.
    #[allow(clippy::cast_possible_truncation, reason = "a part of a distance is a small number")]
    pub(super) fn pinch(&self, grown: f64) -> Option<Command> {
        let grown = grown as f32;
        (grown.is_finite() && grown > -1.0).then(|| self.zoom((1.0 + grown).log2() * NOTCHES_PER_PINCH))
    }

    fn zoom(&self, notches: f32) -> Command {
        Command::ZoomAt { notches, pixel: self.position.to_array() }
    }

    /// Forgets a drag whose end this window will not see.
    pub(super) fn lost(&mut self) {
        self.drag = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> PhysicalPosition<f64> {
        PhysicalPosition::new(x, y)
    }

    /// The pixels of an orbit or a pan, which the drag began with this button.
    fn dragged(button: MouseButton, command: Option<Command>) -> Option<[f32; 2]> {
        match (button, command) {
            (MouseButton::Left, Some(Command::Orbit(by))) => Some(by),
            (MouseButton::Right, Some(Command::Pan(by))) => Some(by),
            (_, None) => None,
            (button, command) => panic!("{button:?}: {command:?}"),
        }
    }

    #[test]
    fn left_orbits_and_right_pans() {
        for button in [MouseButton::Left, MouseButton::Right] {
            let mut pointer = Pointer::default();
            let moved = |pointer: &mut Pointer, x, y| dragged(button, pointer.moved(at(x, y)));
            assert_eq!(moved(&mut pointer, 10.0, 10.0), None, "no button");
            pointer.button(button, ElementState::Pressed, true);
            assert_eq!(moved(&mut pointer, 13.0, 9.0), Some([3.0, -1.0]));
            assert_eq!(moved(&mut pointer, 13.0, 9.0), None, "no movement");
            pointer.button(button, ElementState::Released, false);
            assert_eq!(moved(&mut pointer, 20.0, 9.0), None, "released");
        }
    }

    #[test]
    fn a_press_on_a_panel_is_no_drag() {
        let mut pointer = Pointer::default();
        pointer.button(MouseButton::Left, ElementState::Pressed, false);
        assert!(pointer.moved(at(5.0, 5.0)).is_none());
    }

    #[test]
    fn the_first_button_keeps_the_drag() {
        let mut pointer = Pointer::default();
        pointer.button(MouseButton::Left, ElementState::Pressed, true);
        pointer.button(MouseButton::Right, ElementState::Pressed, true);
        pointer.button(MouseButton::Right, ElementState::Released, true);
        assert_eq!(dragged(MouseButton::Left, pointer.moved(at(1.0, 0.0))), Some([1.0, 0.0]));
        pointer.lost();
        assert!(pointer.moved(at(2.0, 0.0)).is_none());
    }

    #[test]
    fn wheels_and_touchpads_zoom() {
        let pointer = Pointer::default();
        for (delta, notches) in [
            (MouseScrollDelta::LineDelta(0.0, -2.0), -2.0),
            (MouseScrollDelta::PixelDelta(at(0.0, 40.0)), 1.0),
        ] {
            let command = pointer.wheel(delta);
            assert!(matches!(command, Command::ZoomAt { notches: by, .. } if by == notches), "{command:?}");
        }
        let command = pointer.pinch(1.0);
        assert!(matches!(command, Some(Command::ZoomAt { notches, .. }) if notches == 5.0), "{command:?}");
        assert!(pointer.pinch(f64::NAN).is_none() && pointer.pinch(-1.0).is_none());
    }

    #[test]
    fn a_hand_turns_the_scene_as_far_on_every_display_and_zooms_where_it_is() {
        let mut pointer = Pointer::default();
        pointer.set_scale(2.0);
        pointer.button(MouseButton::Left, ElementState::Pressed, true);
        assert_eq!(dragged(MouseButton::Left, pointer.moved(at(60.0, 20.0))), Some([30.0, 10.0]));
        pointer.lost();
        pointer.button(MouseButton::Right, ElementState::Pressed, true);
        let panned = dragged(MouseButton::Right, pointer.moved(at(70.0, 20.0)));
        assert_eq!(panned, Some([10.0, 0.0]), "what is under the pointer stays there");
        let command = pointer.wheel(MouseScrollDelta::PixelDelta(at(0.0, 160.0)));
        let Command::ZoomAt { notches, pixel } = command else { panic!("{command:?}") };
        assert_eq!((notches, pixel), (2.0, [70.0, 20.0]));
    }

    #[test]
    fn two_clicks_in_short_time_at_one_place_are_a_double_click() {
        let start = Instant::now();
        let mut pointer = Pointer::default();
        let mut click = |x: f64, milliseconds: u64, button| {
            pointer.moved(at(x, 0.0));
            let now = start + Duration::from_millis(milliseconds);
            let second = pointer.is_double_click(button, ElementState::Pressed, true, now);
            assert!(!pointer.is_double_click(button, ElementState::Released, true, now));
            second
        };
        let left = MouseButton::Left;
        assert!(!click(9.0, 0, left) && click(11.0, 300, left), "two");
        assert!(!click(11.0, 500, left), "three");
        assert!(!click(11.0, 1000, left) && !click(40.0, 1100, left), "late, and elsewhere");
        assert!(!click(40.0, 1200, MouseButton::Right) && !click(40.0, 1300, left), "another button");
    }
}
