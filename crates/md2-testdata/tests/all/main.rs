//! All integration tests of md2-testdata, in one program. Each file is a module.

mod counting;
