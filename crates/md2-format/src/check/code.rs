//! The kinds of findings.

use super::engine::{ALL, CLASSIC, Engine, GAMES, NONE, Q2PRO, VANILLA, YQUAKE2};
use crate::location::Location;

md2_common::codes! {
    /// A kind of finding. Codes are stable: one that is no longer found is not given to anything else.
    ///
    /// The letter tells the severity, the hundreds digit and the tens digit group by subject.
    pub enum Code {
        type Location = Location;
        type Engine = Engine;
    }
    Error {
        NotMd2 "MD2-E001" ALL "The file does not start with `IDP2`."
        HeaderTruncated "MD2-E002" ALL "The file ends inside its header."
        Version "MD2-E003" ALL "The version is not 8."
        NegativeCount "MD2-E004" ALL "A count in the header is negative."
        NegativeOffset "MD2-E005" ALL "The offset of a section that has records is negative."
        SectionOutside "MD2-E006" ALL "A section does not lie inside the file. It may have been cut off."
        FrameSize "MD2-E007" ALL "`framesize` leaves too little room for the vertices of a frame."
        CountUnreachable "MD2-E008" ALL "There are more vertices or skin coordinates than 16-bit indices can reach."
        PositionIndex "MD2-E021" ALL "A triangle refers to a position that does not exist."
        StIndex "MD2-E022" ALL "A triangle refers to a skin coordinate that does not exist."
        NotFinite "MD2-E041" ALL "The scale or translation of a frame is infinite or not a number."
    }
    Warning {
        Limit "MD2-W101" NONE "A count or the size of a frame is above what an engine allows."
        Empty "MD2-W102" GAMES "The file has no vertices, skin coordinates, triangles or frames. The original game stops with an error, Q2PRO draws nothing."
        SkinSize "MD2-W103" Q2PRO "The skin size that coordinates are divided by is not positive."
        SkinHeight "MD2-W104" CLASSIC "The skin is taller than the 480 texels of the original game's image buffer."
        Misaligned "MD2-W105" Q2PRO "A section does not start at a multiple of its fields' size."
        EndTooEarly "MD2-W111" CLASSIC "`ofs_end` lies before the end of a section: engines that reserve that much memory write behind it."
        EndOutside "MD2-W112" YQUAKE2 "`ofs_end` lies behind the end of the file."
        Overlap "MD2-W113" NONE "Two sections, or a section and the header, share bytes."
        TextUtf8 "MD2-W121" ALL "The file was converted to UTF-8 as if it were text."
        TextCrLfToLf "MD2-W122" ALL "Each CR LF was turned into LF as if the file were text, so that what follows is shifted."
        TextLfToCrLf "MD2-W123" ALL "Each LF was turned into CR LF as if the file were text, so that what follows is shifted."
        SkinUnterminated "MD2-W131" GAMES "A skin path fills its field without a NUL: it was cut off, and engines read on or refuse the file."
        SkinAbsolute "MD2-W132" GAMES "A skin path starts at the root of a drive, which no game looks at."
        SkinExtension "MD2-W133" VANILLA "A skin path ends neither in `.pcx` nor in `.tga`, which is all the original game loads."
        NormalIndex "MD2-W161" CLASSIC "A normal index is beyond the table of 162. Engines that do not check read what lies behind it; Q2PRO takes up."
        FarAway "MD2-W162" GAMES "A frame reaches beyond what a map can hold, often a sign of shifted or overwritten bytes."
        GlNone "MD2-W181" CLASSIC "There are no OpenGL commands, and the original game draws nothing else."
        GlOutside "MD2-W182" CLASSIC "The OpenGL commands do not lie inside the file."
        GlCount "MD2-W183" CLASSIC "A strip or fan announces more vertices than there are words left."
        GlIndex "MD2-W184" CLASSIC "A strip or fan refers to a position that does not exist."
        GlNotFinite "MD2-W185" CLASSIC "A strip or fan has a texture coordinate that is infinite or not a number."
        GlIndexFirst "MD2-W186" CLASSIC "The OpenGL commands have the index before the texture coordinates."
        GlUnterminated "MD2-W187" CLASSIC "The zero that ends the OpenGL commands is missing: engines read on behind them."
        GlTriangles "MD2-W188" CLASSIC "The OpenGL commands draw other triangles than the list, or with another winding."
    }
    Note {
        LimitOnPaper "MD2-N101" NONE "A count is above what `qfiles.h` or the specification allows; no engine minds."
        SkinNone "MD2-N131" NONE "The file names no skin; the game has to choose one, as it does for players."
        SkinEmpty "MD2-N132" NONE "A skin path is empty."
        SkinFolder "MD2-N133" NONE "A skin path names no folder: engines look for it at the top of the game's."
        SkinBackslash "MD2-N134" NONE "A skin path has backslashes, which work on one system only."
        SkinParent "MD2-N135" NONE "A skin path leads up a folder; engines refuse that, or resolve it."
        SkinLeftovers "MD2-N136" NONE "A skin path has bytes behind its NUL."
        SkinDoubled "MD2-N137" NONE "A skin path is there twice."
        SkinNotAscii "MD2-N138" NONE "A skin path has bytes that are not printable ASCII."
        FramePadding "MD2-N111" NONE "`framesize` leaves room behind the vertices of each frame."
        EmptyOffset "MD2-N112" NONE "The offset of an empty section points outside the file."
        Order "MD2-N113" NONE "The sections are in an unusual order."
        Gap "MD2-N114" NONE "Bytes between the sections belong to none of them."
        Trailing "MD2-N115" NONE "Bytes follow the last section."
        StOutside "MD2-N141" NONE "A skin coordinate lies outside the skin; it wraps around."
        StUnused "MD2-N142" NONE "No triangle uses a skin coordinate."
        TriangleDegenerate "MD2-N151" NONE "A triangle uses a position twice, and draws nothing."
        TriangleFlat "MD2-N152" NONE "A triangle has no area in the first frame."
        VertexUnused "MD2-N153" NONE "No triangle uses a vertex."
        InsideOut "MD2-N154" NONE "The triangles of the first frame go counterclockwise seen from outside, by the volume they enclose: the model is inside out."
        OpenOrFlat "MD2-N155" NONE "The triangles of the first frame enclose so little that nothing tells which way they should go."
        TriangleDoubled "MD2-N156" NONE "A triangle is there twice, with the same positions in the same order."
        NameEmpty "MD2-N161" NONE "A frame has no name."
        NameUnterminated "MD2-N162" NONE "The name of a frame fills its field without a NUL."
        NameLeftovers "MD2-N163" NONE "The name of a frame has bytes behind its NUL, as exporters leave them that do not clear their buffer."
        NameNotAscii "MD2-N164" NONE "The name of a frame has bytes that are not printable ASCII."
        NameAlike "MD2-N165" NONE "All frames have the same name, so that names say nothing about animations."
        ScaleNegative "MD2-N166" NONE "The scale of a frame is negative: the axis is mirrored."
        NormalsAlike "MD2-N167" NONE "All vertices have the same normal; light would not show the shape."
        FramesEqual "MD2-N168" NONE "A frame is the same pose as an earlier one."
        ScaleZero "MD2-N169" NONE "All scales of a frame are 0: all its vertices are one point."
        NameDoubled "MD2-N171" NONE "A frame has the name of an earlier one."
        NameAllDigits "MD2-N172" NONE "The name of a frame is a number alone."
        NameWithoutDigits "MD2-N173" NONE "The name of a frame among others has no number at its end."
        NameJump "MD2-N174" NONE "The number in the name of a frame does not continue that of the frame before."
        SequenceSplit "MD2-N175" NONE "Other frames stand between those of one name."
        GlUv "MD2-N181" NONE "The texture coordinates of the OpenGL commands are not the centers of the texels that the skin coordinates name."
        GlWordsAfterEnd "MD2-N182" NONE "Words follow the zero that ends the OpenGL commands."
        GlOutsideSkin "MD2-N183" NONE "A texture coordinate of the OpenGL commands lies outside the skin; it wraps around."
    }
}
