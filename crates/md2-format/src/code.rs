//! The kinds of findings.

use crate::engine::{ALL, CLASSIC, Engine, GAMES, NONE, Q2PRO, VANILLA, YQUAKE2};
use crate::location::Location;

md2_common::codes! {
    /// A kind of finding. Codes are stable: the code of a removed kind is never reused.
    ///
    /// In `MD2-W104`, `W` is the severity (warning), and the first two digits give the subject (the header).
    pub enum Code {
        type Location = Location;
        type Engine = Engine;
    }
    Error {
        NotMd2 "MD2-E001" ALL "The file does not start with `IDP2`."
        HeaderTruncated "MD2-E002" ALL "The file ends inside its header."
        Version "MD2-E003" ALL "The version is not 8."
        NegativeCount "MD2-E004" ALL "A count in the header is negative."
        NegativeOffset "MD2-E005" ALL "The offset of a section that is not empty is negative."
        SectionOutside "MD2-E006" ALL "A section extends beyond the end of the file. The file may have been cut off."
        FrameSize "MD2-E007" ALL "`framesize` is too small for the vertices of a frame."
        CountUnreachable "MD2-E008" ALL "The file has more vertices or skin coordinates than 16-bit indices can address."
        PositionIndex "MD2-E021" ALL "A triangle uses a vertex that does not exist."
        StIndex "MD2-E022" ALL "A triangle uses a skin coordinate that does not exist."
        NotFinite "MD2-E041" ALL "The scale or translation of a frame is infinite or not a number."
    }
    Warning {
        Limit "MD2-W101" NONE "A count or the size of a frame exceeds the limit of an engine."
        Empty "MD2-W102" GAMES "The file has no vertices, skin coordinates, triangles or frames. The original game stops with an error; Q2PRO draws nothing."
        SkinSize "MD2-W103" Q2PRO "The width or height of the skin is not positive. Texture coordinates are divided by it."
        SkinHeight "MD2-W104" CLASSIC "The skin is taller than 480 texels, the height of the original game's image buffer."
        Misaligned "MD2-W105" Q2PRO "A section does not start at a multiple of its field size."
        EndTooEarly "MD2-W111" CLASSIC "`ofs_end` is before the end of a section. Engines that allocate `ofs_end` bytes write beyond them."
        EndOutside "MD2-W112" YQUAKE2 "`ofs_end` is beyond the end of the file."
        Overlap "MD2-W113" NONE "Two sections, or a section and the header, overlap."
        Displaced "MD2-W114" ALL "The file is longer than its header states, and records are implausible at their offsets: there are extra bytes between them."
        TextUtf8 "MD2-W121" ALL "The file was converted to UTF-8 as if it were text."
        TextCrLfToLf "MD2-W122" ALL "CR LF was converted to LF as if the file were text. The bytes after it are shifted."
        TextLfToCrLf "MD2-W123" ALL "LF was converted to CR LF as if the file were text. The bytes after it are shifted."
        SkinUnterminated "MD2-W131" GAMES "A skin path has no NUL at its end: it was cut off. Engines read beyond it or reject the file."
        SkinAbsolute "MD2-W132" GAMES "A skin path is absolute. Games look only inside their own folder."
        SkinExtension "MD2-W133" VANILLA "A skin path does not end in `.pcx` or `.tga`, the only images that the original game loads."
        SkinFolder "MD2-W135" GAMES "A skin path has no folder. Engines look for it in the game's top folder, not next to the model."
        PartInsideOut "MD2-W154" NONE "Triangles of a closed part of the model face inwards, while other triangles face outwards. Games draw holes in their place."
        NormalIndex "MD2-W161" CLASSIC "A normal index is outside the table of 162 normals. Q2PRO uses (0, 0, 1); engines without a check read beyond the table."
        FarAway "MD2-W162" GAMES "A frame extends beyond the size of a map, often a sign of shifted or overwritten bytes."
        ZeroBlock "MD2-W163" NONE "A block of vertices of a frame is zero, unlike in the frames next to it. It was probably overwritten."
        GlNone "MD2-W181" CLASSIC "The file has no OpenGL commands. The original game draws only these commands, so the model is invisible there."
        GlOutside "MD2-W182" CLASSIC "The OpenGL commands extend beyond the end of the file."
        GlCount "MD2-W183" CLASSIC "A strip or fan has more vertices than the remaining words can hold."
        GlIndex "MD2-W184" CLASSIC "A strip or fan uses a vertex that does not exist."
        GlNotFinite "MD2-W185" CLASSIC "A texture coordinate of a strip or fan is infinite or not a number."
        GlIndexFirst "MD2-W186" CLASSIC "The OpenGL commands have the vertex index before the texture coordinates."
        GlUnterminated "MD2-W187" CLASSIC "The OpenGL commands lack the zero at their end. Engines read beyond them."
        GlTriangles "MD2-W188" CLASSIC "The OpenGL commands and the triangle list differ in their triangles, or in the winding of the triangles."
    }
    Note {
        LimitOnPaper "MD2-N101" NONE "A count exceeds the limit in `qfiles.h` or in the specification, but not the limit of any engine."
        SkinNone "MD2-N131" NONE "The file names no skin. The game chooses one, as it does for players."
        SkinEmpty "MD2-N132" NONE "A skin path is empty."
        SkinBackslash "MD2-N134" NONE "A skin path has backslashes, which work only on Windows."
        SkinParent "MD2-N135" NONE "A skin path contains `..`. Engines reject it or resolve it."
        SkinLeftovers "MD2-N136" NONE "Leftover bytes after a skin path (uncleared exporter buffer)."
        SkinDoubled "MD2-N137" NONE "Two skin paths are the same."
        SkinNotAscii "MD2-N138" NONE "A skin path has bytes that are not printable ASCII."
        FramePadding "MD2-N111" NONE "`framesize` leaves unused bytes after the vertices of each frame."
        EmptyOffset "MD2-N112" NONE "The offset of an empty section is outside the file."
        Order "MD2-N113" NONE "The sections are in an unusual order."
        Gap "MD2-N114" NONE "Unused bytes between the sections."
        Trailing "MD2-N115" NONE "Extra bytes after the last section."
        StOutside "MD2-N141" NONE "A skin coordinate is outside the skin, so the skin repeats."
        StUnused "MD2-N142" NONE "Some skin coordinates are not used by any triangle."
        StZeros "MD2-N143" NONE "Successive skin coordinates are zero, unlike all others. They may have been overwritten."
        TriangleDegenerate "MD2-N151" NONE "A triangle uses a vertex twice, so it is invisible."
        TriangleFlat "MD2-N152" NONE "A triangle has no area in the first frame."
        VertexUnused "MD2-N153" NONE "Some vertices are not used by any triangle."
        InsideOut "MD2-N154" NONE "The model is inside out: in the first frame its triangles are counterclockwise seen from outside."
        OpenOrFlat "MD2-N155" NONE "The triangles enclose too little volume in the first frame to tell inside from outside."
        TriangleDoubled "MD2-N156" NONE "Two triangles have the same vertices in the same order."
        NameEmpty "MD2-N161" NONE "A frame has no name."
        NameUnterminated "MD2-N162" NONE "A frame name has no NUL at its end."
        NameLeftovers "MD2-N163" NONE "Leftover bytes after a frame name (uncleared exporter buffer)."
        NameNotAscii "MD2-N164" NONE "A frame name has bytes that are not printable ASCII."
        NameAlike "MD2-N165" NONE "All frames have the same name, so the names show no sequences."
        ScaleNegative "MD2-N166" NONE "A frame has a negative scale on an axis, which mirrors the axis."
        NormalsAlike "MD2-N167" NONE "All vertices have the same normal, so lighting cannot show the shape."
        FramesEqual "MD2-N168" NONE "Two frames have the same pose."
        ScaleZero "MD2-N169" NONE "A frame has a scale of 0 on all axes: all its vertices are at one point."
        NameDoubled "MD2-N171" NONE "Two frames have the same name."
        NameAllDigits "MD2-N172" NONE "A frame name is only a number."
        NameWithoutDigits "MD2-N173" NONE "A frame name has no number at its end, although the file has several frames."
        NameJump "MD2-N174" NONE "The number in a frame name does not follow the number of the previous frame."
        SequenceSplit "MD2-N175" NONE "The frames of a sequence are separated by other frames."
        GlUv "MD2-N181" NONE "The texture coordinates of the OpenGL commands are not at the texel centers of the skin coordinates."
        GlWordsAfterEnd "MD2-N182" NONE "Extra words after the zero that ends the OpenGL commands."
        GlOutsideSkin "MD2-N183" NONE "A texture coordinate of the OpenGL commands is outside the skin, so the skin repeats."
    }
}
