//! The conditions of the models in the tree, for the filters of the file list. Tasks open all models to find them.

use std::path::{Path, PathBuf};

use md2_scene::{Document, Skin};
use md2_task::Task;

use super::{NodeId, Tree};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelCondition {
    Damaged,
    WithoutSkin,
    /// With unsaved edits.
    Edited,
}

impl ModelCondition {
    pub const ALL: [Self; 3] = [Self::Damaged, Self::WithoutSkin, Self::Edited];

    pub fn label(self) -> &'static str {
        match self {
            Self::Damaged => "Damaged",
            Self::WithoutSkin => "Without skin",
            Self::Edited => "Edited",
        }
    }
}

/// The number of models that a task opens, so that the list shows results early.
const BATCH: usize = 24;

/// The conditions of each model that a task opened.
type Conditions = Vec<(NodeId, Vec<ModelCondition>)>;

#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub(crate) is_wanted: bool,
    /// Whether a survey was started, so that models that change are opened again.
    pub(crate) follows_changes: bool,
    /// The models that no task has opened yet. The last one is next.
    queue: Vec<NodeId>,
    task: Option<Task<Conditions>>,
}

impl Survey {
    pub(crate) fn rest(&self) -> Option<usize> {
        self.is_wanted.then_some(self.queue.len())
    }

    /// Takes the results of the task, and starts the next one. The survey ends once all entries are listed and all models known.
    pub(crate) fn poll(&mut self, tree: &mut Tree, is_listed: bool) -> bool {
        let finished = Task::take_finished(&mut self.task);
        let is_new = finished.is_some();
        for (id, conditions) in finished.into_iter().flatten().flatten() {
            tree.version += 1;
            tree.node_mut(id).conditions = Some(conditions);
        }
        if !self.is_wanted || self.task.is_some() {
            return is_new;
        }
        if self.queue.is_empty() {
            self.queue = tree.figures(&Default::default());
            self.queue.retain(|id| tree.node(*id).conditions.is_none() && tree.reason(*id).is_none());
            self.queue.reverse();
            self.is_wanted = !self.queue.is_empty() || !is_listed;
        }
        let batch = self.queue.split_off(self.queue.len().saturating_sub(BATCH));
        let paths: Vec<_> = batch.into_iter().rev().map(|id| (id, tree.path(id))).collect();
        if !paths.is_empty() {
            let open = |(id, path): (NodeId, PathBuf)| (id, conditions(&path));
            self.task = Some(Task::start(move |_| paths.into_iter().map(open).collect()));
        }
        is_new
    }
}

fn conditions(path: &Path) -> Vec<ModelCondition> {
    let Ok(figure) = md2_scene::open(path) else { return vec![ModelCondition::Damaged] };
    let has_image = |skin: &Skin| skin.images().next().is_some();
    let lacks_skin =
        |document: &Document| document.facts.triangles > 0 && !document.skins().iter().any(has_image);
    let has = |test: &dyn Fn(&Document) -> bool| figure.parts().iter().any(|part| test(&part.document));
    let found = [has(&|document| document.repairs().is_some()), has(&lacks_skin)];
    ModelCondition::ALL.into_iter().zip(found).filter(|(_, has)| *has).map(|(found, _)| found).collect()
}

impl Tree {
    pub(super) fn has_condition(&self, id: NodeId, condition: ModelCondition) -> bool {
        if condition == ModelCondition::Edited {
            return self.is_edited(id);
        }
        let node = self.node(id);
        let cannot_open = condition == ModelCondition::Damaged && node.reason.is_some();
        let is_known = || node.conditions.as_ref().is_some_and(|known| known.contains(&condition));
        self.is_own_figure(id) && (cannot_open || is_known())
    }

    pub(crate) fn forget_conditions(&mut self, id: NodeId) {
        self.node_mut(id).conditions = None;
    }
}
