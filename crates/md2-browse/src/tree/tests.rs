//! Trees that are built from listings, without files on disk.

use md2_assets::FolderItem;

use super::*;

fn listing(items: &[(&str, ItemKind)], is_figure: bool) -> FolderListing {
    let item =
        |(name, kind): &(&str, ItemKind)| FolderItem { name: (*name).into(), kind: *kind, refused: None };
    FolderListing { items: items.iter().map(item).collect(), is_figure, names: items.len(), is_cut: false }
}

fn root(path: &str, is_recursive: bool) -> Root {
    Root { path: path.into(), kind: EntryKind::Folder, is_recursive }
}

fn drawn(tree: &Tree, filter: &str) -> Vec<String> {
    drawn_by(tree, &RowFilter::with_words(filter))
}

fn drawn_by(tree: &Tree, filter: &RowFilter) -> Vec<String> {
    let rows = tree.rows(filter);
    rows.iter().map(|row| format!("{}{}", " ".repeat(row.depth as usize), tree.row_name(row))).collect()
}

/// Returns the tree of a game folder with two players, a model, an archive and a folder of sounds.
fn game(is_recursive: bool) -> Tree {
    use ItemKind::{Archive, Folder, Image, Model};
    let (mut tree, mut requests) = Tree::new(vec![root("/q/game", is_recursive)], 0);
    while let Some((id, path)) = requests.pop() {
        let listing = match path.to_str().unwrap() {
            "/q/game" => listing(
                &[("players", Folder), ("sound", Folder), ("pak0.pak", Archive), ("m.md2", Model)],
                false,
            ),
            "/q/game/players" => listing(&[("female", Folder), ("male", Folder)], false),
            "/q/game/sound" => listing(&[("deep", Folder)], false),
            "/q/game/sound/deep" => listing(&[], false),
            "/q/game/pak0.pak" => listing(&[("p.md2", Model)], false),
            _ => listing(&[("tris.md2", Model), ("a.pcx", Image)], true),
        };
        requests.extend(tree.set_listing(id, listing));
    }
    tree
}

#[test]
fn a_recursive_tree_lists_everything_and_hides_empty_folders() {
    let mut tree = game(true);
    assert_eq!(drawn(&tree, ""), ["game", " players", " pak0.pak", " m.md2"]);
    let players = tree.find(Path::new("/q/game/players")).unwrap();
    assert_eq!(tree.set_open(players, true), []);
    assert_eq!(drawn(&tree, ""), ["game", " players", "  female", "  male", " pak0.pak", " m.md2"]);
    let male = tree.find(Path::new("/q/game/players/male/tris.md2")).unwrap();
    assert_eq!((tree.name(male), tree.kind(male)), ("male", EntryKind::Figure));
    assert_eq!(tree.path(male), Path::new("/q/game/players/male"));
}

#[test]
fn reveals_an_entry() {
    let mut tree = game(true);
    let version = tree.version();
    let male = tree.find(Path::new("/q/game/players/male")).unwrap();
    assert_eq!(tree.reveal(male), [], "everything is listed");
    assert_eq!(drawn(&tree, ""), ["game", " players", "  female", "  male", " pak0.pak", " m.md2"]);
    assert!(tree.version() > version);
    let (mut tree, requests) = Tree::new(vec![root("/b", false)], 0);
    let _ = tree.set_listing(requests[0].0, listing(&[("c", ItemKind::Folder)], false));
    let version = tree.version();
    let c = tree.find(Path::new("/b/c")).unwrap();
    assert_eq!(tree.reveal(c), [], "its contents are not requested");
    assert_eq!(tree.version(), version, "it was visible before");
}

#[test]
fn lists_collapsed_folders_only_for_a_search() {
    let mut tree = game(false);
    assert_eq!(drawn(&tree, ""), ["game", " players", " pak0.pak", " m.md2"], "nothing is in sound/deep");
    assert_eq!(drawn(&tree, "male"), Vec::<String>::new());
    let requested: Vec<PathBuf> = tree.list_all().into_iter().map(|(_, path)| path).collect();
    let expected = ["pak0.pak", "players/female", "players/male"];
    for path in expected {
        assert!(requested.contains(&Path::new("/q/game").join(path)), "{path} of {requested:?}");
    }
    assert_eq!(requested.len(), expected.len());
}

#[test]
fn listing_a_folder_again_keeps_its_entries() {
    use ItemKind::{Archive, Folder, Model};
    let mut tree = game(true);
    let at = |tree: &Tree, path: &str| tree.find(&Path::new("/q/game").join(path)).unwrap();
    let [players, female, pak] = ["players", "players/female", "pak0.pak"].map(|path| at(&tree, path));
    tree.set_open(players, true);
    tree.mark(pak, Some("broken"));
    let (names, root) = (tree.name_count(), at(&tree, ""));
    assert_eq!(tree.list_again(at(&tree, "m.md2")), None);
    assert_eq!(tree.list_again(root), Some((root, PathBuf::from("/q/game"))));
    let items =
        [("players", Folder), ("sound", Folder), ("pak0.pak", Archive), ("m-2.md2", Model), ("m.md2", Model)];
    assert_eq!(tree.set_listing(root, listing(&items, false)), []);
    let expected = ["game", " players", "  female", "  male", " pak0.pak", " m-2.md2", " m.md2"];
    assert_eq!(drawn(&tree, ""), expected);
    assert_eq!((at(&tree, "players/female"), at(&tree, "pak0.pak")), (female, pak));
    assert_eq!((tree.reason(pak), tree.name_count()), (Some("broken"), names + 1));
    // An empty folder becomes visible when it contains a model.
    let deep = at(&tree, "sound/deep");
    assert!(tree.list_again(deep).is_some());
    assert_eq!(tree.set_listing(deep, listing(&[("a.md2", Model)], false)), []);
    assert!(drawn(&tree, "").contains(&String::from(" sound/deep")));
}

#[test]
fn a_filter_matches_words_of_a_path() {
    let tree = game(true);
    assert_eq!(drawn(&tree, "MALE tris"), ["game/players", " female", "  tris.md2", " male", "  tris.md2"]);
    assert_eq!(drawn(&tree, "p.md"), ["game", " pak0.pak", "  p.md2"]);
    assert_eq!(drawn(&tree, "game"), Vec::<String>::new(), "the root is no match");
}

#[test]
fn a_player_folder_is_one_entry() {
    use ItemKind::{Image, Model};
    let (mut tree, requests) = Tree::new(vec![root("/q/players/male", true)], 0);
    let items = [("tris.md2", Model), ("weapon.md2", Model), ("grunt.pcx", Image)];
    assert_eq!(tree.set_listing(requests[0].0, listing(&items, true)), []);
    assert_eq!(drawn(&tree, ""), ["male"]);
    let male = tree.find(Path::new("/q/players/male/weapon.md2")).unwrap();
    assert_eq!((tree.kind(male), tree.figures(&RowFilter::default())), (EntryKind::Figure, vec![male]));
    assert_eq!(tree.path(male), Path::new("/q/players/male"));
    assert_eq!(drawn(&tree, "grunt"), ["male", " grunt.pcx"]);
    assert_eq!(drawn(&tree, "male"), ["male", " tris.md2", " weapon.md2", " grunt.pcx"]);
    tree.set_open(male, true);
    assert_eq!(drawn(&tree, ""), ["male", " tris.md2", " weapon.md2", " grunt.pcx"]);
}

/// The path of a folder, its items, and whether they form one figure.
type TestFolder = (&'static str, &'static [(&'static str, ItemKind)], bool);

/// Returns a tree in which all folders are listed that it requests. The first of `folders` is the root.
fn listed(is_recursive: bool, folders: &[TestFolder]) -> Tree {
    let (mut tree, mut requests) = Tree::new(vec![root(folders[0].0, is_recursive)], 0);
    list_requested(&mut tree, &mut requests, folders);
    tree
}

fn list_requested(tree: &mut Tree, requests: &mut Vec<ListRequest>, folders: &[TestFolder]) {
    while let Some((id, path)) = requests.pop() {
        let found = folders.iter().find(|(folder, ..)| Path::new(folder) == path);
        let (_, items, is_figure) = found.unwrap_or_else(|| panic!("{path:?} was requested"));
        requests.extend(tree.set_listing(id, listing(items, *is_figure)));
    }
}

#[test]
fn folders_with_a_single_folder_are_one_row() {
    use ItemKind::{Folder, Image, Model};
    let folders: [TestFolder; 5] = [
        ("/q", &[("baseq2", Folder), ("m.md2", Model)], false),
        ("/q/baseq2", &[("empty", Folder), ("players", Folder)], false),
        ("/q/baseq2/empty", &[], false),
        ("/q/baseq2/players", &[("male", Folder)], false),
        ("/q/baseq2/players/male", &[("tris.md2", Model), ("a.pcx", Image)], true),
    ];
    for is_recursive in [false, true] {
        let mut tree = listed(is_recursive, &folders);
        if !is_recursive {
            // Only the listing of `empty` shows that the folder contains nothing.
            let (baseq2, mut requests) = (tree.find(Path::new("/q/baseq2")).unwrap(), Vec::new());
            requests.extend(tree.set_open(baseq2, true));
            list_requested(&mut tree, &mut requests, &folders);
        }
        assert_eq!(drawn(&tree, ""), ["q", " baseq2/players/male", " m.md2"]);
        let row = tree.rows(&RowFilter::default())[1];
        assert_eq!((tree.kind(row.node), tree.name(row.outermost)), (EntryKind::Figure, "baseq2"));
        tree.set_open(row.node, true);
        let open = ["q", " baseq2/players/male", "  tris.md2", "  a.pcx", " m.md2"];
        assert_eq!(drawn(&tree, ""), open);
        assert_eq!(drawn(&tree, "tris"), ["q/baseq2/players/male", " tris.md2"]);
        // A second folder divides the row again, and the open folder stays visible.
        let players = tree.find(Path::new("/q/baseq2/players")).unwrap();
        tree.set_listing(players, listing(&[("female", Folder), ("male", Folder)], false));
        let divided = ["q", " baseq2/players", "  female", "  male", "   tris.md2", "   a.pcx", " m.md2"];
        assert_eq!(drawn(&tree, ""), divided);
    }
}

#[test]
fn a_list_of_models_only_hides_images_and_their_folders() {
    use ItemKind::{Folder, Image, Model};
    let folders: [TestFolder; 3] = [
        ("/q", &[("env", Folder), ("sky", Folder), ("m.md2", Model), ("a.pcx", Image)], false),
        ("/q/env", &[("up.pcx", Image)], false),
        ("/q/sky", &[("b.md2", Model), ("b.pcx", Image)], false),
    ];
    let mut tree = listed(true, &folders);
    let sky = tree.find(Path::new("/q/sky")).unwrap();
    tree.set_open(sky, true);
    let models =
        |words: &str| RowFilter { words: words.to_owned(), kinds: KindFilter::Models, condition: None };
    assert_eq!(drawn_by(&tree, &models("")), ["q", " sky", "  b.md2", " m.md2"]);
    assert_eq!(drawn_by(&tree, &models("b")), ["q/sky", " b.md2"]);
    assert_eq!(drawn(&tree, "b"), ["q/sky", " b.md2", " b.pcx"]);
}

#[test]
fn marks_a_folder_that_cannot_be_listed() {
    let (mut tree, requests) = Tree::new(vec![root("/a", true), root("/b.pak", true)], 7);
    tree.set_listing_error(requests[1].0, "broken directory");
    assert_eq!(tree.reason(requests[1].0), Some("broken directory"));
    assert_eq!(drawn(&tree, ""), ["a", "b.pak"]);
    assert!(tree.version() > 7);
    tree.cancel_requests();
    assert_eq!(tree.set_open(requests[0].0, true).len(), 1, "it can be requested again");
}
