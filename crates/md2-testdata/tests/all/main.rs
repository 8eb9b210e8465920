//! All tests of md2-testdata from outside, in one program: each file is a module.

mod counting;
