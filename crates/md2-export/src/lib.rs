//! Quake's models in other programs' formats, and other programs' models as MD2.
//!
//! It is handed models and pixels and gives bytes: it opens no file, starts no thread, and knows no GPU and no window.

#![forbid(unsafe_code)]
