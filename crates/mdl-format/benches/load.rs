//! Reading and checking, beside a plain copy of the file.
//!
//! `cargo bench -p mdl-format`. Each model is loaded from memory; throughput is that of the file's bytes.

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use mdl_format::{Mdl, Palette, check};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    load(&mut criterion);
    criterion.final_summary();
}

fn load(criterion: &mut Criterion) {
    for case in support::cases() {
        let file = case.file.as_slice();
        let mdl = Mdl::parse(file).unwrap();
        let picture = mdl.skins()[0].picture(0);

        let mut group = criterion.benchmark_group(case.name);
        group.throughput(Throughput::Bytes(file.len() as u64));
        if file.len() > 1 << 22 {
            group.sample_size(10);
        }
        group.bench_function("parse", |b| b.iter(|| Mdl::parse(black_box(file))));
        group.bench_function("check", |b| b.iter(|| check(black_box(file))));
        group.bench_function("paint", |b| b.iter(|| Palette::QUAKE.paint(black_box(&picture), false)));
        let mut copy = vec![1; file.len()];
        group.bench_function("memcpy", |b| b.iter(|| copy.copy_from_slice(black_box(file))));
        group.finish();
    }
}
