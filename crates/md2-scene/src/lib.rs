//! A model viewer without its window and its GPU: what is shown, and how it changes.
//!
//! - A [`Document`] is a model that was read, with its sequences and skins. It never changes, and is shared.
//! - A [`Figure`] is what is opened at once: a document, or several that hang on one another, and weapons to carry.
//! - An [`Actor`] is a document in the scene: what it plays, what it wears, what it hangs on.
//! - A [`Workspace`] is actors, a camera and a look. [`Workspace::apply`] carries out a [`Command`], and
//!   [`Workspace::advance`] lets time pass; nothing else changes it.
//! - A [`Crowd`] is many figures on a field, each in its own sequence and at its own moment; its actors are drawn once for each
//!   member.
//! - [`Workspace::drawn`] tells what there is to draw at this moment, for whoever has a GPU.
//!
//! ```
//! use std::time::Duration;
//! use md2_scene::{Choice, Command, Companions, Document, Viewport, Workspace};
//!
//! # let file = md2_testdata::one_triangle().build();
//! # let bytes = file.bytes();
//! let document = Document::from_bytes("triangle.md2", bytes, Companions::default())?;
//! let (mut workspace, _) = Workspace::new(document, Viewport::whole([640, 480]));
//!
//! let actor = workspace.lead();
//! let sequence = Choice::Named(String::from("stand"));
//! workspace.apply(Command::ChooseSequence { actor, sequence })?;
//! workspace.advance(Duration::from_millis(50));
//!
//! let drawn = workspace.drawn().next().expect("there is one actor");
//! assert_eq!((drawn.pose.frame_a, drawn.pose.frame_b, drawn.pose.blend), (0, 1, 0.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it promises
//!
//! - Time is an argument: no clock is read. The same commands and the same time give the same picture.
//! - A command that fails leaves everything as it was.
//! - What hangs on a tag is where the tag is at every moment, turned and not bent.
//! - Files are read by [`open`], and when a skin or a weapon that is a file is taken; all else works on bytes in
//!   memory. Nothing is written.
//!
//! Space is Quake's: X forward, Y left, Z up, in its units. Angles are in radians, pixels are physical.

#![forbid(unsafe_code)]

/// The example of the README is compiled with those of the documents.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alpha;
mod document;
mod embedded;
mod ground_speed;
mod outfit;
mod ranges;
mod repairs;
mod skin;
mod skin_image;
mod slot_images;
mod study;

mod figure;
mod open;
mod player_part;
mod weapon;

mod camera;
mod eye_view;
mod look;
mod view;
mod viewport;

mod actor;
mod crowd;
mod player;
mod selection;

mod command;
mod compare;
mod drawn;
mod error;
mod floor;
mod ghost;
mod marks;
mod pick;
mod posed_scene;
pub mod text;
mod weapon_view;
mod workspace;

pub use actor::{Actor, ActorId, Motion, Mount, SkinRequest};
pub use alpha::Alpha;
pub use camera::{OrbitCamera, Side};
pub use command::{Choice, Command, Cue, Moment, Outcome, Preview, Warning};
pub use compare::{Comparison, Matching, VertexDifference};
pub use crowd::{Crowd, CrowdError, CrowdGroup, CrowdPlan};
pub use document::{Companions, Document};
pub use drawn::DrawnActor;
pub use error::CommandError;
pub use figure::{Figure, MountPoint, Part, PartMotion};
pub use floor::Floor;
pub use ghost::GhostModel;
pub use ground_speed::{GroundSpeedError, GroundSpeeds};
pub use look::{Background, BackgroundError, Brightness, FloorKind, Lighting, Look, LookSwitch};
pub use marks::{MarkPoint, MarkSink};
/// How a picture covers what is behind it.
pub use md2_assets::Cover;
/// A file that a player's package lacks.
pub use md2_assets::MissingFile;
/// Whether a character of a name only shows itself.
pub use md2_common::is_plain;
/// Choices of a picture that the renderer takes as they are.
pub use md2_common::{Faces, Projection};
pub use open::{OpenError, open, open_alone, open_bytes, reopen};
pub use outfit::{Outfit, SlotContent};
pub use pick::{Hit, Picker};
pub use player::{MAX_SPEED, Player};
pub use posed_scene::PosedScene;
pub use ranges::RangeSet;
pub use repairs::Repairs;
pub use selection::{Piece, PointerTarget, Reference, Selection};
pub use skin::Skin;
pub use skin_image::{Layers, MAX_OUTFIT_BYTES, SkinImage, SkinImageError};
pub use slot_images::{Paint, SlotImages};
pub use study::Study;
pub use view::{Ray, View};
pub use viewport::Viewport;
pub use weapon::Weapon;
pub use workspace::{CROSSFADE, Counterpart, Transport, Workspace};
