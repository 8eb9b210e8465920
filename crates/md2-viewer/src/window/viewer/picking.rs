//! The vertex or triangle under the pointer, and selection by clicks.

use std::sync::Arc;

use glam::Vec2;
use md2_scene::{Actor, Command, Document, Hit, Picker, PointerTarget, Selection, Workspace};
use md2_task::Task;
use winit::event::{ElementState, MouseButton};

use super::Viewer;

const VERTEX_DISTANCE: f32 = 9.0;
const CLICK_DISTANCE: f32 = 3.0;
const MAX_TRIANGLES_AT_ONCE: usize = 20_000;

#[derive(Debug, Default)]
pub(super) struct PickState {
    picker: Picker,
    moved: bool,
    pressed: Option<Vec2>,
    before: Option<Selection>,
    pending: Option<PendingClick>,
    study: Option<Task<()>>,
}

#[derive(Debug)]
struct PendingClick {
    hit: Hit,
    document: Arc<Document>,
}

impl PendingClick {
    fn new(hit: Hit, workspace: &Workspace) -> Option<Self> {
        let document = workspace.actor(hit.actor)?.document();
        let is_needed = hit.vertex.is_none() && !document.is_studied() && workspace.crowd().is_none();
        is_needed.then(|| Self { hit, document: Arc::clone(document) })
    }

    fn is_shown(&self, workspace: &Workspace) -> bool {
        let actor = workspace.actor(self.hit.actor);
        actor.is_some_and(|actor| Arc::ptr_eq(actor.document(), &self.document))
    }
}

impl PickState {
    pub(super) fn pointer_moved(&mut self) {
        self.moved = true;
    }
}

impl Viewer {
    pub(super) fn poll_study(&mut self) {
        let workspace = self.session.workspace();
        let PickState { study, pending, .. } = &mut self.input.picking;
        *pending = pending.take().filter(|pending| pending.is_shown(workspace));
        if Task::take_finished(study).is_some() {
            self.display.pacer.request();
        }
        let is_wanted = pending.is_some() || workspace.look().inspect || workspace.selection().is_some();
        if study.is_none() && is_wanted && workspace.crowd().is_none() {
            let mut documents = workspace.actors().iter().map(Actor::document);
            *study = documents.find(|document| !document.is_studied()).cloned().map(|document| {
                Task::start(move |_| {
                    let _ = document.study();
                })
            });
        }
        if let Some(done) = pending.take_if(|pending| pending.document.is_studied()) {
            let selection = done.hit.target(workspace).selection();
            self.apply(Command::Select(selection));
        }
    }

    pub(super) fn update_hover(&mut self) {
        if !std::mem::take(&mut self.input.picking.moved) || self.input.pointer.drag.is_some() {
            return;
        }
        let workspace = self.session.workspace();
        let before = workspace.hover();
        let pointed = if workspace.look().inspect { self.pointed() } else { None };
        if pointed != before {
            self.apply(Command::Hover(pointed));
        }
    }

    fn pointed(&mut self) -> Option<PointerTarget> {
        self.hit().map(|hit| hit.target(self.session.workspace()))
    }

    fn hit(&mut self) -> Option<Hit> {
        if !self.pointer_is_in_scene() {
            return None;
        }
        let workspace = self.session.workspace();
        let pixel = self.input.pointer.position().to_array();
        self.input.picking.picker.pick(workspace, pixel, VERTEX_DISTANCE * self.input.pointer.scale())
    }

    pub(super) fn with_zoom_point(&mut self, command: Command) -> Command {
        let (notches, pixel) = match command {
            Command::ZoomAt { notches, pixel } => (notches, pixel),
            Command::Zoom(notches) => (notches, self.center()),
            other => return other,
        };
        let workspace = self.session.workspace();
        let triangles: usize = workspace.drawn().map(|drawn| drawn.document.facts.triangles).sum();
        // Zooming out keeps the target's depth, so that the camera still turns around the model.
        let has_other_eye = workspace.crowd().is_some() || workspace.weapon_view();
        if notches <= 0.0 || triangles > MAX_TRIANGLES_AT_ONCE || has_other_eye {
            return command;
        }
        match self.input.picking.picker.pick(workspace, pixel, 0.0) {
            Some(hit) => Command::ZoomTo { notches, point: hit.position },
            None => command,
        }
    }

    fn center(&self) -> [f32; 2] {
        let [left, top, right, bottom] = self.display.interface.free_pixels(None);
        [0.5 * (left + right), 0.5 * (top + bottom)]
    }

    pub(super) fn click(&mut self, button: MouseButton, state: ElementState, in_scene: bool) {
        if button != MouseButton::Left {
            return;
        }
        let position = self.input.pointer.position();
        if state.is_pressed() {
            self.input.picking.pressed = in_scene.then_some(position);
            return;
        }
        self.input.picking.moved = true;
        let pressed = self.input.picking.pressed.take();
        if pressed.is_none_or(|from| from.distance(position) > CLICK_DISTANCE * self.input.pointer.scale()) {
            return;
        }
        for actor in self.session.workspace().actors() {
            if actor.document().facts.triangles <= MAX_TRIANGLES_AT_ONCE {
                let _ = actor.document().study();
            }
        }
        let hit = self.hit();
        let workspace = self.session.workspace();
        self.input.picking.before = workspace.selection();
        self.input.picking.pending = hit.and_then(|hit| PendingClick::new(hit, workspace));
        if self.input.picking.pending.is_none() {
            self.select(hit.and_then(|hit| hit.target(workspace).selection()));
        }
    }

    pub(super) fn double_click(&mut self) {
        self.input.picking.pressed = None;
        self.input.picking.pending = None;
        self.select(self.input.picking.before);
        self.apply(Command::Frame);
    }

    fn select(&mut self, selection: Option<Selection>) {
        if selection != self.session.workspace().selection() {
            self.apply(Command::Select(selection));
        }
    }
}
