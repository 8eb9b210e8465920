//! The content of real models matches their descriptions.

use md2_testdata::corpus;
use mdl_format::{Effects, Mdl, SyncType};

/// Runs `test` on a model of the corpus, if the corpus is present.
fn with(path: &str, test: impl FnOnce(&Mdl<'_>)) {
    if let Some(file) = corpus::file(format!("mdl/{path}")) {
        match Mdl::parse(&file) {
            Ok(mdl) => test(&mdl),
            Err(error) => panic!("{path}: {error}"),
        }
    }
}

#[test]
fn the_knight_has_97_single_frames() {
    with("librequake/progs/knight.mdl", |mdl| {
        assert_eq!((mdl.frames().len(), mdl.poses().len()), (97, 97));
        assert_eq!((mdl.vertex_count(), mdl.triangles().len(), mdl.skins().len()), (727, 511, 1));
        let names: Vec<_> = mdl.poses().iter().map(|pose| pose.raw_name().to_string()).collect();
        let expected: Vec<_> = (1..=97).map(|number| format!("frame{number}")).collect();
        assert_eq!(names, expected);
        assert_eq!((mdl.trailing().len(), mdl.sync_type()), (0, SyncType::Together));
        // The knight's feet are on the floor, 24 units below the origin.
        let lowest = mdl.positions(0).map(|[_, _, z]| z).fold(f32::MAX, f32::min);
        assert!((-26.0..-22.0).contains(&lowest), "{lowest}");
    });
}

#[test]
fn the_flame_is_one_group() {
    with("librequake/progs/flame.mdl", |mdl| {
        assert_eq!((mdl.frames().len(), mdl.poses().len()), (1, 6));
        let group = &mdl.frames()[0];
        assert!(group.is_group() && group.intervals().rise());
        let ends: Vec<_> = group.intervals().iter().collect();
        let tenths = (1_u8..=6).map(|tenth| f32::from(tenth) / 10.0);
        assert!(ends.iter().zip(tenths).all(|(end, tenth)| (end - tenth).abs() < 1.0e-5), "{ends:?}");
        assert_eq!(mdl.qmex().map(<[u8]>::len), Some(30_230));
    });
}

#[test]
fn the_armor_has_three_skins_and_turns() {
    with("librequake/progs/armor.mdl", |mdl| {
        assert_eq!(mdl.skins().len(), 3);
        assert!(mdl.skins().iter().all(|skin| !skin.is_group()));
        assert_eq!(mdl.effects(), Effects::ROTATE);
    });
}

#[test]
fn the_same_skins_can_be_a_group() {
    with("made/armor_skingroup.mdl", |mdl| {
        assert_eq!(mdl.skins().len(), 1);
        let group = mdl.skins()[0];
        assert_eq!(group.intervals().iter().collect::<Vec<_>>(), [0.2, 0.5, 1.0]);
        with("librequake/progs/armor.mdl", |single| {
            let singles = single.skins().iter().map(|skin| skin.image(0).texels);
            assert!(group.images().map(|image| image.texels).eq(singles));
            assert_eq!(mdl.triangles(), single.triangles());
        });
    });
}

#[test]
fn the_missile_has_a_seam() {
    with("nexuiz/models/rocketmissile.mdl", |mdl| {
        assert_eq!((mdl.vertex_count(), mdl.triangles().len()), (234, 464));
        assert_eq!(mdl.st().iter().filter(|st| st.onseam() == 32).count(), 116);
        assert_eq!(mdl.triangles().iter().filter(|triangle| !triangle.is_front()).count(), 224);
        assert!(mdl.qmex().is_some());
        assert_eq!(mdl.effects(), Effects::ROCKET);
    });
}

#[test]
fn the_yeti_has_a_group_and_single_frames() {
    with("egoboo/yetif.mdl", |mdl| {
        assert_eq!((mdl.frames().len(), mdl.poses().len()), (39, 48));
        assert_eq!(mdl.frames()[0].poses(), 0..10);
        assert!(mdl.frames()[1..].iter().all(|frame| !frame.is_group()));
        assert_eq!(mdl.frames()[38].poses(), 47..48);
        assert_eq!(mdl.sync_type(), SyncType::Random);
        assert!(mdl.st().iter().any(|st| st.is_on_seam()));
    });
}
