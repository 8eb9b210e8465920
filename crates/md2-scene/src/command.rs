//! Everything that can be asked of a workspace.

use std::fmt;
use std::sync::Arc;

use md2_anim::{Easing, LoopMode, Rates};
use md2_common::Faces;
use md2_mesh::Mesh;

use crate::actor::{ActorId, Mount, SkinRequest};
use crate::alpha::Alpha;
use crate::camera::Side;
use crate::crowd::CrowdPlan;
use crate::document::Document;
use crate::figure::Figure;
use crate::lighting::Lighting;
use crate::look::{Background, Brightness, FloorKind, Look, Switch};
use crate::open::OpenError;
use crate::outfit::Outfit;
use crate::picture::PictureError;
use crate::repairs::Repairs;
use crate::selection::{Pointed, Reference, Selection};
use crate::skin::Skin;
use crate::viewport::Viewport;
use crate::weapon::Weapon;

/// A wish of the user, or of whoever drives a workspace. [`Workspace::apply`](crate::Workspace::apply) carries it out.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Command {
    /// Takes away all actors and shows this model, or these models as they hang on one another, seen afresh: from its start,
    /// dressed, armed, framed. The look stays, and so does how time passes: stopped or not, how fast, as in the game or not,
    /// with the camera circling or not, at the same rates and on the curve that was chosen between keys. Loop modes and
    /// directions were those of sequences that are gone. Another model that the one before was compared with stands beside this
    /// one from now on, unless it is this one.
    Open(Figure),
    /// Takes away all actors and shows a crowd of these models, seen afresh: all dressed. What [`Open`](Self::Open) keeps stays.
    /// A crowd does not play as in the game, and what is asked of single actors' sequences does not touch the crowd's.
    OpenCrowd(CrowdPlan),
    /// Replaces an actor's model by a newer version of it: what is seen, and from where, stays.
    Reload {
        /// Whose.
        actor: ActorId,
        /// The newer version.
        document: Arc<Document>,
    },
    /// Adds an actor, in its first skin. [`Outcome::added`] tells its number.
    Add {
        /// What it is.
        document: Arc<Document>,
        /// What it does.
        cue: Cue,
        /// Whom it hangs on.
        mount: Option<Mount>,
    },
    /// Takes an actor away, and those that follow it or hang on it. The first one can only be replaced.
    Remove(ActorId),
    /// Sets whether an actor is drawn. What hangs on it is.
    Show {
        /// Whether who.
        actor: ActorId,
        /// Whether it is.
        shown: bool,
    },
    /// Lets the figure carry one of its [weapons](crate::Figure::weapons), which is read now, or none.
    Carry(Option<Choice>),
    /// Adds a weapon to those of the figure, and lets it carry that.
    AddWeapon(Weapon),

    /// Splits an actor's frames into sequences another way; plays the sequence of the same name, or else the one that
    /// holds the frame at hand.
    ChooseRanges {
        /// Whose.
        actor: ActorId,
        /// Place in [`Player::range_sets`](crate::Player::range_sets).
        index: usize,
    },
    /// Starts the sequence of this name in the part of the figure that has it.
    ///
    /// It may be the [name for people](md2_anim::Sequence::readable_name), or the name without what tells the part: `run`
    /// for `LEGS_RUN`. A number is one of the first actor's.
    Play(String),
    /// Starts a sequence of the chosen list.
    ///
    /// Parts of a figure that have a sequence of one name play it together: choosing it in one starts it in all of them, and
    /// where one leaves it, the others go back to the sequence they started with. What else they play stays.
    ChooseSequence {
        /// Whose.
        actor: ActorId,
        /// Which.
        sequence: Choice,
    },
    /// Shows a sequence for a while, also while time is stopped; `None` goes back to what played, to its very place. Any
    /// command that changes what plays goes back first. The camera is left alone.
    Preview(Option<Preview>),
    /// Sets what happens at the end of the sequence that plays; of who plays as in the game, at that of the one chosen last, which
    /// then plays. Nobody [plays as in the game](Self::SetGame) any longer.
    SetMode {
        /// Whose.
        actor: ActorId,
        /// What happens.
        mode: LoopMode,
    },
    /// Sets where an actor's frames a second come from, for lists that do not tell them.
    SetRates {
        /// Whose.
        actor: ActorId,
        /// The table.
        rates: Rates,
    },
    /// Sets how an actor moves between two keys, and those that play the same sequence.
    SetEasing {
        /// Whose.
        actor: ActorId,
        /// The curve.
        easing: Easing,
    },
    /// Sets whether an actor's sequences run backwards.
    SetReversed {
        /// Whose.
        actor: ActorId,
        /// Whether they do.
        reversed: bool,
    },
    /// Goes to a place in the sequence that plays. By a time, timed skins go there too.
    Seek {
        /// Whose.
        actor: ActorId,
        /// Where.
        to: Moment,
    },

    /// Lets time pass, or stops it. Sequences that have ended start again when it begins to pass. While it is stopped
    /// everything rests, timed skins and a camera that circles by itself as well.
    SetPlaying(bool),
    /// Stops time if something plays, or if nothing could start again; else lets it pass.
    TogglePlaying,
    /// Lets everybody play as in the game of their format, or as sequences say: those that were chosen, wherever the game has
    /// gone on to from them.
    ///
    /// As in the game, pains, attacks and gestures are played once and lead back to what was played before, deaths hold their last
    /// frame, jumps wait in the air, and one sequence of Quake III's leads to the next. Models of Quake and Quake II step ten
    /// times a second, or as their groups say, without a picture in between; those of Quake III keep their rates and blends.
    SetGame(bool),
    /// Holds the time as long as the user has hold of it, without stopping it.
    Hold(bool),
    /// Stops time, and goes to the next key of every actor that plays, or to the one before.
    Step {
        /// Whether to the next.
        forward: bool,
    },
    /// Sets the speed, a factor in 0..=[`MAX_SPEED`](crate::MAX_SPEED); what lies outside is moved to the nearer end.
    SetSpeed(f32),
    /// Faster by a step, or slower.
    ChangeSpeed {
        /// Whether faster.
        faster: bool,
    },

    /// Puts on a skin. Chosen again, it is read again.
    Wear {
        /// Who.
        actor: ActorId,
        /// Which.
        skin: Choice,
    },
    /// Puts on a skin that [all parts](crate::Workspace::skins) of the figure have. The next one, or the one before, is the next
    /// that can be shown: what cannot is told of once, [marked](crate::Workspace::why_unreadable) and passed over.
    WearAll(Choice),
    /// Answers a [request](crate::Workspace::skin_requests) for a skin: applies its pictures, or notes that it cannot be shown.
    /// The command changes nothing if the actor no longer requests that skin.
    SetOutfit {
        /// The request.
        request: SkinRequest,
        /// The pictures, or the reason for their absence.
        outfit: Result<Arc<Outfit>, Arc<PictureError>>,
    },
    /// Adds a skin to those of an actor and puts it on.
    AddSkin {
        /// Whose.
        actor: ActorId,
        /// The skin.
        skin: Skin,
    },

    /// Turns the scene by a drag right and down, as if taken by the hand: in pixels of a display without scaling, so that
    /// hands move as far on every display.
    Orbit([f32; 2]),
    /// Shifts the scene by a drag in pixels, right and down.
    Pan([f32; 2]),
    /// Goes nearer by positive notches of a wheel, and away by negative ones.
    Zoom(f32),
    /// The same to what is seen at a place of the window, in physical pixels from its top left corner: that stays there.
    ZoomAt {
        /// How far.
        notches: f32,
        /// Where to.
        pixel: [f32; 2],
    },
    /// The same to a point in the world: it stays where it is seen, and the eye never comes to it.
    ZoomTo {
        /// How far.
        notches: f32,
        /// Where to.
        point: [f32; 3],
    },
    /// Moves the camera to where everything fits, keeping its direction.
    Frame,
    /// Brings the camera back to where it is when a model is opened, circling by itself.
    ResetView,
    /// Looks at the scene from a side.
    LookFrom(Side),
    /// Sets the camera's direction around the scene, in radians: 0 is the front, π/2 the model's left.
    SetYaw(f32),
    /// Sets the camera's height above the horizon, in radians.
    SetPitch(f32),
    /// Sets the camera's distance, in units.
    SetDistance(f32),
    /// Lets the camera circle by itself, or stops it. Most other commands to the camera stop it too. Asked for while time is
    /// stopped, it circles all the same, until time passes or is stopped the next time.
    SetAutoOrbit(bool),
    /// Sets whether the camera sees without perspective.
    SetOrthographic(bool),
    /// Looks from the player's eye as the games draw the weapon in hand, from the model's origin along its X axis, or around the
    /// scene again. Commands that turn or move the camera, or frame the scene, leave that view.
    SetWeaponView(bool),
    /// Tells the size of the window, and which part of it panels leave free.
    SetViewport(Viewport),

    /// Hands in a document's mesh with restored keys, which is drawn in its place while the look is
    /// [steady](Look::steady). It is forgotten with the last actor that is this document.
    SetRestored {
        /// Whose mesh it is.
        document: Arc<Document>,
        /// The same surfaces, frames and tags, with keys of 16 bits instead of 8.
        mesh: Arc<Mesh>,
    },

    /// Selects a piece of a model, or nothing. A frame is gone to, in the sequence that holds it, and time stops.
    Select(Option<Selection>),
    /// Tells what the pointer is on, or that it is on nothing.
    Hover(Option<Pointed>),
    /// Compares the pose of an actor with one of its frames, or with nothing, and with no other model any more.
    Compare(Option<Reference>),
    /// Compares what is seen with another model, which stands in its place at the same moment, and with no frame any more.
    CompareWith(Figure),

    /// Sets all switches of the picture.
    SetLook(Look),
    /// Sets what is drawn of the models' triangles.
    SetFaces(Faces),
    /// Sets what the models stand on.
    SetFloor(FloorKind),
    /// Sets what is behind everything.
    SetBackground(Background),
    /// Sets how bright the light is.
    SetBrightness(Brightness),
    /// Sets how models are lit.
    SetLighting(Lighting),
    /// Sets whether skins have holes where they are clear.
    SetAlpha(Alpha),
    /// Turns one switch of the picture over.
    Toggle(Switch),
}

/// What an actor that is added shall do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cue {
    /// Play its own sequences.
    Play,
    /// Show the frames that another one shows.
    Follow(ActorId),
    /// Show one frame.
    Still(u32),
}

/// One of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// By its place in the list.
    Index(usize),
    /// By its name, in any case, or its place in digits. A sequence goes by its name for people too.
    Named(String),
    /// The one after the present one, around the end.
    Next,
    /// The one before the present one, around the beginning.
    Previous,
}

impl fmt::Display for Choice {
    /// As a user would type it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => index.fmt(f),
            Self::Named(name) => f.write_str(name),
            Self::Next => f.write_str("next"),
            Self::Previous => f.write_str("previous"),
        }
    }
}

/// A sequence to be shown for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Whose.
    pub actor: ActorId,
    /// Its place in the chosen list.
    pub sequence: usize,
}

/// A place in a sequence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// In keys from the first: 2.5 is halfway between the third and the fourth.
    Key(f32),
    /// The same in another sequence of the list, which plays from then on.
    In {
        /// Its place in the list.
        sequence: usize,
        /// In keys from its first.
        key: f32,
    },
    /// In seconds from the start; in a loop, negative numbers count from its end.
    Seconds(f32),
    /// The first key.
    First,
    /// The last key.
    Last,
}

/// What a command that was carried out has to tell.
#[derive(Debug, Default)]
#[must_use = "what went wrong without stopping the command is told here"]
pub struct Outcome {
    /// The actor that was added.
    pub added: Option<ActorId>,
    /// What could not be shown and was passed over.
    pub warnings: Vec<Warning>,
}

/// What a command passed over.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// A skin cannot be shown.
    #[error(transparent)]
    Picture(Arc<PictureError>),
    /// Nothing was left to try for further skins: those before them took too much.
    #[error("{count} further skins were not tried")]
    NotTried {
        /// How many.
        count: usize,
    },
    /// A weapon cannot be read.
    #[error(transparent)]
    Weapon(#[from] OpenError),
    /// A model's file is damaged, and what is left of it is shown.
    #[error("{document} is damaged: {repairs}")]
    Repaired {
        /// The model's name.
        document: String,
        /// What is wrong with it, and what was done.
        repairs: Repairs,
    },
}

impl From<PictureError> for Warning {
    fn from(error: PictureError) -> Self {
        Self::Picture(Arc::new(error))
    }
}

impl Warning {
    /// What is to be told of a model that is shown.
    pub(crate) fn of_damage(document: &Document) -> Option<Self> {
        let repairs = document.repairs()?.clone();
        Some(Self::Repaired { document: document.name().to_owned(), repairs })
    }
}
