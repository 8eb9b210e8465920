//! Arrays of numbers that Python reads in place.

use std::ffi::{CStr, c_int, c_void};
use std::ptr;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyBufferError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;

/// The values of an array, one row after the other.
enum Values {
    Float(Box<[f32]>),
    Unsigned(Box<[u32]>),
    Byte(Box<[u8]>),
}

/// An array in C order that Python cannot change. `memoryview(array)` and `numpy.asarray(array)` read it without a copy.
#[pyclass(frozen)]
pub(crate) struct Array {
    values: Values,
    shape: Box<[ffi::Py_ssize_t]>,
    /// The distance in bytes from one item to the next on each axis.
    strides: Box<[ffi::Py_ssize_t]>,
}

impl Array {
    pub(crate) fn floats(values: Vec<f32>, shape: &[usize]) -> Self {
        Self::new(Values::Float(values.into()), shape)
    }

    pub(crate) fn unsigned(values: Vec<u32>, shape: &[usize]) -> Self {
        Self::new(Values::Unsigned(values.into()), shape)
    }

    pub(crate) fn bytes(values: Vec<u8>, shape: &[usize]) -> Self {
        Self::new(Values::Byte(values.into()), shape)
    }

    fn new(values: Values, shape: &[usize]) -> Self {
        let item = values.item_size();
        let count: usize = shape.iter().product();
        assert_eq!(count * item, values.size(), "the shape must fit the values");
        // No allocation is larger than isize::MAX bytes, so all lengths fit.
        let length = |count: usize| ffi::Py_ssize_t::try_from(count).unwrap_or(ffi::Py_ssize_t::MAX);
        let stride = |axis: usize| length(shape[axis + 1..].iter().product::<usize>() * item);
        Self {
            strides: (0..shape.len()).map(stride).collect(),
            shape: shape.iter().map(|&count| length(count)).collect(),
            values,
        }
    }
}

impl Values {
    fn item_size(&self) -> usize {
        match self {
            Self::Float(_) | Self::Unsigned(_) => 4,
            Self::Byte(_) => 1,
        }
    }

    fn size(&self) -> usize {
        match self {
            Self::Float(values) => size_of_val::<[f32]>(values),
            Self::Unsigned(values) => size_of_val::<[u32]>(values),
            Self::Byte(values) => values.len(),
        }
    }

    fn start(&self) -> *const c_void {
        match self {
            Self::Float(values) => values.as_ptr().cast(),
            Self::Unsigned(values) => values.as_ptr().cast(),
            Self::Byte(values) => values.as_ptr().cast(),
        }
    }

    /// The type of an item in the notation of Python's module `struct`.
    fn format(&self) -> &'static CStr {
        match self {
            Self::Float(_) => c"f",
            Self::Unsigned(_) => c"I",
            Self::Byte(_) => c"B",
        }
    }
}

#[pymethods]
impl Array {
    /// The length of each axis.
    #[getter]
    fn shape(&self) -> Vec<isize> {
        self.shape.to_vec()
    }

    fn __len__(&self) -> usize {
        self.shape.first().map_or(0, |&count| count.cast_unsigned())
    }

    fn __repr__(&self) -> String {
        format!("<quakemodels.Array of {:?}, shape {:?}>", self.values.format(), self.shape)
    }

    /// Fills in `view` for Python's buffer protocol.
    ///
    /// # Safety
    /// `view` must point to a buffer that is valid for writes. Python's interpreter guarantees this for the slot `bf_getbuffer`.
    unsafe fn __getbuffer__(slf: PyRef<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("the view is null"));
        }
        // SAFETY: `view` is valid for writes, as the caller guarantees, and not null. A consumer reads `obj` even after an error.
        unsafe { (*view).obj = ptr::null_mut() };
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("the array cannot be changed"));
        }
        let wants = |flag: c_int| flags & flag == flag;
        let array = &*slf;
        let or_null = |wanted: bool, list: &[ffi::Py_ssize_t]| {
            if wanted { list.as_ptr().cast_mut() } else { ptr::null_mut() }
        };
        let format = if wants(ffi::PyBUF_FORMAT) { array.values.format().as_ptr() } else { ptr::null() };
        let filled = ffi::Py_buffer {
            buf: array.values.start().cast_mut(),
            // The reference is released by the consumer, through PyBuffer_Release.
            obj: ptr::null_mut(),
            len: array.values.size().cast_signed(),
            itemsize: array.values.item_size().cast_signed(),
            readonly: 1,
            ndim: c_int::try_from(array.shape.len()).unwrap_or(c_int::MAX),
            format: format.cast_mut(),
            shape: or_null(wants(ffi::PyBUF_ND), &array.shape),
            strides: or_null(wants(ffi::PyBUF_STRIDES), &array.strides),
            suboffsets: ptr::null_mut(),
            internal: ptr::null_mut(),
        };
        // SAFETY: `view` is valid for writes. The values, the shape and the strides belong to the array, which never changes (the class is
        // frozen) and which `obj`, a new reference to it, keeps alive until the consumer releases the view. The format is static.
        unsafe {
            view.write(filled);
            (*view).obj = slf.into_ptr();
        }
        Ok(())
    }
}

/// Copies a buffer as groups of `N` numbers.
pub(crate) fn groups<T: Element + Copy, const N: usize>(
    py: Python<'_>,
    buffer: &PyBuffer<T>,
) -> PyResult<Vec<[T; N]>> {
    let values = buffer.to_vec(py)?;
    let (groups, rest) = values.as_chunks::<N>();
    if !rest.is_empty() {
        let text = format!("an array of {} numbers, expected a multiple of {N}", values.len());
        return Err(PyValueError::new_err(text));
    }
    Ok(groups.to_vec())
}
