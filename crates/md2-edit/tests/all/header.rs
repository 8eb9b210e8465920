//! Tests of header fields.

use md2_edit::{Effects, SyncType};
use md2_testdata::mdl;

use crate::common::parse;

#[test]
fn sets_the_fields_of_an_mdl() {
    let mut model = parse(mdl::one_triangle().build());
    model.set_effects(Effects::from_bits(8 | 1 << 14)).unwrap();
    model.set_sync_type(SyncType::Random).unwrap();
    model.set_eye_position([1.0, 2.0, 3.0]).unwrap();
    let mut expected = mdl::one_triangle().build();
    expected.set_i32("flags", 0x4008).set_i32("synctype", 1);
    (0..3).zip([1.0, 2.0, 3.0]).for_each(|(axis, c)| {
        expected.set_f32(&format!("eyeposition[{axis}]"), c);
    });
    assert_eq!(model.to_bytes().unwrap(), expected.bytes());
}
