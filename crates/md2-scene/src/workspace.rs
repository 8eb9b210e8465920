//! The workspace: everything that is seen, and how time moves it.

mod apply;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use md2_mesh::Bounds;

use crate::{Actor, ActorId, Document, Floor, Look, Motion, OrbitCamera, Outcome, Player, View, Viewport};

/// Actors, a camera and a look. There is always an actor, and the first one plays.
///
/// [`apply`](Self::apply) and [`advance`](Self::advance) are the only ways to change it.
#[derive(Clone, Debug)]
pub struct Workspace {
    actors: Vec<Actor>,
    next_id: u32,
    transport: Transport,
    camera: OrbitCamera,
    look: Look,
    viewport: Viewport,
    /// Under the first actor's sequence, before it has passed.
    floor: Floor,
}

/// How time passes for all actors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transport {
    /// Whether it passes at all, unless it is held.
    pub playing: bool,
    /// Whether it stands still because the user has hold of it.
    pub held: bool,
    /// How fast, as a factor.
    pub speed: f32,
}

impl Default for Transport {
    fn default() -> Self {
        Self { playing: true, held: false, speed: 1.0 }
    }
}

impl Workspace {
    /// Shows a model: playing, in its first skin that can be shown, framed.
    #[must_use = "what is wrong with its skins is told in the outcome"]
    pub fn new(document: Arc<Document>, viewport: Viewport) -> (Self, Outcome) {
        let bounds = document.bounds();
        let mut workspace = Self {
            actors: Vec::with_capacity(1),
            next_id: 0,
            transport: Transport::default(),
            camera: OrbitCamera::framing(&bounds, &viewport),
            look: Look::default(),
            viewport,
            floor: Floor::around(&bounds, bounds.min[2]),
        };
        let outcome = workspace.open(document);
        workspace.settle();
        (workspace, outcome)
    }

    /// All actors, in the order in which they were added; at least one.
    #[must_use]
    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    /// The actor of this number.
    #[must_use]
    pub fn actor(&self, id: ActorId) -> Option<&Actor> {
        self.actors.iter().find(|actor| actor.id() == id)
    }

    /// The first actor: the one that keys and panels are about.
    #[must_use]
    pub fn lead(&self) -> ActorId {
        self.actors[0].id()
    }

    /// The first actor's document.
    #[must_use]
    pub fn document(&self) -> &Arc<Document> {
        self.actors[0].document()
    }

    /// What the first actor plays.
    #[must_use]
    pub fn player(&self) -> &Player {
        self.actors[0].player().expect("the first actor plays")
    }

    /// How time passes.
    #[must_use]
    pub fn transport(&self) -> Transport {
        self.transport
    }

    /// Whether time moves any actor, or would if it were not held.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.transport.playing && self.players().any(|player| !player.is_finished())
    }

    /// Whether the picture changes by itself.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.is_playing() || self.camera.auto_orbit()
    }

    /// Where it is seen from.
    #[must_use]
    pub fn camera(&self) -> &OrbitCamera {
        &self.camera
    }

    /// What it is seen in.
    #[must_use]
    pub fn viewport(&self) -> &Viewport {
        &self.viewport
    }

    /// The view in the window.
    #[must_use]
    pub fn view(&self) -> View {
        self.camera.view(&self.viewport)
    }

    /// How it is drawn.
    #[must_use]
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// The floor at this moment, if it is shown.
    #[must_use]
    pub fn floor(&self) -> Option<Floor> {
        self.look.floor.then(|| self.floor.passed(self.player().travelled()))
    }

    /// Lets time pass. While it is stopped or held, only a camera that circles by itself moves.
    pub fn advance(&mut self, time: Duration) {
        if self.is_playing() && !self.transport.held {
            self.players_mut().for_each(|player| player.advance(time));
        }
        self.camera.advance(time.as_secs_f32());
    }

    fn players(&self) -> impl Iterator<Item = &Player> {
        self.actors.iter().filter_map(Actor::player)
    }

    fn players_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        self.actors.iter_mut().filter_map(|actor| match &mut actor.motion {
            Motion::Own(player) => Some(player),
            Motion::Follows(_) | Motion::Still(_) => None,
        })
    }

    /// The box around everything, in all frames that the sequences at hand show.
    fn subject(&self) -> Bounds {
        let boxes = self.actors.iter().map(|actor| {
            let (first, last) = self.frames_of(actor);
            actor.document().bounds_of(first, last)
        });
        boxes.reduce(|all, bounds| all.union(&bounds)).unwrap_or(Bounds::ORIGIN)
    }

    /// The frames that an actor shows in the sequences at hand.
    fn frames_of(&self, actor: &Actor) -> (u32, u32) {
        let last_frame = actor.document().last_frame();
        let (first, last) = match actor.motion() {
            Motion::Own(player) => (player.sequence().first, player.sequence().last),
            Motion::Follows(leader) => self.actor(*leader).map_or((0, 0), |leader| self.frames_of(leader)),
            Motion::Still(frame) => (*frame, *frame),
        };
        (first.min(last_frame), last.min(last_frame))
    }

    /// Puts floor and camera where the present sequences want them. Comes after every change, so that no change
    /// can forget it; where nothing relevant has changed, neither do they.
    fn settle(&mut self) {
        for actor in &mut self.actors {
            let document = Arc::clone(actor.document());
            if let Motion::Own(player) = &mut actor.motion {
                player.set_ground_speed(document.ground_speed(player.sequence()));
            }
        }
        let document = self.document();
        self.floor = Floor::around(&document.bounds(), document.floor_height(self.player().sequence()));
        self.camera.keep_in_sight(&self.subject(), &self.viewport);
    }
}
