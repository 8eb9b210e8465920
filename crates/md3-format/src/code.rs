//! The kinds of findings.

use crate::engine::{ALL, CLASSIC, DARKPLACES, Engine, GAMES, NONE};
use crate::location::Location;

md2_common::codes! {
    /// A kind of finding. Codes are stable: the code of a removed kind is never reused.
    ///
    /// In `MD3-W112`, the letter `W` is the severity (warning), and the tens digit `1` is the subject: 0 header, 1
    /// lists, 2 indices, 3 shaders, 4 texture coordinates, 5 triangles, 6 frames, 7 tags, 8 surfaces.
    pub enum Code {
        type Location = Location;
        type Engine = Engine;
    }
    Error {
        NotMd3 "MD3-E001" ALL "The file does not start with `IDP3`."
        HeaderTruncated "MD3-E002" ALL "The file ends inside its header."
        Version "MD3-E003" ALL "The version is not 15."
        NegativeCount "MD3-E004" ALL "A count is negative."
        NegativeOffset "MD3-E005" ALL "The offset of a list that is not empty is negative."
        ListOutside "MD3-E006" ALL "A list extends beyond the end of the file. The file may have been cut off."
        SurfaceOutside "MD3-E007" ALL "The header of a surface extends beyond the end of the file."
        SurfaceEnd "MD3-E008" ALL "A surface ends inside its own header, so the next surface cannot be found."
        FrameCount "MD3-E009" ALL "A surface and the model have different numbers of frames."
        Claim "MD3-E010" ALL "The lists overlap so much that their sizes add up to more than twice the size of the file."
        VertexIndex "MD3-E021" ALL "A triangle uses a vertex that does not exist."
        StNotFinite "MD3-E041" ALL "A texture coordinate is infinite or not a number."
        TagNotFinite "MD3-E071" ALL "The origin or an axis of a tag is infinite or not a number."
    }
    Warning {
        Limit "MD3-W101" NONE "A count exceeds the limit of an engine or of `qfiles.h`."
        NoFrames "MD3-W102" CLASSIC "The file has no frames. The game rejects it."
        EndOutside "MD3-W111" CLASSIC "`ofs_end` is beyond the end of the file. Engines that copy `ofs_end` bytes read beyond it."
        EndTooEarly "MD3-W112" CLASSIC "`ofs_end` is before the end of a list. Engines that copy `ofs_end` bytes lose the data after them."
        Overlap "MD3-W113" NONE "Two lists, or a list and a header, overlap."
        SurfaceEndOff "MD3-W114" NONE "The `ofs_end` of a surface is before the end of its lists or beyond the end of the file."
        Trailing "MD3-W115" NONE "Extra bytes after the last list."
        LongFrames "MD3-W116" GAMES "The frames have 104 bytes, with names of 64 bytes. Engines read wrong bounds and names for all frames but the first."
        ShaderAbsolute "MD3-W131" GAMES "A shader path is absolute. Games look only inside their own folder."
        ShaderParent "MD3-W132" GAMES "A shader path contains `..`, which engines reject."
        ShaderUnterminated "MD3-W133" GAMES "A shader name has no NUL at its end: it was cut off. Engines read beyond it."
        StOutside "MD3-W141" NONE "Texture coordinates are outside the image, so the image repeats."
        TriangleDegenerate "MD3-W151" NONE "A triangle uses a vertex twice, so it is invisible."
        PartInsideOut "MD3-W153" NONE "Triangles of a closed part of the model face inwards, while other triangles face outwards. Games draw holes in their place."
        BoundsInverted "MD3-W161" GAMES "The minimum of a frame's bounds is above the maximum."
        BoundsNotFinite "MD3-W162" GAMES "The bounds or the radius of a frame are infinite or not a number."
        TagScaled "MD3-W171" NONE "The axes of a tag do not have unit length. The game removes the scale only when it interpolates between frames."
        TagMirrored "MD3-W172" NONE "The axes of a tag are left-handed, which mirrors the attached model."
        TagTwice "MD3-W173" NONE "Two tags of a frame have the same name. Engines find only the first."
        TagFlat "MD3-W174" GAMES "The axes of a tag are flat: one is 0, or all are in one plane."
        TagSkewed "MD3-W175" NONE "The axes of a tag are not at right angles."
        TagRenamed "MD3-W176" NONE "A tag has another name than in the first frame. The game searches for the name in each frame."
        SurfaceUnnamed "MD3-W181" GAMES "A surface has no name, so no skin file can refer to it."
        SurfaceIdent "MD3-W182" DARKPLACES "A surface does not start with `IDP3`."
        SurfaceUnterminated "MD3-W183" GAMES "A surface name has no NUL at its end. Engines read beyond it."
        SurfaceTwice "MD3-W184" NONE "Two surfaces have the same name. Skin files assign images by names, so they cannot tell the surfaces apart."
        Damaged "MD3-W190" NONE "Records overlap or contain implausible numbers. They were probably overwritten, or a number in a header is wrong."
    }
    Note {
        Flags "MD3-N101" NONE "The header has flags. Nexuiz stores Quake's effects there."
        Skins "MD3-N102" NONE "`num_skins` is not 0. No engine reads it."
        NameLeftovers "MD3-N103" NONE "Leftover bytes after the name in the header (uncleared exporter buffer)."
        NoSurfaces "MD3-N104" NONE "The file has no surfaces: it has only tags, or is meant to be invisible."
        EmptyOffset "MD3-N111" NONE "The offset of an empty list is outside the file."
        Gap "MD3-N112" NONE "Unused bytes between the lists."
        ShadersLeftOut "MD3-N113" NONE "There are unused bytes with the size of one or more shaders: `num_shaders` may be too small."
        ShaderExtension "MD3-N131" NONE "A shader name has the extension of an image."
        ShaderBare "MD3-N132" NONE "A shader name has no folder: engines look for the image in the root of the game."
        ShaderBackslash "MD3-N133" NONE "A shader name has backslashes, which work only on Windows."
        ShaderEmpty "MD3-N134" NONE "A shader has no name."
        ShaderSpace "MD3-N135" NONE "A shader name contains a space."
        ShaderLeftovers "MD3-N136" NONE "Leftover bytes after a shader name (uncleared exporter buffer)."
        ShaderNone "MD3-N137" NONE "A surface has no shader. Only a skin file can assign one."
        ShaderSeveral "MD3-N138" NONE "A surface has several shaders. The game selects one by the skin number of the entity."
        ShaderIndex "MD3-N139" NONE "The index of a shader is not 0. The game overwrites it."
        StZeros "MD3-N141" NONE "Successive texture coordinates are zero, unlike all others. They may have been overwritten."
        TriangleFlat "MD3-N151" NONE "A triangle has no area in the first frame."
        VertexUnused "MD3-N152" NONE "Some vertices are not used by any triangle."
        InsideOut "MD3-N153" NONE "The model is inside out: its triangles are counterclockwise seen from outside."
        NormalsAlike "MD3-N154" NONE "All vertices of a curved surface have the same normal, so lighting cannot show the shape."
        NameSpace "MD3-N161" NONE "A frame name contains a space."
        FrameLeftovers "MD3-N162" NONE "Leftover bytes after a frame name (uncleared exporter buffer)."
        NameEmpty "MD3-N163" NONE "A frame has no name."
        NameUnterminated "MD3-N164" NONE "A frame name has no NUL at its end."
        LocalOrigin "MD3-N165" NONE "The local origin of a frame is not 0. No engine reads it."
        RadiusSmall "MD3-N166" NONE "Vertices are outside the radius of their frame."
        BoundsSmall "MD3-N167" NONE "Vertices are outside the bounds of their frame."
        FramesAlike "MD3-N168" NONE "All frames have the same vertices, so the model does not move."
        TagsStill "MD3-N171" NONE "The tags are the same in all frames."
        TagLeftovers "MD3-N172" NONE "Leftover bytes after a tag name (uncleared exporter buffer)."
        TagUnnamed "MD3-N173" NONE "A tag has no name and cannot be found."
        TagUnterminated "MD3-N174" NONE "A tag name has no NUL at its end."
        SurfaceCapitals "MD3-N181" NONE "A surface name has capital letters, which the game converts to lowercase."
        SurfaceLeftovers "MD3-N182" NONE "Leftover bytes after a surface name (uncleared exporter buffer)."
        SurfaceSuffix "MD3-N183" NONE "A surface name ends in `_` and one character, which the game removes before it looks for a skin."
        SurfaceEmpty "MD3-N185" NONE "A surface has no triangles."
    }
}
