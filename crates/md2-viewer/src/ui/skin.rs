//! The tab of what the figure wears and carries.

use egui::Ui;

use super::{Seen, worn};
use crate::wish::Wish;

/// The whole tab.
pub(super) fn show(ui: &mut Ui, seen: &Seen<'_>, wishes: &mut Vec<Wish>) {
    worn::skins(ui, seen.workspace, wishes);
    worn::weapons(ui, seen.workspace, wishes);
}
