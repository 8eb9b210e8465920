//! Reading and checking, beside a plain copy of the file.
//!
//! `cargo bench -p md3-format`. Each model is loaded from memory; throughput is that of the file's bytes.

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use md3_format::{Md3, check};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    load(&mut criterion);
    criterion.final_summary();
}

fn load(criterion: &mut Criterion) {
    for case in support::cases() {
        let file = case.file.as_slice();
        Md3::parse(file).unwrap();

        let mut group = criterion.benchmark_group(case.name);
        group.throughput(Throughput::Bytes(file.len() as u64));
        if file.len() > 1 << 22 {
            group.sample_size(10);
        }
        group.bench_function("parse", |b| b.iter(|| Md3::parse(black_box(file))));
        group.bench_function("check", |b| b.iter(|| check(black_box(file))));
        let mut copy = vec![1; file.len()];
        group.bench_function("memcpy", |b| b.iter(|| copy.copy_from_slice(black_box(file))));
        group.finish();
    }
}
