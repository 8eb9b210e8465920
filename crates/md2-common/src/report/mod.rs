//! Reports: all findings of a check.
//!
//! The crate of a format defines its [`Code`]s with [`codes!`](crate::codes) and the [`Engine`]s that read the format
//! with [`engines!`](crate::engines). A check adds findings to [`Findings`], which stores the first findings of each
//! code and counts the others, so that a damaged file cannot fill the memory. The resulting [`Report`] lists the
//! findings in the order in which they were found.
//!
//! ```
//! use md2_common::report::{self, Findings};
//!
//! // The programs that read the format.
//! md2_common::engines! {
//!     pub enum Engine {
//!         Original "original",
//!         Port "port",
//!     }
//! }
//!
//! const BOTH: report::Engines<Engine> =
//!     report::Engines::from_index(Engine::Original as u32).union(report::Engines::from_index(Engine::Port as u32));
//! const NONE: report::Engines<Engine> = report::Engines::NONE;
//!
//! md2_common::codes! {
//!     /// A kind of finding; its location is a text.
//!     pub enum Code {
//!         type Location = &'static str;
//!         type Engine = Engine;
//!     }
//!     Error {
//!         Cut "XYZ-E001" BOTH "The file ends early."
//!     }
//!     Note {
//!         Trailing "XYZ-N001" NONE "Bytes follow the last record."
//!     }
//! }
//!
//! let mut findings = Findings::new(8);
//! findings.add(Code::Cut, "header", 12, format_args!("12 bytes"), "at least 68");
//! let report = findings.into_report();
//!
//! assert!(report.has_errors());
//! assert_eq!(
//!     report.to_string(),
//!     "XYZ-E001 error: header: 12 bytes, expected at least 68 (byte 0xc) [original, port]\n"
//! );
//! ```

mod code;
mod engine;
mod fault;
mod finding;
mod findings;

pub use code::{Code, Severity};
pub use engine::{Engine, Engines};
pub use fault::{ParseError, WriteError};
pub use finding::{Finding, OmittedFindings, Report};
pub use findings::{CheckOptions, Findings};
