//! Tests of reading shader scripts.

use md3_format::shader_script::{AlphaTest, Blend, ShaderDefinition, ShaderScript, Stage};
use md3_format::without_image_extension;

#[track_caller]
fn shader(body: &str) -> ShaderDefinition<'_> {
    let text = format!("test {{\n{body}\n}}\n");
    // The text is leaked, so that the result can borrow it.
    ShaderScript::new(text.leak().as_bytes()).find(b"test").unwrap()
}

fn text(bytes: Option<&[u8]>) -> Option<&str> {
    bytes.map(|bytes| str::from_utf8(bytes).unwrap())
}

#[test]
fn a_shader_is_found_by_its_name() {
    let script = ShaderScript::new(b"a/b {} // no\nA/C.tga\n{\n}\n\"d e\" { }\na/b { { map c } }");
    let names: Vec<_> = script.shaders().map(|shader| (shader.name(), shader.line())).collect();
    assert_eq!(names, [(&b"a/b"[..], 1), (b"A/C.tga", 2), (b"d e", 5), (b"a/b", 6)]);
    assert_eq!(script.find(b"A\\B.TGA").unwrap().line(), 1);
    assert_eq!(script.find(b"a/c").unwrap().line(), 2);
    assert_eq!(script.find(b"a/c.001").map(|shader| shader.line()), None);
    assert_eq!(script.find(b"d e").unwrap().line(), 5);
}

#[test]
fn names_lose_only_the_extensions_of_images() {
    for (path, stem) in [
        ("a/skin.tga", "a/skin"),
        ("a/skin.JPEG", "a/skin"),
        ("a/skin", "a/skin"),
        ("a.tga/skin", "a.tga/skin"),
        ("a.tga\\skin.png", "a.tga\\skin"),
        ("Material.001", "Material.001"),
        ("skin.tga.001", "skin.tga.001"),
        ("C:\\x.y\\skin.pcx", "C:\\x.y\\skin"),
        (".tga", ""),
        ("", ""),
    ] {
        assert_eq!(text(Some(without_image_extension(path.as_bytes()))), Some(stem), "{path}");
    }
}

#[test]
fn stages_have_images_and_blending() {
    let stage = |body: &str| -> Stage<'static> {
        let body: &'static str = body.to_owned().leak();
        let shader: ShaderDefinition<'static> = shader(format!("{{\n{body}\n}}").leak());
        shader.stages().next().unwrap()
    };
    let plain = stage("map a.tga");
    assert_eq!((text(plain.map), plain.line), (Some("a.tga"), 2));
    assert_eq!((plain.blend, plain.alpha_test, plain.environment), (Blend::Replace, None, false));
    assert_eq!(text(stage("CLAMPMAP a").map), Some("a"));
    assert_eq!(text(stage("animMap 7.5 a b c").map), Some("a"));
    assert_eq!(stage("animMap 5").map, None);
    assert_eq!(stage("rgbGen wave sin 0 1 0 1\nmap a // b").map, Some(&b"a"[..]));
    assert_eq!(stage("map\nblendFunc add").map, None);
    assert!(stage("map a\ntcGen Environment").environment);
    assert!(!stage("map a\ntcGen base").environment);
    // A wave runs from base minus amplitude to base plus amplitude, and the game clamps colors to 0 and 1.
    for (text, color) in [
        ("map a", [255; 3]),
        ("rgbGen lightingDiffuse", [255; 3]),
        ("rgbGen const ( 1 0.5 -2 )", [255, 128, 0]),
        ("rgbGen const (0.5 0 0)", [128, 0, 0]),
        ("rgbGen const ( 1 0.5", [255; 3]),
        ("rgbGen wave sin 0.25 0.25 0 1", [128; 3]),
        ("rgbGen wave square 0 -9 0 1", [255; 3]),
    ] {
        assert_eq!(stage(text).color, color, "{text}");
    }
    // Only `lightingDiffuse` uses the lights of the scene. The colors of all other values come from the script or the game.
    for (text, is_unlit) in [
        ("map a", false),
        ("rgbGen lightingDiffuse", false),
        ("rgbGen identity", true),
        ("RGBGEN identityLighting", true),
        ("rgbGen const ( 1 0.5 0 )", true),
        ("rgbGen identity\nrgbGen lightingDiffuse", false),
        ("rgbGen", false),
    ] {
        assert_eq!(stage(text).is_unlit, is_unlit, "{text}");
    }
    for (word, test) in [
        ("GT0", Some(AlphaTest::Above0)),
        ("lt128", Some(AlphaTest::Below128)),
        ("GE128", Some(AlphaTest::AtLeast128)),
        ("GE64", None),
    ] {
        assert_eq!(stage(&format!("alphaFunc {word}")).alpha_test, test);
    }
    for (words, blend) in [
        ("add", Blend::Add),
        ("filter", Blend::Filter),
        ("BLEND", Blend::Alpha),
        ("GL_ONE GL_ONE", Blend::Add),
        ("gl_src_alpha gl_one", Blend::Add),
        ("GL_ONE GL_ZERO", Blend::Replace),
        ("GL_DST_COLOR GL_ZERO", Blend::Filter),
        ("GL_ZERO GL_SRC_COLOR", Blend::Filter),
        ("GL_SRC_ALPHA GL_ONE_MINUS_SRC_ALPHA", Blend::Alpha),
        ("GL_ONE_MINUS_SRC_ALPHA GL_SRC_ALPHA", Blend::InvertedAlpha),
        ("GL_ONE GL_ONE_MINUS_SRC_ALPHA", Blend::Other),
        ("GL_ONE", Blend::Other),
        ("", Blend::Replace),
    ] {
        assert_eq!(stage(&format!("blendFunc {words}")).blend, blend, "{words}");
    }
}

#[test]
fn keywords_outside_stages_are_read() {
    assert!(shader("surfaceparm nomarks\nsurfaceparm nodraw").nodraw());
    assert!(!shader("surfaceparm\nnodraw").nodraw());
    assert!(!shader("qer_editorimage nodraw").nodraw());
}

#[test]
fn the_image_uses_the_models_coordinates() {
    for (body, image) in [
        ("{ map a.tga\n}", Some("a.tga")),
        ("{ map $lightmap\n}\n{ map a\n}", Some("a")),
        ("{ map $whiteimage\n}", None),
        ("{ map *white\n}\n{ clampMap b\n}", Some("b")),
        // The reflection may be below the image or on top of it.
        ("{ map shine\ntcGen environment\n}\n{ map a\nblendFunc blend\n}", Some("a")),
        ("{ map a\n}\n{ map shine\ntcGen environment\n}", Some("a")),
        ("{ map chrome\ntcGen environment\n}\n{ map more\ntcGen environment\n}", Some("chrome")),
        ("{ map $whiteimage\n}\n{ map chrome\ntcGen environment\n}", Some("chrome")),
        ("{ animMap 4 x y\n}", Some("x")),
        ("{ rgbGen identity\n}", None),
        ("", None),
    ] {
        assert_eq!(text(shader(body).image()), image, "{body}");
    }
}

#[test]
fn the_first_stage_decides_the_blending() {
    let glow = shader("{ map a\nblendFunc add\n}\n{ map b\n}");
    assert_eq!((glow.blend(), glow.alpha_test()), (Blend::Add, None));
    let over = shader("{ map a\nalphaFunc GE128\n}\n{ map b\nblendFunc add\n}");
    assert_eq!((over.blend(), over.alpha_test()), (Blend::Replace, Some(AlphaTest::AtLeast128)));
    assert_eq!(shader("").blend(), Blend::Replace);
}

#[test]
fn unknown_keywords_are_skipped() {
    let found = shader("foo { map x\n} bar 1 2 3\n{ map a\nbaz { map y\n} blendFunc add }");
    let stages: Vec<_> = found.stages().map(|stage| (text(stage.map), stage.blend)).collect();
    assert_eq!(stages, [(Some("x"), Blend::Replace), (Some("a"), Blend::Add)]);
}

#[test]
fn text_between_shaders_is_skipped() {
    for (script, names) in [
        ("a {\n{ map x", &["a"][..]),
        ("a { }\n}\nb { }", &["a", "b"]),
        ("a { }\n\n{ map x }\nb { }", &["a", "b"]),
        ("lost\na { }", &["a"]),
        ("a { } lost", &["a"]),
        ("a { { map x }\nb { }", &["a"]),
        ("a { } /* never closed\nb { }", &["a"]),
        ("", &[]),
    ] {
        let script = ShaderScript::new(script.as_bytes());
        let found: Vec<_> = script.shaders().map(|shader| shader.name()).collect();
        assert_eq!(found, names.iter().map(|name| name.as_bytes()).collect::<Vec<_>>());
    }
    let cut = ShaderScript::new(b"a {\n{ map x");
    assert_eq!(text(cut.find(b"a").unwrap().image()), Some("x"));
}
