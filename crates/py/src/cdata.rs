//! Exports rows to other libraries through Arrow's C data interface, in Python capsules.
//!
//! All unsafe code for the interface is in this module. The consumer of a structure either moves the structure and
//! clears `release` in the original, or calls `release`. If no consumer does this, the capsule releases the structure
//! when the capsule is destroyed.

use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{null, null_mut};
use std::sync::Arc;

/// A column: its name, its type in Arrow's notation, and whether entries can be missing.
#[derive(Clone)]
pub(crate) struct ArrowField {
    pub(crate) name: CString,
    pub(crate) format: &'static CStr,
    pub(crate) nullable: bool,
}

/// The memory of a column's entries.
pub(crate) enum Buffer {
    /// The validity bitmap of a column without missing entries.
    Absent,
    Bytes(Vec<u8>),
    Fours(Vec<u32>),
    Eights(Vec<u64>),
    /// The memory of a Python array, which stays alive while it is used.
    BorrowedBuffer(BorrowedBuffer),
}

impl Buffer {
    fn as_ptr(&self) -> *const c_void {
        match self {
            Buffer::Absent => null(),
            Buffer::Bytes(bytes) => bytes.as_ptr().cast(),
            Buffer::Fours(fours) => fours.as_ptr().cast(),
            Buffer::Eights(eights) => eights.as_ptr().cast(),
            Buffer::BorrowedBuffer(borrowed) => borrowed.at.cast(),
        }
    }
}

/// The memory of a Python array, from some entry to the end of the array.
#[derive(Clone)]
pub(crate) struct BorrowedBuffer {
    at: *const u8,
    bytes: usize,
    _owner: Arc<Owner>,
}

/// The Python object that owns the memory of an array.
///
/// Any thread can drop the owner, with or without Python's lock. So the object is released by a pending call (a
/// callback that Python runs soon afterwards).
struct Owner(Option<Py<PyAny>>);

impl Drop for Owner {
    fn drop(&mut self) {
        let Some(owner) = self.0.take() else { return };
        let owner = Box::into_raw(Box::new(owner)).cast();
        // SAFETY: any thread can call `Py_AddPendingCall` at any time. `release_owner` is called once, with the box
        // that it expects.
        if unsafe { pyo3::ffi::Py_AddPendingCall(Some(release_owner), owner) } != 0 {
            // The queue of pending calls is full, so let PyO3 release the object at the next call into this library.
            // SAFETY: the call was not queued, so nothing else owns the box.
            drop(unsafe { Box::from_raw(owner.cast::<Py<PyAny>>()) });
        }
    }
}

/// Releases the object in the box `owner`. Python calls this function with its lock held.
extern "C" fn release_owner(owner: *mut c_void) -> c_int {
    // SAFETY: `Owner::drop` made the box for this call only.
    let owner = unsafe { Box::from_raw(owner.cast::<Py<PyAny>>()) };
    Python::attach(|py| owner.drop_ref(py));
    0
}

// SAFETY: nothing here reads the memory at the address, and any thread can drop the owner.
unsafe impl Send for BorrowedBuffer {}

impl BorrowedBuffer {
    /// Borrows the memory of `slice`, which belongs to `owner`.
    pub(crate) fn new<T: numpy::Element>(owner: &Bound<'_, PyAny>, slice: &[T]) -> BorrowedBuffer {
        let _owner = Arc::new(Owner(Some(owner.clone().unbind())));
        BorrowedBuffer { at: slice.as_ptr().cast(), bytes: size_of_val(slice), _owner }
    }

    /// Returns the number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.bytes
    }

    /// Returns the memory without its first `bytes` bytes.
    ///
    /// The result is empty if the memory has no more bytes.
    pub(crate) fn skip_bytes(&self, bytes: usize) -> BorrowedBuffer {
        let bytes = bytes.min(self.bytes);
        // SAFETY: `bytes` is at most the length, so the address is within the memory or at its end.
        let at = unsafe { self.at.add(bytes) };
        BorrowedBuffer { at, bytes: self.bytes - bytes, _owner: self._owner.clone() }
    }
}

/// Consecutive entries of a column: the number of missing entries, and Arrow's buffers.
pub(crate) struct ColumnChunk {
    pub(crate) nulls: usize,
    pub(crate) buffers: Vec<Buffer>,
}

/// A source of rows that are exported in batches.
pub(crate) trait Batches: Send {
    fn fields(&self) -> &[ArrowField];
    /// Returns the number of rows of the next batch, and its columns; `None` after the last batch.
    fn next(&mut self) -> Option<(usize, Vec<ColumnChunk>)>;
}

/// Returns the types of the columns as a capsule with an `ArrowSchema`.
pub(crate) fn schema(py: Python<'_>, fields: &[ArrowField]) -> PyResult<Py<PyAny>> {
    let capsule =
        PyCapsule::new_with_value_and_destructor(py, Schema::table(fields), c"arrow_schema", |schema, _| drop(schema))?;
    Ok(capsule.into_any().unbind())
}

/// Returns the rows as a capsule with an `ArrowArrayStream`.
pub(crate) fn stream(py: Python<'_>, batches: Box<dyn Batches>) -> PyResult<Py<PyAny>> {
    let stream = Stream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private: Box::into_raw(Box::new(batches)).cast(),
    };
    let capsule =
        PyCapsule::new_with_value_and_destructor(py, stream, c"arrow_array_stream", |stream, _| drop(stream))?;
    Ok(capsule.into_any().unbind())
}

/// The structure `struct ArrowSchema` of the interface.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private: *mut c_void,
}

/// The structure `struct ArrowArray` of the interface.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private: *mut c_void,
}

/// The structure `struct ArrowArrayStream` of the interface.
#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private: *mut c_void,
}

// SAFETY: a schema owns all data that it points to, and any thread can release it.
unsafe impl Send for Schema {}
// SAFETY: a stream owns its batches, which are `Send`.
unsafe impl Send for Stream {}

/// The flag of a column whose entries can be missing.
const NULLABLE: i64 = 2;

/// The data to which a schema points, and which it owns.
struct SchemaData {
    _name: CString,
    children: Vec<*mut Schema>,
}

/// The data to which an array points, and which it owns.
struct Held {
    at: Vec<*const c_void>,
    _buffers: Vec<Buffer>,
    children: Vec<*mut Array>,
}

impl Schema {
    fn new(field: &ArrowField, children: Vec<Schema>) -> Schema {
        let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let mut named = Box::new(SchemaData { _name: field.name.clone(), children });
        Schema {
            format: field.format.as_ptr(),
            name: named._name.as_ptr(),
            metadata: null(),
            flags: if field.nullable { NULLABLE } else { 0 },
            n_children: named.children.len() as i64,
            children: named.children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_schema),
            private: Box::into_raw(named).cast(),
        }
    }

    /// Returns the type of rows: a struct type whose members are the columns.
    fn table(fields: &[ArrowField]) -> Schema {
        let struct_field = ArrowField { name: CString::default(), format: c"+s", nullable: false };
        Schema::new(&struct_field, fields.iter().map(|field| Schema::new(field, vec![])).collect())
    }
}

impl Array {
    fn new(length: usize, piece: ColumnChunk, children: Vec<Array>) -> Array {
        let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let at = piece.buffers.iter().map(Buffer::as_ptr).collect();
        let mut held = Box::new(Held { at, _buffers: piece.buffers, children });
        Array {
            length: length as i64,
            null_count: piece.nulls as i64,
            offset: 0,
            n_buffers: held.at.len() as i64,
            n_children: held.children.len() as i64,
            buffers: held.at.as_mut_ptr(),
            children: held.children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_array),
            private: Box::into_raw(held).cast(),
        }
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: the schema has not been released, since a release clears `release`.
            unsafe { release(self) }
        }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: as for `Schema`, a release clears `release`.
            unsafe { release(self) }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: as for `Schema`, a release clears `release`.
            unsafe { release(self) }
        }
    }
}

/// Releases a schema and its children.
///
/// # Safety
///
/// The schema was made here and has not been released.
unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: `Schema::new` made all boxes. They are freed once: a consumer that moves the schema clears `release` in
    // the original, and the drop of a child that was moved out does nothing, since its `release` is cleared.
    unsafe {
        (*schema).release = None;
        let data = Box::from_raw((*schema).private.cast::<SchemaData>());
        for &child in &data.children {
            drop(Box::from_raw(child));
        }
    }
}

/// Releases an array, its children and its buffers.
///
/// # Safety
///
/// The array was made here and has not been released.
unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: `Array::new` made all boxes, which are freed once for the reasons given in `release_schema`.
    unsafe {
        (*array).release = None;
        let data = Box::from_raw((*array).private.cast::<Held>());
        for &child in &data.children {
            drop(Box::from_raw(child));
        }
    }
}

/// Releases a stream and its batches.
///
/// # Safety
///
/// The stream was made here and has not been released.
unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: the function `stream` made the box, which is freed once.
    unsafe {
        (*stream).release = None;
        drop(Box::from_raw((*stream).private.cast::<Box<dyn Batches>>()));
    }
}

/// Writes the type of the rows to `out`.
///
/// # Safety
///
/// The stream was made here and has not been released; `out` points to memory for a schema.
unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: nothing else uses the stream meanwhile, as the interface requires.
    let batches = unsafe { &*(*stream).private.cast::<Box<dyn Batches>>() };
    match catch_unwind(AssertUnwindSafe(|| Schema::table(batches.fields()))) {
        Ok(schema) => {
            // SAFETY: `out` points to memory for a schema, without data that must be released first.
            unsafe { out.write(schema) };
            0
        }
        Err(_) => FAILED,
    }
}

/// Writes the next batch to `out`.
///
/// # Safety
///
/// The stream was made here and has not been released; `out` points to memory for an array.
unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: nothing else uses the stream meanwhile, as the interface requires.
    let batches = unsafe { &mut *(*stream).private.cast::<Box<dyn Batches>>() };
    let array = catch_unwind(AssertUnwindSafe(|| match batches.next() {
        Some((count, pieces)) => {
            let children = pieces.into_iter().map(|piece| Array::new(count, piece, vec![])).collect();
            Array::new(count, ColumnChunk { nulls: 0, buffers: vec![Buffer::Absent] }, children)
        }
        // An array that is already released marks the end of the stream.
        None => Array {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: null_mut(),
            children: null_mut(),
            dictionary: null_mut(),
            release: None,
            private: null_mut(),
        },
    }));
    match array {
        Ok(array) => {
            // SAFETY: `out` points to memory for an array, without data that must be released first.
            unsafe { out.write(array) };
            0
        }
        Err(_) => FAILED,
    }
}

/// The error code EIO, which is 5 on all systems.
const FAILED: c_int = 5;

/// Returns no message for the last error.
///
/// # Safety
///
/// The function accesses no memory.
unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    null()
}
