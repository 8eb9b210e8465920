//! Reading of glTF accessors.
//!
//! Offsets, strides and counts are checked with 64-bit arithmetic before anything is read. The total number of values read has a limit,
//! since many accessors of a small file may refer to the same bytes.

use md2_gltf::schema::{Accessor, AccessorKind, ComponentType, Sparse};

use crate::import::error::ImportError;

use super::reader::Reader;

impl<'a> Reader<'a> {
    /// Returns an accessor. `used_at` is the place in the file that refers to the accessor; error messages name this place.
    pub(super) fn accessor(&self, index: usize, used_at: &str) -> Result<&'a Accessor, ImportError> {
        ImportError::check_index(used_at, index, "an accessor", self.gltf.accessors.len())?;
        Ok(&self.gltf.accessors[index])
    }

    /// Reads an array whose elements have the given kind, and rejects numbers that are not finite. Scales normalized integers to
    /// the range 0..=1 or -1..=1.
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
                let place = format!("accessors[{index}], element {}", at / accessor.kind.components());
                Err(ImportError::invalid(place, numbers[at], "a finite number"))
            }
        }
    }

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
        let component = accessor.component_type.bytes();
        let mut numbers = match accessor.buffer_view {
            None => {
                let place = format_args!("accessors[{index}].count");
                let (count, zeros) = (accessor.count, self.limits.zeros);
                ImportError::check_limit(place, "elements without bytes", count, zeros)?;
                vec![T::default(); total]
            }
            Some(view) => {
                let place = format!("accessors[{index}]");
                let (offset, size) = (accessor.byte_offset, width * component);
                let elements = self.elements(view, offset, accessor.count, size, &place)?;
                let mut numbers = Vec::with_capacity(total);
                for element in elements {
                    numbers.extend(element.chunks_exact(component).map(&read));
                }
                numbers
            }
        };
        if let Some(sparse) = &accessor.sparse {
            self.replace_sparse(accessor, sparse, index, &read, &mut numbers)?;
        }
        Ok(numbers)
    }

    fn replace_sparse<T>(
        &self,
        accessor: &Accessor,
        sparse: &Sparse,
        index: usize,
        read: impl Fn(&[u8]) -> T,
        numbers: &mut [T],
    ) -> Result<(), ImportError> {
        let width = accessor.kind.components();
        let component = accessor.component_type.bytes();
        let place = format!("accessors[{index}].sparse");
        if sparse.count > accessor.count {
            let expected = format!("at most {}, the number of elements of the accessor", accessor.count);
            return Err(ImportError::invalid(format!("{place}.count"), sparse.count, expected));
        }
        self.spend(sparse.count, width + 1, index)?;
        let kind = sparse.indices.component_type;
        let at = format!("{place}.indices");
        let (view, offset) = (sparse.indices.buffer_view, sparse.indices.byte_offset);
        let indices = self.elements(view, offset, sparse.count, kind.bytes(), &at)?;
        let at = format!("{place}.values");
        let (view, offset) = (sparse.values.buffer_view, sparse.values.byte_offset);
        let values = self.elements(view, offset, sparse.count, width * component, &at)?;
        let mut least = 0;
        for (nth, (index, value)) in indices.zip(values).enumerate() {
            let element = u64::from(integer(index, kind));
            if element < least || element >= accessor.count {
                let expected = format!("increasing indices, here {least} to {}", accessor.count - 1);
                let place = format!("{place}.indices, element {nth}");
                return Err(ImportError::invalid(place, element, expected));
            }
            least = element + 1;
            let start = usize::try_from(element).unwrap_or(0) * width;
            for (number, bytes) in numbers[start..].iter_mut().zip(value.chunks_exact(component)) {
                *number = read(bytes);
            }
        }
        Ok(())
    }

    fn spend(&self, count: u64, width: usize, index: usize) -> Result<usize, ImportError> {
        let numbers = count.saturating_mul(width as u64);
        let read = self.numbers_read.get().saturating_add(numbers);
        let allowed = self.limits.numbers;
        let place = format_args!("accessors[{index}].count");
        ImportError::check_limit(place, "numbers read so far", read, allowed)?;
        self.numbers_read.set(read);
        usize::try_from(numbers)
            .map_err(|_| ImportError::limit(format!("accessors[{index}]"), "numbers", read, allowed))
    }

    fn elements(
        &self,
        view: usize,
        offset: u64,
        count: u64,
        size: usize,
        place: &str,
    ) -> Result<impl Iterator<Item = &[u8]>, ImportError> {
        let (bytes, stride) = self.view(view)?;
        let least = size as u64;
        let stride = match stride {
            None | Some(0) => least,
            Some(stride) if stride >= least => stride,
            Some(stride) => {
                let place = format!("bufferViews[{view}].byteStride");
                let expected = format!("at least {size}, the size of an element in bytes");
                return Err(ImportError::invalid(place, stride, expected));
            }
        };
        // No gap is needed after the last element.
        let needed = match count.checked_sub(1) {
            None => Some(0),
            Some(before) => before.checked_mul(stride).and_then(|bytes| bytes.checked_add(least)),
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
        // A stride that does not fit has no effect, since the range, which is in memory, has at most one element.
        let stride = usize::try_from(stride).unwrap_or(usize::MAX);
        Ok(within.chunks(stride).map(move |element| &element[..size]))
    }
}

fn integer(bytes: &[u8], kind: ComponentType) -> u32 {
    match (kind, bytes) {
        (ComponentType::U8, &[a]) => a.into(),
        (ComponentType::U16, &[a, b]) => u16::from_le_bytes([a, b]).into(),
        (ComponentType::U32, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

fn number(bytes: &[u8], kind: ComponentType, normalized: bool) -> f32 {
    let scaled = |value: f32, most: f32| if normalized { (value / most).max(-1.0) } else { value };
    match (kind, bytes) {
        (ComponentType::I8, &[a]) => scaled(i8::from_le_bytes([a]).into(), 127.0),
        (ComponentType::U8, &[a]) => scaled(a.into(), 255.0),
        (ComponentType::I16, &[a, b]) => scaled(i16::from_le_bytes([a, b]).into(), 32767.0),
        (ComponentType::U16, &[a, b]) => scaled(u16::from_le_bytes([a, b]).into(), 65535.0),
        (ComponentType::U32, &[a, b, c, d]) => {
            scaled(u32::from_le_bytes([a, b, c, d]) as f32, u32::MAX as f32)
        }
        (ComponentType::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
        _ => 0.0,
    }
}
