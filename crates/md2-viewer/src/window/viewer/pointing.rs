//! What the pointer is on, and what a click selects.

use std::sync::Arc;

use glam::Vec2;
use md2_scene::{Actor, Command, Document, Hit, Picker, PointerTarget, Selection, Workspace};
use md2_task::Task;
use winit::event::{ElementState, MouseButton};

use super::Viewer;

/// How near the pointer must be to a vertex, in points.
const REACH: f32 = 9.0;
/// A press that goes no further, in points, is a click.
const CLICK_REACH: f32 = 3.0;
/// Models with so many triangles are studied while the user waits for what a click selects: some milliseconds. Larger ones are
/// in the background, and selected from after that.
const MAX_TRIANGLES_AT_ONCE: usize = 20_000;

/// Follows what the pointer is on.
#[derive(Debug, Default)]
pub(super) struct Pointing {
    picker: Picker,
    /// Whether the pointer, or what it looks at, was moved since the last picture.
    moved: bool,
    /// Where the left button went down in the scene.
    pressed: Option<Vec2>,
    /// What was selected before the last click.
    before: Option<Selection>,
    awaited: Option<Awaited>,
    /// The task that prepares a model for selection.
    study: Option<Task<()>>,
}

/// What a click has met of a model that is not studied yet.
#[derive(Debug)]
struct Awaited {
    hit: Hit,
    document: Arc<Document>,
}

impl Awaited {
    /// What was met, if a triangle of it is known only by studying its model.
    fn new(hit: Hit, workspace: &Workspace) -> Option<Self> {
        let document = workspace.actor(hit.actor)?.document();
        let is_needed = hit.vertex.is_none() && !document.is_studied() && workspace.crowd().is_none();
        is_needed.then(|| Self { hit, document: Arc::clone(document) })
    }

    /// Whether the model that was met is still there.
    fn is_shown(&self, workspace: &Workspace) -> bool {
        let actor = workspace.actor(self.hit.actor);
        actor.is_some_and(|actor| Arc::ptr_eq(actor.document(), &self.document))
    }
}

impl Pointing {
    /// The pointer was moved, or the camera, or what lies over the scene.
    pub(super) fn moved(&mut self) {
        self.moved = true;
    }
}

impl Viewer {
    /// Prepares models for selection in the background, one after the other, if their pieces can be pointed at.
    pub(super) fn poll_study(&mut self) {
        let workspace = self.session.workspace();
        let Pointing { study, awaited, .. } = &mut self.input.pointing;
        *awaited = awaited.take().filter(|awaited| awaited.is_shown(workspace));
        if Task::take_finished(study).is_some() {
            self.display.pacer.request();
        }
        let is_wanted = awaited.is_some() || workspace.look().inspect || workspace.selection().is_some();
        if study.is_none() && is_wanted && workspace.crowd().is_none() {
            let mut documents = workspace.actors().iter().map(Actor::document);
            *study = documents.find(|document| !document.is_studied()).cloned().map(|document| {
                Task::start(move |_| {
                    let _ = document.study();
                })
            });
        }
        if let Some(done) = awaited.take_if(|awaited| awaited.document.is_studied()) {
            let selection = done.hit.target(workspace).selection();
            self.apply(Command::Select(selection));
        }
    }

    /// Tells the scene what the pointer is on, if that may have changed.
    pub(super) fn point(&mut self) {
        if !std::mem::take(&mut self.input.pointing.moved) || self.input.pointer.is_dragging() {
            return;
        }
        let workspace = self.session.workspace();
        let before = workspace.hover();
        let pointed = if workspace.look().inspect { self.pointed() } else { None };
        if pointed != before {
            self.apply(Command::Hover(pointed));
        }
    }

    /// What the pointer is on, if it is over the scene.
    fn pointed(&mut self) -> Option<PointerTarget> {
        self.hit().map(|hit| hit.target(self.session.workspace()))
    }

    fn hit(&mut self) -> Option<Hit> {
        if !self.pointer_is_in_scene() {
            return None;
        }
        let workspace = self.session.workspace();
        let at = self.input.pointer.position().to_array();
        self.input.pointing.picker.pick(workspace, at, REACH * self.input.pointer.scale())
    }

    /// The same command, but for one that goes nearer to what is seen: that goes to the surface there, and never through it.
    pub(super) fn aimed(&mut self, command: Command) -> Command {
        let (notches, pixel) = match command {
            Command::ZoomAt { notches, pixel } => (notches, pixel),
            Command::Zoom(notches) => (notches, self.middle()),
            other => return other,
        };
        let workspace = self.session.workspace();
        let triangles: usize = workspace.drawn().map(|drawn| drawn.document.facts().triangles).sum();
        // Going away keeps the depth, so that the camera still turns about the model.
        let has_other_eye = workspace.crowd().is_some() || workspace.weapon_view();
        if notches <= 0.0 || triangles > MAX_TRIANGLES_AT_ONCE || has_other_eye {
            return command;
        }
        match self.input.pointing.picker.pick(workspace, pixel, 0.0) {
            Some(hit) => Command::ZoomTo { notches, point: hit.position },
            None => command,
        }
    }

    /// Where the camera's target is seen.
    fn middle(&self) -> [f32; 2] {
        let [left, top, right, bottom] = self.display.interface.free_pixels();
        [0.5 * (left + right), 0.5 * (top + bottom)]
    }

    /// A button went up or down: one that goes up where it went down selects what is there.
    pub(super) fn click(&mut self, button: MouseButton, state: ElementState, in_scene: bool) {
        if button != MouseButton::Left {
            return;
        }
        let at = self.input.pointer.position();
        if state.is_pressed() {
            self.input.pointing.pressed = in_scene.then_some(at);
            return;
        }
        self.input.pointing.moved = true;
        let pressed = self.input.pointing.pressed.take();
        if pressed.is_none_or(|from| from.distance(at) > CLICK_REACH * self.input.pointer.scale()) {
            return;
        }
        for actor in self.session.workspace().actors() {
            if actor.document().facts().triangles <= MAX_TRIANGLES_AT_ONCE {
                let _ = actor.document().study();
            }
        }
        let hit = self.hit();
        let workspace = self.session.workspace();
        self.input.pointing.before = workspace.selection();
        self.input.pointing.awaited = hit.and_then(|hit| Awaited::new(hit, workspace));
        if self.input.pointing.awaited.is_none() {
            self.select(hit.and_then(|hit| hit.target(workspace).selection()));
        }
    }

    /// A double click frames the model: what its first click has selected is taken back, and the second selects nothing.
    pub(super) fn double_click(&mut self) {
        self.input.pointing.pressed = None;
        self.input.pointing.awaited = None;
        self.select(self.input.pointing.before);
        self.apply(Command::Frame);
    }

    fn select(&mut self, selection: Option<Selection>) {
        if selection != self.session.workspace().selection() {
            self.apply(Command::Select(selection));
        }
    }
}
