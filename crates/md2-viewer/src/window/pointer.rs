//! Mouse and touchpad input over the scene: drags, scrolling and pinches become camera commands, and double clicks are
//! recognized.

use std::time::{Duration, Instant};

use glam::Vec2;
use md2_scene::Command;
use winit::dpi::PhysicalPosition;
use winit::event::{ElementState, MouseButton, MouseScrollDelta};

const POINTS_PER_NOTCH: f32 = 40.0;
const NOTCHES_PER_DOUBLING: f32 = 5.0;
/// The maximum time, and the maximum distance in points, between the two clicks of a double click.
const DOUBLE_CLICK: (Duration, f32) = (Duration::from_millis(400), 5.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drag {
    Orbit,
    Pan,
}

#[derive(Debug)]
pub(super) struct Pointer {
    position: Vec2,
    scale: f32,
    pub(super) drag: Option<(MouseButton, Drag)>,
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

    pub(super) fn scale(&self) -> f32 {
        self.scale
    }

    pub(super) fn leave(&mut self) {
        if self.drag.is_none() {
            self.position = Vec2::splat(-1.0);
        }
    }

    pub(super) fn position(&self) -> Vec2 {
        self.position
    }

    pub(super) fn move_to(&mut self, to: PhysicalPosition<f64>) -> Option<Command> {
        let to = Vec2::from(<[f32; 2]>::from(to.cast::<f32>()));
        let drag_distance = to - self.position;
        self.position = to;
        let (_, drag) = self.drag?;
        (drag_distance != Vec2::ZERO).then_some(match drag {
            Drag::Orbit => Command::Orbit((drag_distance / self.scale).to_array()),
            Drag::Pan => Command::Pan(drag_distance.to_array()),
        })
    }

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
        let is_second = self.clicked.is_some_and(|(last, place)| {
            now.saturating_duration_since(last) <= time
                && (place - self.position).length() <= distance * self.scale
        });
        // A third click begins another double click.
        self.clicked = (!is_second).then_some((now, self.position));
        is_second
    }

    pub(super) fn wheel(&self, delta: MouseScrollDelta) -> Command {
        self.zoom(match delta {
            MouseScrollDelta::LineDelta(_, lines) => lines,
            MouseScrollDelta::PixelDelta(pixels) => pixels.cast::<f32>().y / self.scale / POINTS_PER_NOTCH,
        })
    }

    /// Returns the zoom command for a pinch that changes the distance between two fingers by the factor `1 + growth`.
    #[allow(clippy::cast_possible_truncation, reason = "the growth is a small number")]
    pub(super) fn pinch(&self, growth: f64) -> Option<Command> {
        let growth = growth as f32;
        (growth.is_finite() && growth > -1.0).then(|| self.zoom((1.0 + growth).log2() * NOTCHES_PER_DOUBLING))
    }

    fn zoom(&self, notches: f32) -> Command {
        Command::ZoomAt { notches, pixel: self.position.to_array() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> PhysicalPosition<f64> {
        PhysicalPosition::new(x, y)
    }

    fn dragged(button: MouseButton, command: Option<Command>) -> Option<[f32; 2]> {
        match (button, command) {
            (MouseButton::Left, Some(Command::Orbit(distance))) => Some(distance),
            (MouseButton::Right, Some(Command::Pan(distance))) => Some(distance),
            (_, None) => None,
            (button, command) => panic!("{button:?}: {command:?}"),
        }
    }

    #[test]
    fn the_first_button_in_the_scene_orbits_or_pans() {
        for button in [MouseButton::Left, MouseButton::Right] {
            let mut pointer = Pointer::default();
            let moved = |pointer: &mut Pointer, x, y| dragged(button, pointer.move_to(point(x, y)));
            pointer.button(button, ElementState::Pressed, false);
            assert_eq!(moved(&mut pointer, 10.0, 10.0), None, "on a panel");
            pointer.button(button, ElementState::Pressed, true);
            pointer.button(MouseButton::Middle, ElementState::Pressed, true);
            assert_eq!(moved(&mut pointer, 13.0, 9.0), Some([3.0, -1.0]));
            assert_eq!(moved(&mut pointer, 13.0, 9.0), None, "no movement");
            pointer.button(MouseButton::Middle, ElementState::Released, true);
            assert_eq!(moved(&mut pointer, 14.0, 9.0), Some([1.0, 0.0]), "the first button is still held");
            pointer.button(button, ElementState::Released, false);
            assert_eq!(moved(&mut pointer, 20.0, 9.0), None, "released");
        }
    }
}
