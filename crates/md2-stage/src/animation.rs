//! Animations of a session, drawn as a series of pictures.

mod sequence_plan;

use std::time::Duration;

use md2_render::RgbaImage;
use md2_scene::{Actor, Choice, Command, CommandError, Moment, Workspace};

use crate::picture::PictureOptions;
use crate::session::{Session, SessionError};
use sequence_plan::SequencePlan;
pub use sequence_plan::{PictureRate, Timing};

/// The smallest factor by which floor tiles may be scaled to make the floor look the same at the start and end of a loop.
const SMALLEST_TILE: f32 = 0.5;

#[derive(Clone, Debug, PartialEq)]
pub struct AnimationOptions {
    /// The sequences to draw, as indices into the sequences of the first actor. If empty, the current sequence is drawn.
    pub sequences: Vec<usize>,
    pub timing: Timing,
    pub picture: PictureOptions,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    parts: Vec<(Option<usize>, SequencePlan)>,
    picture: PictureOptions,
    /// The yaw of the camera in the first picture, in radians; `None` if the camera does not turn.
    turn_start: Option<f32>,
}

impl Animation {
    /// Plans an animation. Afterwards the workspace plays the last sequence.
    pub fn new(options: &AnimationOptions, workspace: &mut Workspace) -> Result<Self, CommandError> {
        let player = workspace.player();
        let sequences = if options.sequences.is_empty() {
            // In the game, another sequence may follow before the pictures are drawn again.
            vec![player.is_in_game().then(|| player.sequence_index())]
        } else {
            options.sequences.iter().copied().map(Some).collect()
        };
        let mut parts = Vec::with_capacity(sequences.len());
        for sequence in sequences {
            if let Some(command) = selection(sequence, workspace) {
                let _outcome = workspace.apply(command)?;
            }
            let others = workspace.actors().iter().filter(|actor| actor.is_shown).skip(1);
            let others = others.filter_map(Actor::player);
            parts.push((sequence, SequencePlan::new(workspace.player(), others, &options.timing)));
        }
        let turn_start = options.timing.turn.map(|_| workspace.camera().yaw);
        Ok(Self { parts, picture: options.picture, turn_start })
    }

    pub fn picture(&self) -> PictureOptions {
        self.picture
    }

    pub fn count(&self) -> u32 {
        self.parts.iter().fold(0, |sum, (_, plan)| sum.saturating_add(plan.pictures))
    }

    /// Returns an iterator that draws pictures 0, `every`, 2 · `every` and so on, and skips all others.
    pub fn pictures<'a>(&'a self, session: &'a mut Session, every: u32) -> Pictures<'a> {
        let passed = Duration::ZERO;
        Pictures { animation: self, session, every, part: 0, picture: 0, number: 0, passed, tile: None }
    }
}

#[derive(Debug)]
pub struct Pictures<'a> {
    animation: &'a Animation,
    session: &'a mut Session,
    every: u32,
    part: usize,
    picture: u32,
    number: u32,
    passed: Duration,
    tile: Option<f32>,
}

impl Iterator for Pictures<'_> {
    type Item = Result<(RgbaImage, Duration), SessionError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (_, plan) = self.animation.parts.get(self.part)?;
            if self.picture == plan.pictures {
                self.part += 1;
                self.picture = 0;
            } else if let Some(picture) = self.step().transpose() {
                return Some(picture);
            }
        }
    }
}

impl Pictures<'_> {
    fn step(&mut self) -> Result<Option<(RgbaImage, Duration)>, SessionError> {
        let (sequence, plan) = &self.animation.parts[self.part];
        if self.picture == 0 {
            self.start(*sequence, plan)?;
        }
        let time = plan.time(self.picture);
        self.session.advance(time - self.passed);
        self.passed = time;
        if let Some(start) = self.animation.turn_start {
            let turned = std::f32::consts::TAU * self.number as f32 / self.animation.count() as f32;
            apply(self.session, Command::SetYaw(start + turned))?;
        }
        let duration = plan.duration(self.picture);
        let is_drawn = self.number.is_multiple_of(self.every);
        self.picture += 1;
        self.number = self.number.saturating_add(1);
        if !is_drawn {
            return Ok(None);
        }
        let options = PictureOptions { tile: self.tile, ..self.animation.picture };
        Ok(Some((options.draw(self.session)?, duration)))
    }

    fn start(&mut self, sequence: Option<usize>, plan: &SequencePlan) -> Result<(), SessionError> {
        if let Some(command) = selection(sequence, self.session.workspace()) {
            apply(self.session, command)?;
        }
        let lead = self.session.workspace().lead();
        let players = self.session.workspace().actors().iter().filter(|actor| actor.player().is_some());
        let players: Vec<_> = players.map(|actor| actor.id).collect();
        for actor in players {
            let key = if actor == lead { plan.first_key } else { 0 };
            apply(self.session, Command::Seek { actor, to: Moment::Key(key as f32) })?;
        }
        apply(self.session, Command::SetPlaying(true))?;
        self.passed = Duration::ZERO;
        self.tile = tile(self.session.workspace(), plan);
        Ok(())
    }
}

fn selection(sequence: Option<usize>, workspace: &Workspace) -> Option<Command> {
    let sequence = Choice::Index(sequence?);
    Some(Command::ChooseSequence { actor: workspace.lead(), sequence })
}

fn apply(session: &mut Session, command: Command) -> Result<(), SessionError> {
    session.apply(command).map(drop)
}

/// Returns a width of the floor's tiles, near the original width, at which the floor looks the same at the start and
/// end of the loop. `None` without a floor or loop, or if the tiles would be too small.
fn tile(workspace: &Workspace, plan: &SequencePlan) -> Option<f32> {
    let floor = workspace.floor().filter(|_| plan.closes())?;
    let mut after = workspace.clone();
    after.advance(plan.span);
    let passed = after.player().travelled - workspace.player().travelled;
    #[expect(clippy::cast_possible_truncation, reason = "the distance of a few seconds")]
    let passed = passed.abs() as f32;
    // If the floor moves by less than half a tile, the tiles would be too small, so the floor jumps a little at
    // the end of the loop.
    let tiles = (passed / floor.tile).round().max(1.0);
    Some(passed / tiles).filter(|tile| *tile >= SMALLEST_TILE * floor.tile)
}

#[cfg(test)]
mod tests;
