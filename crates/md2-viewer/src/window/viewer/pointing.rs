//! What the pointer is on, and what a click selects.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use glam::Vec2;
use md2_scene::{Actor, Command, Document, Hit, Picker, Pointed, Selection, Workspace};
use winit::event::{ElementState, MouseButton};

use super::Viewer;

/// How near the pointer must be to a vertex, in points.
const REACH: f32 = 9.0;
/// A press that goes no further, in points, is a click.
const CLICK_REACH: f32 = 3.0;
/// How often it is looked whether a model was studied.
const STUDENT_INTERVAL: Duration = Duration::from_millis(20);
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
    student: Student,
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

/// Studies models in the background, one after the other.
#[derive(Debug, Default)]
struct Student(Option<JoinHandle<()>>);

impl Pointing {
    /// The pointer was moved, or the camera, or what lies over the scene.
    pub(super) fn moved(&mut self) {
        self.moved = true;
    }
}

impl Student {
    /// Begins with a model that is not known yet, if its pieces can be pointed at. Returns whether there is work.
    fn tend(&mut self, workspace: &Workspace, is_awaited: bool) -> bool {
        self.0 = self.0.take().filter(|work| !work.is_finished());
        let is_wanted = is_awaited || workspace.look().inspect || workspace.selection().is_some();
        if self.0.is_none() && is_wanted && workspace.crowd().is_none() {
            let documents = workspace.actors().iter().map(Actor::document);
            if let Some(document) = documents.into_iter().find(|document| !document.is_studied()) {
                let document = document.clone();
                let study = move || {
                    let _ = document.study();
                };
                // Without a thread there is nothing to point at, and it is tried again.
                self.0 = thread::Builder::new().name(String::from("study")).spawn(study).ok();
            }
        }
        self.0.is_some()
    }
}

impl Viewer {
    /// Lets models be studied that are pointed at. Returns when to look again.
    pub(super) fn tend_student(&mut self, now: Instant) -> Option<Instant> {
        let workspace = self.session.workspace();
        let Pointing { student, awaited, .. } = &mut self.input.pointing;
        *awaited = awaited.take().filter(|awaited| awaited.is_shown(workspace));
        let was_busy = student.0.is_some();
        let is_busy = student.tend(workspace, awaited.is_some());
        if let Some(done) = awaited.take_if(|awaited| awaited.document.is_studied()) {
            let selection = done.hit.pointed(workspace).selection();
            self.apply(Command::Select(selection));
        }
        if was_busy && !is_busy {
            self.display.pacer.request();
        }
        is_busy.then(|| now + STUDENT_INTERVAL)
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
    fn pointed(&mut self) -> Option<Pointed> {
        self.hit().map(|hit| hit.pointed(self.session.workspace()))
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
            self.select(hit.and_then(|hit| hit.pointed(workspace).selection()));
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
