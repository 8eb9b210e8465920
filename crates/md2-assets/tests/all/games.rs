//! Tests of the search for palettes, replacement images, players and weapons.

use std::path::Path;

use md2_assets::{
    FolderCache, PlayerFiles, ReplacementImage, find_carried_weapons, find_levels, find_palette, find_player,
    find_replacements, find_weapon_parts, find_weapons,
};
use md2_testdata::TempFolder;

#[test]
fn finds_the_nearest_palette() {
    let game = TempFolder::from_list("id1/gfx/Palette.LMP id1/progs/knight.mdl id1/maps/x/a.mdl");
    let found = |model: &str| {
        find_palette(&FolderCache::default(), &game.path(model)).map(|path| game.name_of(&path))
    };
    assert_eq!(found("id1/progs/knight.mdl").as_deref(), Some("id1/gfx/Palette.LMP"));
    assert_eq!(found("id1/maps/x/a.mdl").as_deref(), Some("id1/gfx/Palette.LMP"));
    assert_eq!(found("elsewhere/a.mdl"), None);
    game.write("id1/progs/palette.lmp", b"");
    assert_eq!(found("id1/progs/knight.mdl").as_deref(), Some("id1/progs/palette.lmp"));
}

#[test]
fn finds_replacements_by_skin_and_image() {
    let game = TempFolder::from_list(
        "progs/flame.mdl progs/flame.mdl_0_1.png progs/Flame.mdl_0_0.TGA progs/flame.mdl_0_0_luma.tga \
         progs/flame.mdl_2.jpg progs/flame.mdl_2_norm.jpg progs/flame2.mdl_0.tga \
         textures/progs/flame.mdl_2.tga textures/progs/flame.mdl_2_glow.tga \
         override/progs/flame.mdl_1.txt",
    );
    let text = |ReplacementImage { skin, image, path, glow }: ReplacementImage| {
        let glow = glow.iter().map(|path| format!(" + {}", game.name_of(path))).collect::<String>();
        format!("{skin} {image:?}: {}{glow}", game.name_of(&path))
    };
    let found = find_replacements(&FolderCache::default(), &game.path("progs/flame.mdl"));
    let expected = [
        "0 Some(0): progs/Flame.mdl_0_0.TGA + progs/flame.mdl_0_0_luma.tga",
        "0 Some(1): progs/flame.mdl_0_1.png",
        "2 None: textures/progs/flame.mdl_2.tga + textures/progs/flame.mdl_2_glow.tga",
    ];
    assert_eq!(found.into_iter().map(text).collect::<Vec<_>>(), expected);
    assert_eq!(find_replacements(&FolderCache::default(), Path::new("")), []);
}

#[test]
fn finds_a_player_by_its_folder_or_any_part() {
    // Expected: files belong to one player if their names differ only in the word for the part. A script with the player's prefix or
    // suffix has precedence over the shared script.
    let check = |files: &str, part: &str, expected: &str| {
        let folder = TempFolder::from_list(&format!("Tony/{}", files.replace(' ', " Tony/")));
        let text = |player: PlayerFiles| {
            let files = [player.lower, player.upper, player.head].into_iter().chain(player.animation);
            let files = files.map(|path| folder.name_of(&path).replace("Tony/", " "));
            format!("{}:{}", player.name, files.collect::<String>())
        };
        let found = find_player(&FolderCache::default(), &folder.path(&format!("Tony/{part}")));
        assert_eq!(found.map(text).unwrap_or_default(), expected, "{part} in {files}");
    };
    let plain = "lower.md3 upper.md3 head.MD3 head_1.md3 Animation.cfg";
    for part in ["", "lower.md3", "upper.md3", "head.MD3", "."] {
        check(plain, part, "Tony: lower.md3 upper.md3 head.MD3 Animation.cfg");
        check("lower.md3 upper.md3", part, "");
    }
    check(plain, "head_1.md3", "Tony: lower.md3 upper.md3 head_1.md3 Animation.cfg");
    check(plain, "Animation.cfg", "");
    check(plain, "nowhere/head.md3", "");
    let elf = "elf_lower.md3 elf_upper.md3 elf_head.md3 elf_animation.cfg";
    let expected = format!("elf: {elf}");
    for part in ["elf_lower.md3", "elf_upper.md3", "elf_head.md3"] {
        check(elf, part, &expected);
        check(&format!("{elf} lower.md3 upper.md3 orc_head.md3 animation.cfg"), part, &expected);
        check("elf_lower.md3 elf_upper.md3 orc_head.md3", part, "");
    }
    check(elf, "", &expected);
    let suffix = "Lower-V2.MD3 UPPER-v2.md3 head-v2.md3 animation.cfg";
    check(suffix, "UPPER-v2.md3", &format!("v2: {suffix}"));
    let files = "BigLower_elf.md3 bigupper_elf.md3 bighead_elf.md3 bighead_elf_1.md3";
    let expected = "big_elf: BigLower_elf.md3 bigupper_elf.md3 bighead_elf_1.md3";
    check(files, "bighead_elf_1.md3", expected);
    let arrow = "arrowhead_lower.md3 arrowhead_upper.md3 arrowhead_head.md3";
    check(arrow, "arrowhead_upper.md3", &format!("arrowhead: {arrow}"));
}

#[test]
fn finds_weapons_and_their_parts() {
    let game = TempFolder::from_list(
        "models/players/tony/lower.md3 models/weapons2/mg/mg.md3 models/weapons2/mg/mg_barrel.md3 \
         models/weapons2/mg/mg_flash.md3 models/weapons2/plain/plain.md3 models/weapons2/empty/other.md3",
    );
    let weapons = find_weapons(&FolderCache::default(), &game.path("models/players/tony/lower.md3"));
    let names: Vec<_> = weapons.iter().map(|weapon| weapon.name.as_str()).collect();
    assert_eq!(names, ["mg", "plain"]);
    assert!(weapons[0].barrel.is_some() && weapons[0].flash.is_some() && weapons[0].hand.is_none());
    let mg = find_weapon_parts(&FolderCache::default(), &game.path("models/weapons2/mg/mg.md3"));
    assert_eq!(mg.as_ref(), weapons.first());
    assert_eq!(
        find_weapon_parts(&FolderCache::default(), &game.path("models/weapons2/plain/plain.md3")),
        None
    );
    assert_eq!(find_weapons(&FolderCache::default(), Path::new("lower.md3")), []);
}

#[test]
fn finds_the_weapons_of_a_quake_2_player() {
    let folder = TempFolder::from_list(
        "male/tris.md2 male/w_shotgun.md2 male/w_blaster.MD2 male/weapon.md2 male/weapon.pcx \
         male/w_bfg.pcx tank/other.md2 tank/weapon.md2",
    );
    let found: Vec<_> = find_carried_weapons(&FolderCache::default(), &folder.path("male/tris.md2"))
        .iter()
        .map(|path| folder.name_of(path))
        .collect();
    assert_eq!(found, ["male/weapon.md2", "male/w_blaster.MD2", "male/w_shotgun.md2"]);
    // A copy of the player carries the same weapons, and copies of weapons follow their original.
    for file in ["male/tris (1).md2", "male/w_blaster (1).md2", "male/weapon - Copy.md2"] {
        folder.write(file, b"");
    }
    let found = find_carried_weapons(&FolderCache::default(), &folder.path("male/tris (1).md2"));
    let found: Vec<_> = found.iter().map(|path| folder.name_of(path)).collect();
    let with_copies =
        ["weapon.md2", "weapon - Copy.md2", "w_blaster.MD2", "w_blaster (1).md2", "w_shotgun.md2"];
    assert_eq!(found, with_copies.map(|name| format!("male/{name}")));
    assert_eq!(
        find_carried_weapons(&FolderCache::default(), &folder.path("tank/other.md2")),
        [] as [&Path; 0]
    );
}

#[test]
fn finds_the_levels_of_detail_of_an_md3() {
    let folder =
        TempFolder::from_list("Head.md3 head_1.MD3 head_2.md3 head_9.md3 body.md3 gun.md2 gun_1.md2");
    let levels = |file: &str| {
        let levels = find_levels(&FolderCache::default(), &folder.path(file));
        levels.iter().map(|path| folder.name_of(path)).collect::<Vec<_>>()
    };
    for file in ["Head.md3", "head_1.MD3", "head_2.md3"] {
        assert_eq!(levels(file), ["Head.md3", "head_1.MD3", "head_2.md3"], "{file}");
    }
    assert_eq!(levels("body.md3"), [""; 0]);
    assert_eq!(levels("gun.md2"), [""; 0], "only MD3 models have levels of detail");
}
