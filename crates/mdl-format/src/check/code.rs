//! The kinds of findings.

use super::engine::{ALL, CLASSIC, Engine, FIRST_INTERVAL, GAMES, GLQUAKE, NONE, ORIGINAL, WINQUAKE};
use crate::error::ParseErrorKind;
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
        NotMdl "MDL-E001" ALL "The file does not start with `IDPO`."
        HeaderTruncated "MDL-E002" ALL "The file ends inside its header."
        Version "MDL-E003" ALL "The version is not 6."
        Negative "MDL-E004" ALL "A count, or a side of the skins, is negative in the header."
        NotFinite "MDL-E005" ALL "The scale or the origin is infinite or not a number."
        Truncated "MDL-E006" ALL "The file ends where a skin, coordinates, triangles or a frame should follow. It may have been cut off."
        GroupCount "MDL-E007" ALL "A group of skins or frames has no members, or a negative number of them."
        VertexIndex "MDL-E021" ALL "A triangle refers to a vertex that does not exist."
    }
    Warning {
        Limit "MDL-W101" NONE "There is more of something than an engine allows."
        Empty "MDL-W102" CLASSIC "The file has no skins, vertices, triangles or frames. Engines with id's loader stop with an error."
        SkinSize "MDL-W103" GAMES "The skins have no width or no height: there is nothing to draw with, and coordinates are divided by it."
        SkinWidth "MDL-W104" WINQUAKE "The width of the skins is not divisible by 4, which the software renderer refuses."
        FarAway "MDL-W105" GAMES "The scale and the origin reach beyond what a map can hold, often a sign of overwritten bytes."
        IntervalNotPositive "MDL-W121" WINQUAKE "An interval of a group is not above 0, which the software renderer refuses."
        IntervalsFall "MDL-W122" WINQUAKE "The intervals of a group do not rise: the software renderer never shows some of its members."
        IntervalsUneven "MDL-W123" FIRST_INTERVAL "The members of a group do not all last as long as its first, for which all engines but WinQuake show each."
        SkinGroupPlaces "MDL-W124" GLQUAKE "A group of skins has another number of pictures than 1, 2 or 4: GLQuake has four places, fills them in turn and drops the rest."
        SeamBit "MDL-W141" WINQUAKE "A vertex is marked as on the seam by other bits than 32, which the software renderer does not see."
        TriangleDegenerate "MDL-W151" NONE "A triangle uses a vertex twice, and draws nothing."
        NormalIndex "MDL-W161" ORIGINAL "A normal index is beyond the table of 162. Engines that do not check read what lies behind it."
        NameUnterminated "MDL-W162" ORIGINAL "The name of a pose fills its field without a NUL: engines that copy it as text read on."
    }
    Note {
        SyncType "MDL-N101" NONE "The sync type is neither 0 nor 1; engines take it for 0."
        UnknownFlags "MDL-N102" NONE "The flags have bits without a meaning."
        ScaleNegative "MDL-N103" NONE "The scale is negative: the axis is mirrored."
        ScaleZero "MDL-N104" NONE "The scale is zero: the model is flat along the axis."
        UnusedNotFinite "MDL-N105" NONE "A number of the header that hardly any engine reads is infinite or not a number."
        Radius "MDL-N106" NONE "Vertices lie outside the ball of the header's radius."
        Type "MDL-N107" NONE "The type of a skin or a frame is neither 0 nor 1; engines take it for a group."
        SkinGroup "MDL-N121" NONE "A skin is a group of pictures that take turns."
        FrameGroup "MDL-N122" NONE "A frame is a group of poses that plays by itself."
        GroupOfOne "MDL-N123" NONE "A group has a single member."
        Fullbright "MDL-N131" NONE "A picture has texels of palette indices 224 to 254, which light does not darken; GLQuake forgot that."
        LastColor "MDL-N132" NONE "A picture has texels of palette index 255: fullbright, and holes where the flags say so."
        StOutside "MDL-N141" NONE "A skin coordinate lies outside the skin; it wraps around."
        StShiftedOutside "MDL-N142" NONE "A skin coordinate on the seam lies outside the skin for triangles on the back; it wraps around."
        Seam "MDL-N143" NONE "Vertices lie on the seam between the halves of the skin."
        FacesFront "MDL-N151" NONE "The front flag of a triangle is neither 0 nor 1; engines take it for 1."
        TriangleFlat "MDL-N152" NONE "A triangle has no area in the first pose."
        TriangleTwice "MDL-N153" NONE "Two triangles have the same three vertices."
        VertexUnused "MDL-N154" NONE "No triangle uses a vertex."
        InsideOut "MDL-N155" NONE "The model is wound inside out: seen from outside its triangles go counterclockwise."
        NameEmpty "MDL-N161" NONE "A pose has no name."
        NameLeftovers "MDL-N162" NONE "The name of a pose has bytes behind its NUL, as exporters leave them that do not clear their buffer."
        NameNotAscii "MDL-N163" NONE "The name of a pose has bytes that are not printable ASCII."
        Bounds "MDL-N164" NONE "The box of a pose or a group is not that of its vertices. Later engines do not read it."
        PosesAlike "MDL-N165" NONE "All poses are alike: there is no animation."
        NormalsAlike "MDL-N166" NONE "All vertices have the same normal; light would not show the shape."
        Qmex "MDL-N181" NONE "Data of the editor qME follows the last frame."
        Trailing "MDL-N182" NONE "Bytes follow the last frame."
    }
}

impl Code {
    /// The code of what parsing refuses.
    pub(super) const fn of(kind: &ParseErrorKind) -> Self {
        match kind {
            ParseErrorKind::NotMdl { .. } => Self::NotMdl,
            ParseErrorKind::HeaderTruncated { .. } => Self::HeaderTruncated,
            ParseErrorKind::Version { .. } => Self::Version,
            ParseErrorKind::Negative { .. } => Self::Negative,
            ParseErrorKind::Scale { .. } | ParseErrorKind::Origin { .. } => Self::NotFinite,
            ParseErrorKind::Truncated { .. } => Self::Truncated,
            ParseErrorKind::GroupCount { .. } => Self::GroupCount,
            ParseErrorKind::VertexIndex { .. } => Self::VertexIndex,
            ParseErrorKind::Limit { .. } => Self::Limit,
        }
    }
}
