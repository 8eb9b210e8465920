//! The tab of what the figure wears and carries.

use egui::Ui;

use super::{Seen, skins, worn};
use crate::browser::Subject;
use crate::wish::Wish;

/// The whole tab.
pub(super) fn show(ui: &mut Ui, seen: &Seen<'_>, sights: &mut Vec<Subject>, wishes: &mut Vec<Wish>) {
    worn::skins(ui, seen.workspace, wishes);
    skins::show(ui, seen, sights, wishes);
    worn::weapons(ui, seen.workspace, wishes);
}
