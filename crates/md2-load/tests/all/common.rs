//! Helpers of several test modules.

use md2_format::Md2;
use md2_load::LoadOptions;
use md2_mesh::Mesh;
use md2_testdata::Md2Spec;

pub(crate) fn mesh(spec: &Md2Spec, options: &LoadOptions) -> Mesh {
    let file = spec.build();
    let md2 = Md2::parse(file.bytes()).expect("the fixture is sound");
    md2_load::md2::mesh(&md2, options).expect("the fixture makes a mesh")
}
