//! The pointer over the scene: drags and the wheel, as commands to the camera.

use glam::Vec2;
use md2_scene::Command;
use winit::dpi::PhysicalPosition;
use winit::event::{ElementState, MouseButton, MouseScrollDelta};

/// Pixels of a touchpad's scrolling that count as one notch of a wheel.
const PIXELS_PER_NOTCH: f32 = 40.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drag {
    Orbit,
    Pan,
}

/// Follows the pointer. A drag that began in the scene stays with it, wherever the pointer goes.
#[derive(Debug, Default)]
pub(super) struct Pointer {
    position: Vec2,
    drag: Option<(MouseButton, Drag)>,
}

impl Pointer {
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
            Drag::Orbit => Command::Orbit(by.to_array()),
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

    pub(super) fn wheel(&self, delta: MouseScrollDelta) -> Command {
        Command::Zoom(match delta {
            MouseScrollDelta::LineDelta(_, lines) => lines,
            MouseScrollDelta::PixelDelta(pixels) => pixels.cast::<f32>().y / PIXELS_PER_NOTCH,
        })
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
            assert!(matches!(command, Command::Zoom(by) if by == notches), "{command:?}");
        }
    }
}
