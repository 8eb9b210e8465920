//! Tests of searches in all folders and archives of a game, on disk and in memory.

use std::path::{Path, PathBuf};

use md2_assets::{
    FolderCache, MemoryFiles, ReadAs, SurfaceImage, SurfaceNames, find_carried_weapons, find_carrier,
    find_missing_player_files, find_palette, find_player, find_replacements, find_skins, find_surface_skins,
    find_weapons,
};
use md2_testdata::TempFolder;
use md2_testdata::archive::{ZipFile, pak, zip};

/// A file of a game: its path, and its content or, for an archive, the files in it.
type GameFile<'a> = (&'a str, &'a [(&'a str, &'a str)]);

struct Games {
    disk: TempFolder,
    memory: MemoryFiles,
}

impl Games {
    fn new(files: &[GameFile<'_>]) -> Self {
        let mut games = Self { disk: TempFolder::new(), memory: MemoryFiles::default() };
        for (path, content) in files {
            let bytes = match Path::new(path).extension().and_then(|extension| extension.to_str()) {
                Some("pak") => {
                    pak(&content.iter().map(|(n, c)| (n.as_bytes(), c.as_bytes())).collect::<Vec<_>>())
                }
                Some("pk3" | "dpk" | "kpf") => {
                    zip(&content.iter().map(|(n, c)| ZipFile::deflated(*n, c.as_bytes())).collect::<Vec<_>>())
                }
                _ => content.iter().flat_map(|(_, content)| content.bytes()).collect(),
            };
            games.disk.write(&format!("game/{path}"), &bytes);
            games.memory.insert(path, bytes);
        }
        games
    }

    /// Calls `search` for both games, and asserts that both results are `expected`. `search` gets the cache and a function that adds the
    /// folder of the game to a path. Paths in the result are relative to that folder.
    #[track_caller]
    fn check(
        self,
        expected: &[&str],
        search: impl Fn(&FolderCache, &dyn Fn(&str) -> PathBuf) -> Vec<PathBuf>,
    ) {
        let root = self.disk.path("game");
        // Paths are equal whether they have slashes or the backslashes of Windows.
        let expected: Vec<_> = expected.iter().map(PathBuf::from).collect();
        let relative = |root: &Path, found: Vec<PathBuf>| {
            found
                .into_iter()
                .map(|path| path.strip_prefix(root).unwrap_or(&path).into())
                .collect::<Vec<PathBuf>>()
        };
        let found = search(&FolderCache::default(), &|path| root.join(path));
        assert_eq!(relative(&root, found), expected, "on disk");
        let found = search(&FolderCache::new(self.memory), &|path| PathBuf::from(path));
        assert_eq!(relative(Path::new(""), found), expected, "in memory");
    }
}

const QUAKE2: &[GameFile<'_>] = &[
    (
        "pak0.pak",
        &[("players/male/tris.md2", "IDP2"), ("players/male/weapon.md2", ""), ("players/male/grunt.pcx", "")],
    ),
    (
        "pak1.pak",
        &[
            ("players/male/w_bfg.md2", ""),
            ("players/male/w_shotgun.md2", ""),
            ("players/male/grunt_i.pcx", ""),
        ],
    ),
    (
        "pak2.pak",
        &[("Players/Male/W_BFG.MD2", ""), ("players/male/grunt.pcx", ""), ("players/male/major.pcx", "")],
    ),
    ("players/male/w_bfg.md2", &[]),
    ("players/male/mine.pcx", &[]),
    ("players/male/major.pcx", &[]),
];

const QUAKE3: &[GameFile<'_>] = &[
    (
        "pak0.pk3",
        &[
            ("models/weapons2/gun/gun.md3", ""),
            ("models/weapons2/gun/gun_barrel.md3", ""),
            ("models/players/ann/ann.tga", ""),
            ("models/players/ann/animation.cfg", ""),
        ],
    ),
    (
        "pak2-players.pk3",
        &[
            ("models/players/ann/lower.md3", "IDP3"),
            ("models/players/ann/upper.md3", "IDP3"),
            ("models/players/ann/head.md3", "IDP3"),
            ("models/players/ann/lower_default.skin", "l_legs,models/players/ann/ann.tga"),
        ],
    ),
    (
        "pak3-more.pk3",
        &[
            ("models/weapons2/gun/gun_flash.md3", ""),
            ("models/players/ann/lower_red.skin", "l_legs,models/players/ann/red.tga"),
            ("models/players/ann/red.tga", ""),
            (
                "scripts/ann.shader",
                "models/players/ann/red.tga\n{\n{\nmap models/players/ann/glow.tga\nblendFunc add\n}\n}\n",
            ),
        ],
    ),
    ("zz.dpk", &[("models/players/ann/ann.tga", ""), ("models/players/ann/glow.tga", "")]),
    ("models/weapons2/axe/axe.md3", &[]),
    ("models/players/ann/glow.tga", &[]),
];

/// In Quake II, an archive with a higher number hides the files of archives with lower numbers, and archives hide loose files.
#[test]
fn finds_the_weapons_of_a_quake_2_player_in_all_archives() {
    let weapons = [
        "pak0.pak/players/male/weapon.md2",
        "pak2.pak/players/male/W_BFG.MD2",
        "pak1.pak/players/male/w_shotgun.md2",
    ];
    Games::new(QUAKE2)
        .check(&weapons, |cache, path| find_carried_weapons(cache, &path("pak0.pak/players/male/tris.md2")));
    Games::new(QUAKE2).check(&["pak0.pak/players/male/tris.md2"], |cache, path| {
        find_carrier(cache, &path("pak1.pak/players/male/w_shotgun.md2")).into_iter().collect()
    });
}

/// The archive of the model comes first: its own `grunt.pcx`, although a later archive contains a file with the same path.
#[test]
fn finds_the_skins_of_a_quake_2_player_in_all_archives() {
    let skins =
        ["pak0.pak/players/male/grunt.pcx", "pak2.pak/players/male/major.pcx", "players/male/mine.pcx"];
    Games::new(QUAKE2).check(&skins, |cache, path| {
        let model = path("pak0.pak/players/male/tris.md2");
        // The icon of grunt.pcx is in another archive.
        assert_eq!(
            find_missing_player_files(cache, &model).iter().map(|file| &*file.name).collect::<Vec<_>>(),
            ["major_i.pcx", "mine_i.pcx"]
        );
        find_skins(cache, &model, &["players/male/grunt.pcx"])
            .found
            .into_iter()
            .map(|skin| skin.path)
            .collect()
    });
}

#[test]
fn finds_the_weapons_of_a_quake_3_player_in_all_archives() {
    let expected = [
        "models/weapons2/axe/axe.md3",
        "pak0.pk3/models/weapons2/gun/gun.md3",
        "pak0.pk3/models/weapons2/gun/gun_barrel.md3",
        "pak3-more.pk3/models/weapons2/gun/gun_flash.md3",
    ];
    Games::new(QUAKE3).check(&expected, |cache, path| {
        let weapons = find_weapons(cache, &path("pak2-players.pk3/models/players/ann/lower.md3"));
        weapons
            .into_iter()
            .flat_map(|weapon| [Some(weapon.model), weapon.barrel, weapon.flash])
            .flatten()
            .collect()
    });
    let parts = ["pak2-players.pk3/models/players/ann/head.md3", "pak0.pk3/models/players/ann/animation.cfg"];
    Games::new(QUAKE3).check(&parts, |cache, path| {
        let player = find_player(cache, &path("pak2-players.pk3/models/players/ann")).expect("a player");
        [Some(player.head), player.animation].into_iter().flatten().collect()
    });
}

/// In Quake III, the archive with the last name hides the files of the others, and loose files hide the files of archives.
#[test]
fn finds_the_skins_and_shaders_of_a_quake_3_player_in_all_archives() {
    let expected = ["zz.dpk/models/players/ann/ann.tga", "models/players/ann/glow.tga"];
    Games::new(QUAKE3).check(&expected, |cache, path| {
        let names = [SurfaceNames { surface: b"l_legs", shader: b"" }];
        let skins = find_surface_skins(cache, &path("pak2-players.pk3/models/players/ann/lower.md3"), &names);
        assert_eq!(skins.iter().map(|skin| &*skin.label).collect::<Vec<_>>(), ["default", "red"]);
        let images = skins.into_iter().map(|skin| match &skin.images[0] {
            SurfaceImage::File { path, .. } => path.clone(),
            other => panic!("{other:?}"),
        });
        images.collect()
    });
}

#[test]
fn finds_the_palette_and_the_replacements_of_a_quake_model_in_all_archives() {
    let game: &[GameFile<'_>] = &[
        ("pak0.pak", &[("gfx/palette.lmp", "colors"), ("progs/flame.mdl", "")]),
        ("pak1.pak", &[("progs/hero.mdl", ""), ("textures/progs/hero.mdl_1.tga", "")]),
        ("textures/progs/hero.mdl_0.tga", &[]),
    ];
    let expected = [
        "pak0.pak/gfx/palette.lmp",
        "textures/progs/hero.mdl_0.tga",
        "pak1.pak/textures/progs/hero.mdl_1.tga",
    ];
    Games::new(game).check(&expected, |cache, path| {
        let model = path("pak1.pak/progs/hero.mdl");
        let palette = find_palette(cache, &model).expect("a palette");
        assert_eq!(cache.read(&palette, ReadAs::Palette).expect("a file"), b"colors");
        [palette]
            .into_iter()
            .chain(find_replacements(cache, &model).into_iter().map(|image| image.path))
            .collect()
    });
}
