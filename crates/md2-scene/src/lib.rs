//! The state of a model viewer without its window and its GPU.
#![doc = include_str!("../README.md")]
#![allow(missing_docs, reason = "a part of the two programs, not a library for others")]
#![forbid(unsafe_code)]

mod alpha;
mod document;
mod edit;
mod embedded;
mod error_chain;
mod ground_speed;
mod outfit;
mod ranges;
mod repairs;
mod skin;
mod skin_image;
mod slot_images;
mod study;

mod figure;
mod models;
mod open;
mod saved;
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
mod inbetween;
mod marks;
mod mistake;
mod pick;
mod posed_scene;
pub mod text;
mod weapon_view;
mod workspace;

pub mod builtin;
pub mod findings;
pub mod sketch;
pub mod stdin;

pub mod change;
mod history;
mod skin_decoder;

pub use actor::{Actor, ActorId, Motion, Mount, SkinRequest};
pub use alpha::Alpha;
pub use camera::{OrbitCamera, Side};
pub use command::{Choice, Command, Moment, Outcome, Preview, Warning};
pub use compare::{Comparison, Matching, VertexDifference};
pub use crowd::{Crowd, CrowdError, CrowdGroup, CrowdPlan, Placement};
pub use document::{Companions, Document};
pub use drawn::DrawnActor;
pub use edit::{Edit, FileSkin, ModelTransform};
pub use error::CommandError;
pub use figure::{Figure, MountPoint, Part, PartMotion};
pub use floor::Floor;
pub use ghost::GhostModel;
pub use ground_speed::{GroundSpeedError, GroundSpeeds};
pub use history::History;
pub use look::{
    Background, BackgroundError, Blend, Brightness, FloorKind, Geometry, LAMP, Lighting, Look, LookSwitch,
};
pub use marks::{MarkPoint, MarkSink};
pub use md2_assets::Cover;
pub use md2_assets::MissingFile;
pub use md2_common::is_plain;
pub use md2_common::{Faces, Projection};
pub use mistake::Mistake;
pub use models::Models;
pub use open::{
    OpenError, open, open_alone, open_bytes, open_edited, open_level, open_own_model, open_restored,
    open_without_last_edit, prefer_script, reopen, saved_at,
};
pub use outfit::{Outfit, SlotContent};
pub use pick::{Hit, Picker};
pub use player::{MAX_SPEED, Player};
pub use posed_scene::PosedScene;
pub use ranges::{RangeSet, SequenceSource};
pub use repairs::Repairs;
pub use saved::SavedModel;
pub use selection::{CounterpartView, Piece, PointerTarget, Reference, Selection};
pub use skin::Skin;
pub use skin_decoder::{DecodedSkin, SkinDecoder};
pub use skin_image::{Layers, MAX_OUTFIT_BYTES, SkinImage, SkinImageError, game_palette};
pub use slot_images::{Paint, SlotImages};
pub use study::Study;
pub use view::{Ray, View};
pub use viewport::Viewport;
pub use weapon::Weapon;
pub use workspace::{CROSSFADE, CommandCounts, Counterpart, Transport, Workspace};
