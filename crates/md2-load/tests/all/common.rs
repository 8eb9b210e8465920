//! Helper functions for several test modules.

use md2_format::Md2;
use md2_load::LoadOptions;
use md2_mesh::Mesh;
use md2_testdata::Md2Spec;

pub(crate) fn mesh(spec: &Md2Spec, options: &LoadOptions) -> Mesh {
    let file = spec.build();
    let md2 = Md2::parse(file.bytes()).expect("the fixture is valid");
    md2_load::md2::mesh(&md2, options).expect("the fixture has a mesh")
}
