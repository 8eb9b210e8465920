//! Commands that select, hover over and compare pieces of a model: frames, triangles and vertices.

use super::super::Workspace;
use crate::actor::ActorId;
use crate::command::Choice;
use crate::document::Document;
use crate::error::CommandError;
use crate::figure::Figure;
use crate::player::Player;
use crate::selection::{Piece, PointerTarget, Reference, Selection};
use crate::workspace::counterpart::Counterpart;

impl Workspace {
    pub(super) fn select(&mut self, selection: Option<Selection>) -> Result<(), CommandError> {
        if let Some(selection) = selection {
            self.require(selection.actor, selection.piece)?;
            if let Piece::Frame(frame) = selection.piece {
                self.go_to_frame(selection.actor, frame)?;
            }
        }
        self.selection = selection;
        Ok(())
    }

    pub(super) fn hover_over(&mut self, pointed: Option<PointerTarget>) -> Result<(), CommandError> {
        if let Some(pointed) = pointed {
            self.actor_mut(pointed.actor)?;
            pointed.pieces().try_for_each(|piece| self.require(pointed.actor, piece))?;
        }
        self.hover = pointed;
        Ok(())
    }

    pub(super) fn compare(&mut self, reference: Option<Reference>) -> Result<(), CommandError> {
        if let Some(Reference { actor, frame }) = reference {
            self.require(actor, Piece::Frame(frame))?;
        }
        self.reference = reference;
        self.counterpart = None;
        Ok(())
    }

    pub(super) fn compare_with(&mut self, figure: Figure) {
        let mut counterpart = Counterpart::new(figure, self.body());
        // The view stays, as the figure may be a newer version of the other model.
        counterpart.view = self.counterpart.as_ref().map_or(counterpart.view, |before| before.view);
        self.counterpart = Some(counterpart);
        self.reference = None;
    }

    fn require(&self, id: ActorId, piece: Piece) -> Result<(), CommandError> {
        let document = self.actor(id).ok_or(CommandError::NoActor { actor: id })?.document();
        let missing = || CommandError::NoPiece { document: document.name().to_owned(), piece };
        has(document, piece).then_some(()).ok_or_else(missing)
    }

    pub(super) fn limit_hover(&mut self) {
        self.hover = self.hover.filter(|_| self.look.inspect);
    }

    /// Shows a frame of an actor that plays: in the current sequence if it contains the frame, or else in the
    /// first sequence that does.
    fn go_to_frame(&mut self, id: ActorId, frame: u32) -> Result<(), CommandError> {
        self.set_playing(false);
        // An actor without a player follows another actor or shows a single frame.
        let Ok(player) = self.player_mut(id) else { return Ok(()) };
        let Some((set, sequence, key)) = place_of(player, frame) else { return Ok(()) };
        if set != player.range_set_index() {
            self.choose_ranges(id, set)?;
        }
        if sequence != self.player_mut(id)?.sequence_index() {
            self.choose_sequence(id, &Choice::Index(sequence))?;
        }
        self.with_players(id, |player| player.seek(key as f32))
    }

    pub(in crate::workspace) fn drop_invalid_selection(&mut self) {
        let has = |id, piece| self.actor(id).is_some_and(|actor| has(actor.document(), piece));
        let selection = self.selection.filter(|selection| has(selection.actor, selection.piece));
        let is_there = |pointed: &PointerTarget| {
            self.actor(pointed.actor).is_some() && pointed.pieces().all(|piece| has(pointed.actor, piece))
        };
        let hover = self.hover.filter(is_there);
        let reference = self.reference.filter(|to| has(to.actor, Piece::Frame(to.frame)));
        (self.selection, self.hover, self.reference) = (selection, hover, reference);
    }
}

fn has(document: &Document, piece: Piece) -> bool {
    let facts = document.facts;
    match piece {
        Piece::Frame(frame) => (frame as usize) < document.mesh().frame_count(),
        Piece::Triangle(triangle) => (triangle as usize) < facts.triangles,
        Piece::Vertex(vertex) => (vertex as usize) < facts.vertices,
        Piece::Surface(surface) => (surface as usize) < document.mesh().surfaces().len(),
    }
}

fn place_of(player: &Player, frame: u32) -> Option<(usize, usize, u32)> {
    let (set, sequence) = (player.range_set_index(), player.sequence_index());
    let in_set = |set: usize| {
        let sequences = player.range_sets()[set].sequences.iter().enumerate();
        sequences.filter(|(_, sequence)| sequence.contains(frame)).map(move |(index, _)| (set, index))
    };
    let chosen = in_set(set).find(|&(_, index)| index == sequence);
    let others = (0..player.range_sets().len()).filter(|&other| other != set).flat_map(in_set);
    let (set, index) = chosen.into_iter().chain(in_set(set)).chain(others).next()?;
    let sequence = &player.range_sets()[set].sequences[index];
    let key =
        (0..=sequence.last.saturating_sub(sequence.first)).find(|&key| sequence.frame_at(key) == frame)?;
    Some((set, index, key))
}
