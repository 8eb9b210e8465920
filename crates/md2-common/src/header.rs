//! A macro for file headers.

/// Defines a struct for a file header and an enum of its fields. Both come from one table.
///
/// Each row of the table gives the field (with the name from the format's documentation), its enum variant, and its
/// type: `i32`, `f32`, `vector` (three `f32`), `ident` (four bytes) or `name` (a [`Name`](crate::Name) of 64 bytes).
/// Fields are little-endian, without padding.
///
/// The struct is a [`Record`](crate::Record). It has the constant `BYTES` (its size in the file) and two functions that
/// are private to the calling crate: `integer` and `with_integer` read and replace the value of an `i32` field. The enum
/// has `ALL`, `name`, `offset` and `size`.
#[macro_export]
macro_rules! header {
    (
        $(#[$header_attribute:meta])*
        pub struct $Header:ident;
        $(#[$enum_attribute:meta])*
        pub enum $Field:ident;
        $($(#[$doc:meta])* $field:ident $Variant:ident $kind:ident,)*
    ) => {
        $crate::records! {
            $(#[$header_attribute])*
            pub struct $Header {
                $($(#[$doc])* pub $field: $crate::header!(@type $kind),)*
            }
        }

        $(#[$enum_attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $Field {
            $($(#[$doc])* $Variant,)*
        }

        impl $Header {
            /// Size of the header in the file, in bytes.
            pub const BYTES: usize = ::core::mem::size_of::<Self>();

            /// Returns the value of a field; `None` if the field is not an integer.
            pub(crate) const fn integer(&self, field: $Field) -> Option<i32> {
                match field {
                    $($Field::$Variant => $crate::header!(@integer $kind self.$field),)*
                }
            }

            /// Returns the header with another value in a field. Returns it unchanged if the field is not an integer.
            pub(crate) const fn with_integer(mut self, field: $Field, value: i32) -> Self {
                match field {
                    $($Field::$Variant => $crate::header!(@set $kind self.$field, value),)*
                }
                self
            }
        }

        impl $Field {
            /// All fields, in the order of the file.
            pub const ALL: [Self; [$(stringify!($field),)*].len()] = [$(Self::$Variant,)*];

            /// The field's name in the format's documentation.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Variant => stringify!($field),)* }
            }

            /// Byte offset of the field from the start of the header.
            pub const fn offset(self) -> usize {
                match self { $(Self::$Variant => ::core::mem::offset_of!($Header, $field),)* }
            }

            /// Size of the field in bytes.
            pub const fn size(self) -> usize {
                match self { $(Self::$Variant => ::core::mem::size_of::<$crate::header!(@type $kind)>(),)* }
            }
        }
    };
    (@type i32) => { i32 };
    (@type f32) => { f32 };
    (@type vector) => { [f32; 3] };
    (@type ident) => { [u8; 4] };
    (@type name) => { $crate::Name<64> };
    (@integer i32 $value:expr) => { Some($value) };
    (@integer $kind:ident $value:expr) => { None };
    (@set i32 $place:expr, $value:expr) => { $place = $value };
    (@set $kind:ident $place:expr, $value:expr) => { {} };
}
