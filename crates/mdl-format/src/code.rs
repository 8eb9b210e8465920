//! The kinds of findings.

use crate::engine::{ALL, CLASSIC, Engine, FIRST_INTERVAL, GAMES, GLQUAKE, NONE, ORIGINAL, WINQUAKE};
use crate::location::Location;

md2_common::codes! {
    /// A kind of finding. Codes are stable: the code of a removed kind is never reused.
    ///
    /// In `MDL-W123`, the letter `W` is the severity (warning), and the digits `12` give the subject (groups).
    pub enum Code {
        type Location = Location;
        type Engine = Engine;
    }
    Error {
        NotMdl "MDL-E001" ALL "The file does not start with `IDPO`."
        HeaderTruncated "MDL-E002" ALL "The file ends inside its header."
        Version "MDL-E003" ALL "The version is not 6."
        Negative "MDL-E004" ALL "A count, or the width or height of the skins, is negative."
        NotFinite "MDL-E005" ALL "The scale or the origin is infinite or not a number."
        Truncated "MDL-E006" ALL "The file ends before the end of a skin, the skin coordinates, the triangles or a frame. It may have been cut off."
        GroupCount "MDL-E007" ALL "The member count of a group of skins or frames is 0 or negative."
        VertexIndex "MDL-E021" ALL "A triangle uses a vertex that does not exist."
    }
    Warning {
        Limit "MDL-W101" NONE "A count exceeds the limit of an engine."
        Empty "MDL-W102" CLASSIC "The file has no skins, vertices, triangles or frames. Engines with id's loader stop with an error."
        SkinSize "MDL-W103" GAMES "The width or height of the skins is 0. Texture coordinates are divided by it."
        SkinWidth "MDL-W104" WINQUAKE "The skin width is not a multiple of 4. The software renderer rejects the file."
        FarAway "MDL-W105" GAMES "With its scale and origin, the model can extend beyond the size of a map, often a sign of overwritten bytes."
        IntervalNotPositive "MDL-W121" WINQUAKE "An interval of a group is not above 0. The software renderer rejects the file."
        IntervalsFall "MDL-W122" WINQUAKE "The intervals of a group do not increase. The software renderer never shows some members of the group."
        IntervalsUneven "MDL-W123" FIRST_INTERVAL "The members of a group have different durations. All engines except WinQuake use the duration of the first member for all."
        SkinGroupPlaces "MDL-W124" GLQUAKE "A group of skins does not have 1, 2 or 4 images. GLQuake fills four slots with the images in turn and ignores further images."
        SeamBit "MDL-W141" WINQUAKE "The `onseam` of a vertex is not 0, but lacks the bit 32 (0x20). The software renderer ignores all other bits."
        TriangleDegenerate "MDL-W151" NONE "A triangle uses a vertex twice, so it is invisible."
        PartInsideOut "MDL-W155" NONE "Triangles of a closed part of the model face inwards, while other triangles face outwards. Games draw holes in their place."
        NormalIndex "MDL-W161" ORIGINAL "A normal index is outside the table of 162 normals. Engines without a check read beyond the table."
        NameUnterminated "MDL-W162" ORIGINAL "A pose name has no NUL at its end. Engines that copy it as text read beyond it."
        ImplausibleFrame "MDL-W163" NONE "Vertices of a frame are far outside the bounds of the frame, while most frames have correct bounds. They were probably overwritten."
        FramesLeftOut "MDL-W181" NONE "After the last frame, the file contains further frames. The frame count in the header is too small."
    }
    Note {
        SyncType "MDL-N101" NONE "The sync type is neither 0 nor 1. Engines treat it as 0."
        UnknownFlags "MDL-N102" NONE "The flags have bits without a known meaning."
        ScaleNegative "MDL-N103" NONE "The scale of an axis is negative, which mirrors the axis."
        ScaleZero "MDL-N104" NONE "The scale of an axis is 0: the model is flat along the axis."
        UnusedNotFinite "MDL-N105" NONE "A number in the header that few engines read is infinite or not a number."
        Radius "MDL-N106" NONE "Some vertices are outside the bounding radius of the header."
        Type "MDL-N107" NONE "The type of a skin or a frame is neither 0 nor 1. Engines treat it as a group."
        SkinTall "MDL-N108" NONE "The skin is taller than 200 texels, the limit of the first versions of Quake, for DOS."
        SkinGroup "MDL-N121" NONE "A skin is a group of images that are shown in turn."
        FrameGroup "MDL-N122" NONE "A frame is a group of poses that plays by itself."
        GroupOfOne "MDL-N123" NONE "A group has only one member."
        Fullbright "MDL-N131" NONE "An image has texels of palette indices 224 to 254, which are fullbright: lighting does not darken them. GLQuake darkens them like other colors."
        LastColor "MDL-N132" NONE "An image has texels of palette index 255. They are fullbright, or holes if the header has the flag `holey`."
        SkinZeros "MDL-N133" NONE "Successive texels of a skin are zero, unlike those in the rows above and below. They may have been overwritten."
        StOutside "MDL-N141" NONE "A skin coordinate is outside the skin, so the skin repeats."
        StShiftedOutside "MDL-N142" NONE "A skin coordinate on the seam, shifted for triangles on the back, is outside the skin, so the skin repeats."
        Seam "MDL-N143" NONE "Some vertices are on the seam between the halves of the skin."
        StZeros "MDL-N144" NONE "Successive skin coordinates are zero, unlike all others. They may have been overwritten."
        FacesFront "MDL-N151" NONE "The `facesfront` of a triangle is neither 0 nor 1. Engines treat it as 1."
        TriangleFlat "MDL-N152" NONE "A triangle has no area in the first pose."
        TriangleTwice "MDL-N153" NONE "Two triangles have the same three vertices."
        VertexUnused "MDL-N154" NONE "Some vertices are not used by any triangle."
        InsideOut "MDL-N155" NONE "The model is inside out: its triangles are counterclockwise seen from outside."
        NameEmpty "MDL-N161" NONE "A pose has no name."
        NameLeftovers "MDL-N162" NONE "Leftover bytes after a pose name (uncleared exporter buffer)."
        NameNotAscii "MDL-N163" NONE "A pose name has bytes that are not printable ASCII."
        Bounds "MDL-N164" NONE "The bounds of a pose or a group do not match its vertices. Engines newer than the original game do not read them."
        PosesAlike "MDL-N165" NONE "All poses are the same, so the model does not move."
        NormalsAlike "MDL-N166" NONE "All vertices have the same normal, so lighting cannot show the shape."
        Qmex "MDL-N181" NONE "Data of the editor qME follows the last frame."
        Trailing "MDL-N182" NONE "Extra bytes after the last frame."
    }
}
