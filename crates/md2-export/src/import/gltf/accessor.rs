//! Reading of accessors.
//!
//! Offsets, strides and counts are checked with 64-bit arithmetic before anything is read. The total number of values read has a
//! limit, since a small file may refer to the same bytes a thousand times.

use std::cell::Cell;

use crate::gltf::schema::{Accessor, AccessorKind, ComponentType, Gltf, Sparse};
use crate::import::error::ImportError;
use crate::import::options::Limits;

use super::buffers::Buffers;

#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) gltf: &'a Gltf,
    pub(super) buffers: &'a Buffers<'a>,
    limits: Limits,
    read: Cell<u64>,
}

/// The bytes of an array. Element `i` begins at byte `i * stride`.
struct Elements<'a> {
    bytes: &'a [u8],
    stride: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(gltf: &'a Gltf, buffers: &'a Buffers<'a>, limits: Limits) -> Self {
        Self { gltf, buffers, limits, read: Cell::new(0) }
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns an accessor. `used_at` is the place in the file that refers to it, for errors.
    pub(super) fn accessor(&self, index: usize, used_at: &str) -> Result<&'a Accessor, ImportError> {
        ImportError::check_index(used_at, index, "an accessor", self.gltf.accessors.len())?;
        Ok(&self.gltf.accessors[index])
    }

    /// Reads an array of the given kind as finite numbers. Normalized integers are scaled.
    pub(super) fn floats(
        &self,
        index: usize,
        kind: AccessorKind,
        used_at: &str,
    ) -> Result<Vec<f32>, ImportError> {
        let accessor = self.accessor_of_kind(index, kind, used_at)?;
        let normalized = accessor.normalized;
        let read = |bytes: &[u8]| number(bytes, accessor.component_type, normalized);
        let numbers = self.numbers(accessor, index, read)?;
        match numbers.iter().position(|number| !number.is_finite()) {
            None => Ok(numbers),
            Some(at) => {
                let width = small(accessor.kind.components()).max(1);
                let place = format!("accessors[{index}], element {}", at / width);
                Err(ImportError::invalid(place, numbers[at], "a finite number"))
            }
        }
    }

    /// Reads an array of unsigned integers of the given kind.
    pub(super) fn integers(
        &self,
        index: usize,
        kind: AccessorKind,
        used_at: &str,
    ) -> Result<Vec<u32>, ImportError> {
        let accessor = self.accessor_of_kind(index, kind, used_at)?;
        let component = accessor.component_type;
        if !matches!(component, ComponentType::U8 | ComponentType::U16 | ComponentType::U32) {
            let found = u32::from(component).to_string();
            let place = format!("accessors[{index}].componentType");
            return Err(ImportError::invalid(place, found, "unsigned integers (5121, 5123 or 5125)"));
        }
        self.numbers(accessor, index, |bytes| integer(bytes, component))
    }

    fn accessor_of_kind(
        &self,
        index: usize,
        kind: AccessorKind,
        used_at: &str,
    ) -> Result<&'a Accessor, ImportError> {
        let accessor = self.accessor(index, used_at)?;
        if accessor.kind == kind {
            return Ok(accessor);
        }
        let [found, expected] = [accessor.kind, kind].map(|kind| format!("{kind:?}").to_uppercase());
        Err(ImportError::invalid(format!("accessors[{index}].type"), found, expected))
    }

    fn numbers<T: Copy + Default>(
        &self,
        accessor: &Accessor,
        index: usize,
        read: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<T>, ImportError> {
        let width = accessor.kind.components();
        let total = self.spend(accessor.count, width, index)?;
        let component = small(accessor.component_type.bytes());
        let width = small(width);
        let mut numbers = match accessor.buffer_view {
            None => {
                let zeros = self.limits.zeros as u64;
                let place = format_args!("accessors[{index}].count");
                ImportError::check_limit(place, "elements without bytes", accessor.count, zeros)?;
                vec![T::default(); total]
            }
            Some(view) => {
                let place = format!("accessors[{index}]");
                let size = (width * component) as u64;
                let elements = self.elements(view, accessor.byte_offset, accessor.count, size, &place)?;
                let mut numbers = Vec::with_capacity(total);
                for element in 0..total / width {
                    let bytes = &elements.bytes[element * elements.stride..][..width * component];
                    numbers.extend(bytes.chunks_exact(component).map(&read));
                }
                numbers
            }
        };
        if let Some(sparse) = &accessor.sparse {
            self.replace_sparse(accessor, sparse, index, &read, &mut numbers)?;
        }
        Ok(numbers)
    }

    /// Replaces the elements that a sparse accessor lists.
    fn replace_sparse<T>(
        &self,
        accessor: &Accessor,
        sparse: &Sparse,
        index: usize,
        read: impl Fn(&[u8]) -> T,
        numbers: &mut [T],
    ) -> Result<(), ImportError> {
        let width = small(accessor.kind.components());
        let component = small(accessor.component_type.bytes());
        let place = format!("accessors[{index}].sparse");
        if sparse.count > accessor.count {
            let expected = format!("at most {}, the number of elements of the accessor", accessor.count);
            return Err(ImportError::invalid(format!("{place}.count"), sparse.count, expected));
        }
        self.spend(sparse.count, width as u64 + 1, index)?;
        let kind = sparse.indices.component_type;
        let at = format!("{place}.indices");
        let (view, offset) = (sparse.indices.buffer_view, sparse.indices.byte_offset);
        let indices = self.elements(view, offset, sparse.count, kind.bytes(), &at)?;
        let at = format!("{place}.values");
        let (view, offset) = (sparse.values.buffer_view, sparse.values.byte_offset);
        let values = self.elements(view, offset, sparse.count, (width * component) as u64, &at)?;
        let mut least = 0;
        for nth in 0..usize::try_from(sparse.count).unwrap_or(0) {
            let bytes = &indices.bytes[nth * indices.stride..][..small(kind.bytes())];
            let element = u64::from(integer(bytes, kind));
            if element < least || element >= accessor.count {
                let expected = format!("increasing indices, here {least} to {}", accessor.count - 1);
                let place = format!("{place}.indices, element {nth}");
                return Err(ImportError::invalid(place, element, expected));
            }
            least = element + 1;
            let bytes = &values.bytes[nth * values.stride..][..width * component];
            let start = usize::try_from(element).unwrap_or(0) * width;
            for (number, bytes) in numbers[start..].iter_mut().zip(bytes.chunks_exact(component)) {
                *number = read(bytes);
            }
        }
        Ok(())
    }

    /// Adds `count * width` numbers to the total and checks its limit. Returns `count * width`.
    fn spend(&self, count: u64, width: u64, index: usize) -> Result<usize, ImportError> {
        let numbers = count.saturating_mul(width);
        let read = self.read.get().saturating_add(numbers);
        let allowed = self.limits.numbers as u64;
        let place = format_args!("accessors[{index}].count");
        ImportError::check_limit(place, "numbers read so far", read, allowed)?;
        self.read.set(read);
        usize::try_from(numbers)
            .map_err(|_| ImportError::limit(format!("accessors[{index}]"), "numbers", read, allowed))
    }

    /// Returns the bytes of `count` elements of `size` bytes each, which begin at byte `offset` of a buffer view.
    fn elements(
        &self,
        view: usize,
        offset: u64,
        count: u64,
        size: u64,
        place: &str,
    ) -> Result<Elements<'_>, ImportError> {
        let (bytes, stride) = self.buffers.view(self.gltf, view)?;
        let stride = match stride {
            None | Some(0) => size,
            Some(stride) if stride >= size => stride,
            Some(stride) => {
                let place = format!("bufferViews[{view}].byteStride");
                let expected = format!("at least {size}, the size of an element in bytes");
                return Err(ImportError::invalid(place, stride, expected));
            }
        };
        // No gap is needed after the last element.
        let needed = match count.checked_sub(1) {
            None => Some(0),
            Some(before) => before.checked_mul(stride).and_then(|bytes| bytes.checked_add(size)),
        };
        let range = needed.and_then(|needed| {
            let end = offset.checked_add(needed)?;
            bytes.get(usize::try_from(offset).ok()?..usize::try_from(end).ok()?)
        });
        let within = range.ok_or_else(|| {
            let found =
                format!("{count} elements of {size} bytes with a stride of {stride} at byte {offset}");
            let expected = format!("a range within the {} bytes of bufferViews[{view}]", bytes.len());
            ImportError::invalid(place, found, expected)
        })?;
        // The range is in memory, so the stride fits `usize` unless the array is empty.
        Ok(Elements { bytes: within, stride: usize::try_from(stride).unwrap_or(0) })
    }
}

/// Converts a number of at most 16.
fn small(number: u64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

fn integer(bytes: &[u8], kind: ComponentType) -> u32 {
    match (kind, bytes) {
        (ComponentType::U8, &[a]) => a.into(),
        (ComponentType::U16, &[a, b]) => u16::from_le_bytes([a, b]).into(),
        (ComponentType::U32, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

/// Reads a number. Normalized integers are scaled to 0..=1 or -1..=1.
fn number(bytes: &[u8], kind: ComponentType, normalized: bool) -> f32 {
    let scaled = |value: f32, most: f32| if normalized { (value / most).max(-1.0) } else { value };
    match (kind, bytes) {
        (ComponentType::I8, &[a]) => scaled(i8::from_le_bytes([a]).into(), 127.0),
        (ComponentType::U8, &[a]) => scaled(a.into(), 255.0),
        (ComponentType::I16, &[a, b]) => scaled(i16::from_le_bytes([a, b]).into(), 32767.0),
        (ComponentType::U16, &[a, b]) => scaled(u16::from_le_bytes([a, b]).into(), 65535.0),
        #[expect(clippy::cast_precision_loss, reason = "glTF defines the conversion to `f32`")]
        (ComponentType::U32, &[a, b, c, d]) => {
            scaled(u32::from_le_bytes([a, b, c, d]) as f32, u32::MAX as f32)
        }
        (ComponentType::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
        _ => 0.0,
    }
}
