//! The integration tests of md2-export, one module per topic.

mod common;
mod export_smoke;
mod fuzz_smoke;
mod gltf_write;
mod import_broken;
mod import_choice;
mod import_gltf;
mod import_obj;
mod import_round_trip;
mod import_steps;
mod invariants;
mod losses;
mod mdl;
mod models;
mod obj_md2_write;
mod vat;
