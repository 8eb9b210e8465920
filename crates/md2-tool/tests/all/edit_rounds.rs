//! Random edits, opens, undos, saves, quits and crashes never lose an edit. `cargo xtask soak` runs more rounds.
//!
//! The test has a book of its own: each edit gives a frame a unique name, and stays in the book until undo or a question names it. After each
//! round, each name of the book is in an open or pinned model, or in a file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use md2_scene::{Command, Document, Edit, Figure, History, LookSwitch, Viewport, Workspace, builtin, reopen};
use md2_testdata::random::Random;
use md2_testdata::{TempFolder, archive, mdl, with_frames};
use md2_tool::edited::{edit_document, save};
use md2_tool::recovery::RecoveryFile;

const ROUNDS: usize = 20;
const MODELS: usize = 12;
const FRAMES: usize = 200;

struct Driver {
    folder: TempFolder,
    random: Random,
    workspace: Workspace,
    history: History,
    recovery: RecoveryFile,
    /// The edits that must not be lost: the name of a frame, and the name of its model.
    book: BTreeMap<String, String>,
    count: usize,
}

impl Driver {
    fn new(seed: u64) -> Self {
        let folder = TempFolder::with_files(&[]);
        let names: Vec<String> = (0..FRAMES).map(|frame| format!("f{frame}x")).collect();
        let (md2, mdl) = (with_frames(&names).build(), mdl::with_frames(&names).build());
        for number in 1..MODELS {
            let bytes = if number % 3 == 0 { mdl.bytes() } else { md2.bytes() };
            folder.write(&model(number), bytes);
        }
        folder.write("pak0.pak", &archive::pak(&[(b"m0.mdl", mdl.bytes())]));
        let figure = md2_scene::open(&folder.path("m1.md2")).expect("it was written");
        let (workspace, _) = Workspace::new(figure, Viewport::whole([64, 64]));
        let recovery = RecoveryFile::new(Some(&folder.path("state")));
        let (history, book, random) = (History::default(), BTreeMap::new(), Random::new(seed));
        Self { folder, random, workspace, history, recovery, book, count: 0 }
    }

    fn run(&mut self, command: Command) {
        let before = self.workspace.clone();
        let _ = self.workspace.apply(command.clone()).expect("it is possible");
        self.history.record(&command, before, &self.workspace);
    }

    fn figure(&mut self) -> Figure {
        let number = self.random.below(MODELS);
        let archive = if number == 0 { "pak0.pak/" } else { "" };
        md2_scene::open(&self.folder.path(&format!("{archive}{}", model(number)))).expect("it was written")
    }

    fn round(&mut self) -> &'static str {
        self.count += 1;
        let name = match self.random.below(20) {
            0..5 => {
                let figure = self.figure();
                self.run(Command::Open(figure));
                "open"
            }
            5..10 => self.edit(),
            10..13 => self.travel(false),
            13 => self.travel(true),
            14 => {
                let document = Arc::clone(self.workspace.document());
                let is_new = self.random.below(3) == 0;
                self.save(&document, is_new);
                "save"
            }
            15 => {
                self.run(Command::Toggle(LookSwitch::Normals));
                "look"
            }
            16 => self.reload(),
            17 => self.quit(),
            18 => self.crash(),
            _ => {
                let figure = builtin::figure().expect("it is built in");
                let is_on_tour = self.workspace.is_on_tour();
                self.run(if is_on_tour { Command::EndTour } else { Command::BeginTour(figure) });
                "tour"
            }
        };
        assert!(self.recovery.update(self.workspace.models()).is_none(), "the edits can be stored");
        name
    }

    fn edit(&mut self) -> &'static str {
        let (actor, document) = (self.workspace.lead(), Arc::clone(self.workspace.document()));
        let frame = u32::try_from(self.random.below(document.mesh().frame_count())).expect("there are few");
        let old = document.frame_name(frame).to_owned();
        if old.starts_with("edit") {
            return "no edit";
        }
        let name = format!("edit{}x", self.count);
        let edit = Edit::RenameFrames { frames: frame..=frame, old, name: name.clone() };
        let edited = Arc::new(edit_document(&document, edit).expect("it is possible"));
        self.book.insert(name, document.name().to_owned());
        self.run(Command::SetEdited { actor, document: edited });
        "edit"
    }

    fn travel(&mut self, forward: bool) -> &'static str {
        let step = if forward { History::redo } else { History::undo };
        if self.workspace.is_on_tour() {
            return "no undo";
        }
        let Some((state, change)) = step(&mut self.history, &self.workspace) else { return "no undo" };
        self.workspace = state;
        if let Some(name) = change.value.strip_prefix("renamed to ") {
            let model = self.workspace.document().name().to_owned();
            let _ = if forward { self.book.insert(name.to_owned(), model) } else { self.book.remove(name) };
        }
        if forward { "redo" } else { "undo" }
    }

    /// Saves a model to its own file, or to a new one.
    fn save(&mut self, document: &Arc<Document>, is_new: bool) {
        // If another version was saved to the file, the program asks, and the user chooses another name.
        let may_replace = document.is_unchanged_on_disk() && document.unsaved_edits().is_some();
        let own = document.path().filter(|path| !is_new && may_replace && path.is_file()).map(Path::to_owned);
        let extension = document.format().to_string().to_lowercase();
        self.count += 1;
        let path = own.unwrap_or_else(|| self.folder.path(&format!("new{}.{extension}", self.count)));
        let saved = save(document, &path, true).expect("the folder is writable");
        let models = self.book.values_mut().filter(|model| *model == document.name());
        models.for_each(|model| saved.written().name().clone_into(model));
        self.run(Command::SetSaved(saved));
    }

    fn reload(&mut self) -> &'static str {
        let (actor, document) = (self.workspace.lead(), self.workspace.document());
        let Some(newer) = reopen(document) else { return "no reload" };
        self.run(Command::Reload { actor, document: Arc::new(newer.expect("it was written")) });
        "reload"
    }

    fn quit(&mut self) -> &'static str {
        let unsaved: Vec<Arc<Document>> = self.workspace.unsaved().cloned().collect();
        let saves = match self.random.below(3) {
            0 => return "quit: cancel",
            answer => answer == 1,
        };
        if saves {
            unsaved.iter().for_each(|document| self.save(document, false));
        } else {
            let saved = names_in(files(&self.folder));
            let is_named = |model: &str| unsaved.iter().any(|document| document.name() == model);
            self.book.retain(|edit, model| !is_named(model) || saved.contains(edit));
        }
        self.recovery.write(None).expect("the folder is writable");
        self.start();
        if saves { "quit: save" } else { "quit: discard" }
    }

    /// Starts another window. The memory and the lock of the previous one are lost.
    fn start(&mut self) {
        let figure = self.figure();
        self.workspace = Workspace::new(figure, Viewport::whole([64, 64])).0;
        self.history = History::default();
        self.recovery = RecoveryFile::new(Some(&self.folder.path("state")));
    }

    fn crash(&mut self) -> &'static str {
        self.recovery.write(Some(self.workspace.models())).expect("the folder is writable");
        self.start();
        self.assert_nothing_is_lost("crash");
        for mut lost in self.recovery.find_lost() {
            let (figures, reasons) = lost.restore();
            assert_eq!(reasons, [""; 0], "the files are still there");
            figures.into_iter().for_each(|figure| self.run(Command::Open(figure)));
            self.recovery.write(Some(self.workspace.models())).expect("the folder is writable");
            lost.store().expect("the folder is writable");
        }
        "crash"
    }

    fn assert_nothing_is_lost(&self, round: &str) {
        let models = self.workspace.models();
        let figures = std::iter::once(models.open()).chain(models.pinned());
        let shown = figures.flat_map(Figure::parts).filter_map(|part| part.document.file());
        let places = shown.map(|file| file.to_vec()).chain(files(&self.folder));
        let names = names_in(places.chain(files(&self.folder.path("state"))));
        for (edit, model) in &self.book {
            assert!(names.contains(edit), "{round} lost {edit} of {model}");
        }
    }
}

fn model(number: usize) -> String {
    format!("m{number}.{}", if number.is_multiple_of(3) { "mdl" } else { "md2" })
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read(entry.path()).ok()).collect()
}

fn names_in(files: impl IntoIterator<Item = Vec<u8>>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in files {
        let text = String::from_utf8_lossy(&file);
        let rests = text.split("edit").skip(1).filter_map(|rest| rest.split_once('x'));
        names.extend(rests.map(|(number, _)| format!("edit{number}x")));
    }
    names
}

#[test]
fn no_edit_is_lost() {
    let rounds = env::var("MD2_EDIT_ROUNDS").map_or(ROUNDS, |rounds| rounds.parse().expect("a number"));
    for seed in 1..=3 {
        let (mut driver, mut happened) = (Driver::new(seed), Vec::new());
        for _ in 0..rounds {
            happened.push(driver.round());
            let last = happened[happened.len().saturating_sub(12)..].join(", ");
            driver.assert_nothing_is_lost(&format!("seed {seed}: {last}"));
        }
        println!("seed {seed}: {rounds} rounds, {} edits in the book", driver.book.len());
    }
}
