//! The commands that change a workspace, and their outcomes.

use std::fmt;
use std::sync::Arc;

use md2_anim::{Easing, LoopMode, Rates};
use md2_mesh::Mesh;

use crate::actor::{ActorId, SkinRequest};
use crate::camera::Side;
use crate::crowd::CrowdPlan;
use crate::document::Document;
use crate::figure::Figure;
use crate::look::{Background, Brightness, Look, LookSwitch};
use crate::open::OpenError;
use crate::outfit::Outfit;
use crate::repairs::Repairs;
use crate::saved::SavedModel;
use crate::selection::{CounterpartView, PointerTarget, Reference, Selection};
use crate::skin::Skin;
use crate::skin_image::SkinImageError;
use crate::viewport::Viewport;
use crate::weapon::Weapon;

#[derive(Clone, Debug)]
pub enum Command {
    // Replaces all actors by a figure (one or several models), and frames it in the window. The look, the `Transport`, rates,
    // easing and the automatic orbit are kept; loop modes and playback directions are reset. A comparison with another model
    // continues, unless the new figure is that model.
    Open(Figure),
    // Replaces all actors by a crowd that shows the plan's models in all their skins. Keeps the same settings as `Open`. A crowd
    // does not play as in the game, and ignores commands that change the sequences of an actor.
    OpenCrowd(CrowdPlan),
    // Opens a figure for a guided tour, in the same way as `Open`, until `EndTour` restores the scene. The history records no
    // command of a tour. Opening another figure ends the tour without restoring anything.
    BeginTour(Figure),
    // Restores the scene before the tour: models, time, look and camera. Without a tour, nothing changes.
    EndTour,
    // Replaces an actor's model by a newer version. Camera, sequence, time and skin are kept.
    Reload { actor: ActorId, document: Arc<Document> },
    // Replaces an actor's model by an edited version, or one with fewer edits, in the same way as `Reload`. The history records it.
    SetEdited { actor: ActorId, document: Arc<Document> },
    // Gives a model the file into which it was saved, also in all earlier versions and in the history.
    SetSaved(SavedModel),
    // Shows or hides an actor. Actors mounted on it stay visible.
    Show { actor: ActorId, shown: bool },
    // Shows or hides the surfaces of an actor that use a skin slot.
    ShowSlot { actor: ActorId, slot: usize, shown: bool },
    // Reads one of the figure's weapons and mounts it; `None` removes the weapon.
    SelectWeapon(Option<Choice>),
    AddWeapon(Weapon),

    // Switches an actor to another list of sequences, given by its index in `Player::range_sets`. Then plays the sequence with
    // the same name as before, or else the sequence that contains the current frame.
    ChooseRanges { actor: ActorId, index: usize },
    // Starts the sequence of this name in the part of the figure that has it.
    // The name may be the readable one, or omit the prefix of the part: `run` for `LEGS_RUN`. A number is an index in the first
    // actor's list of sequences.
    Play(String),
    // Starts a sequence of the actor's current list of sequences.
    // Parts of a figure play sequences of the same name together: choosing a sequence in one part starts it in all parts that
    // have it. When a part changes to another sequence, the parts that no longer play with it return to their default sequence.
    // Parts that play other sequences continue.
    ChooseSequence { actor: ActorId, sequence: Choice },
    // Shows a sequence temporarily, even while time is stopped. `None` ends the preview and returns to the exact time before it.
    // Any command that changes playback ends the preview first. The camera does not move.
    Preview(Option<Preview>),
    // Sets the loop mode of the current sequence, and ends playing as in the game. If the rules of the game have started another
    // sequence, the sequence that the user chose last plays again and gets the mode.
    SetMode { actor: ActorId, mode: LoopMode },
    SetRates { actor: ActorId, rates: Rates },
    // Sets the easing between two keyframes, for an actor and for the other parts of its figure that play the same sequence.
    SetEasing { actor: ActorId, easing: Easing },
    // Sets whether an actor plays backwards, together with the other parts of its figure that play the same sequence.
    SetReversed { actor: ActorId, reversed: bool },
    // Moves to a position in the current sequence. A position in seconds also sets the time of timed skins.
    Seek { actor: ActorId, to: Moment },

    SetPlaying(bool),
    // Stops time if it runs, or else starts it. If time runs but all sequences have finished, restarts those that can play again.
    TogglePlaying,
    // Lets all actors play as in the game of their format, or repeat the chosen sequences.
    // In the game, sequences of pain, attacks and gestures play once and return to the previous sequence. Deaths hold their last
    // frame, jumps wait in the air, and some sequences of Quake III lead to another sequence. Models of Quake and Quake II change
    // frames ten times per second, or at the times of their groups, without interpolation. Models of Quake III keep their rates
    // and interpolation.
    SetGame(bool),
    // Pauses time while the user drags a control (`true`), or ends this pause (`false`). `Transport::playing` does not change, so
    // time continues after the drag.
    Hold(bool),
    Step { forward: bool },
    // Stops time and moves all actors by a tenth of a keyframe. A crowd does not move.
    StepTenth { forward: bool },
    // Sets the speed, a factor that is clamped to 0..=`MAX_SPEED`.
    SetSpeed(f32),
    // Sets the next higher or lower speed of 1/16, 1/8, 1/4, 1/2, 1, 2 and 4.
    ChangeSpeed { faster: bool },

    SelectSkin { actor: ActorId, skin: Choice },
    // Applies a skin that all parts of the figure have. `Choice::Next` and `Choice::Previous` skip skins that cannot be shown,
    // and store the error of each.
    SelectFigureSkin(Choice),
    // Answers a skin request: applies the decoded images, or stores the error. It changes nothing if the actor no longer requests
    // that skin.
    SetOutfit { request: SkinRequest, outfit: Result<Arc<Outfit>, Arc<SkinImageError>> },
    AddSkin { actor: ActorId, skin: Skin },

    // Orbits the camera by a drag of these distances to the right and down, in pixels of a display without scaling.
    Orbit([f32; 2]),
    // Pans the camera by a drag of these distances to the right and down, in pixels.
    Pan([f32; 2]),
    // Moves the camera nearer by positive notches of a wheel, and away by negative ones.
    Zoom(f32),
    // Zooms towards a pixel, counted from the window's top left corner. The point at this pixel does not move in the picture.
    ZoomAt { notches: f32, pixel: [f32; 2] },
    // Zooms towards a point in the world. The point stays at its pixel, and the eye never reaches the point.
    ZoomTo { notches: f32, point: [f32; 3] },
    // Moves the camera so that the whole scene fits the window. The direction of the camera does not change.
    Frame,
    ResetView,
    LookFrom(Side),
    // Sets the camera's direction around the scene, in radians: 0 is the front, π/2 the model's left.
    SetYaw(f32),
    // Sets the camera's angle above the horizon, in radians.
    SetPitch(f32),
    // Sets the camera's distance, in units.
    SetDistance(f32),
    // Starts or stops the automatic orbit. Most other camera commands stop the orbit. An orbit that is started while time is
    // stopped runs until the next command that stops time.
    SetAutoOrbit(bool),
    SetOrthographic(bool),
    // Switches between the player's eye (`true`) and the camera (`false`). The player's eye is at the origin and looks along the
    // X axis; games draw the weapon in hand from there. Commands that move the camera or frame the scene return to the camera.
    SetWeaponView(bool),
    SetViewport(Viewport),

    // Sets a document's mesh with restored keyframes: the same surfaces, frames and tags, with 16 instead of 8 bits per
    // coordinate. The mesh is drawn while `Look::steady` is on, and dropped with the last actor of the document.
    SetRestored { document: Arc<Document>, mesh: Arc<Mesh> },

    // Selects a frame, triangle or vertex of a model; `None` clears the selection. Selecting a frame stops time and shows this
    // frame, in a sequence that contains it.
    Select(Option<Selection>),
    // Sets the triangle and the vertex under the pointer; `None` if the pointer is not over a model.
    Hover(Option<PointerTarget>),
    // Compares the pose of an actor with one of its frames. This replaces any other comparison; `None` ends the comparison.
    Compare(Option<Reference>),
    // Compares the figure with another model at the same place and time. This replaces any other comparison.
    CompareWith(Figure),
    // Chooses the models of a comparison that are drawn. Without another model, nothing changes.
    ViewCounterpart(CounterpartView),

    SetLook(Look),
    SetBackground(Background),
    SetBrightness(Brightness),
    Toggle(LookSwitch),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Index(usize),
    /// A name in any letter case (for a sequence also its readable name), or an index in digits.
    Named(String),
    Next,
    Previous,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => index.fmt(f),
            Self::Named(name) => f.write_str(name),
            Self::Next => f.write_str("next"),
            Self::Previous => f.write_str("previous"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    pub actor: ActorId,
    pub sequence: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    // A position in keyframes from the first: 2.5 is halfway between the third and the fourth.
    Key(f32),
    // A position in another sequence, which becomes the current one: its index in the actor's list of sequences, and
    // the position in keyframes.
    In { sequence: usize, key: f32 },
    // Seconds from the start of the sequence. In a loop, negative numbers count from the loop's end.
    Seconds(f32),
    First,
    Last,
}

#[derive(Debug, Default)]
#[must_use = "it contains the warnings"]
pub struct Outcome {
    pub warnings: Vec<Warning>,
}

#[derive(Debug, thiserror::Error)]
pub enum Warning {
    #[error(transparent)]
    Image(Arc<SkinImageError>),
    /// Further skins were not tried, because the search has already decoded too many pixels of skins that cannot be shown.
    #[error("{count} further skins were not tried")]
    NotTried { count: usize },
    #[error(transparent)]
    Weapon(#[from] OpenError),
    #[error("{document} is damaged: {repairs}")]
    Repaired { document: String, repairs: Repairs },
}

impl From<SkinImageError> for Warning {
    fn from(error: SkinImageError) -> Self {
        Self::Image(Arc::new(error))
    }
}

impl Warning {
    pub(crate) fn for_damage(document: &Document) -> Option<Self> {
        let repairs = document.repairs()?.clone();
        Some(Self::Repaired { document: document.name().to_owned(), repairs })
    }
}
