//! The kinds of findings.

use super::engine::{ALL, CLASSIC, DARKPLACES, Engine, GAMES, NONE};
use crate::location::Location;

md2_common::codes! {
    /// A kind of finding. Codes are stable: one that is no longer found is not given to anything else.
    ///
    /// The letter tells the severity, the tens digit groups by subject: 0 header, 1 lists, 2 indices, 3 shaders,
    /// 4 texture coordinates, 5 triangles, 6 frames, 7 tags, 8 surfaces.
    pub enum Code {
        type Location = Location;
        type Engine = Engine;
    }
    Error {
        NotMd3 "MD3-E001" ALL "The file does not start with `IDP3`."
        HeaderTruncated "MD3-E002" ALL "The file ends inside its header."
        Version "MD3-E003" ALL "The version is not 15."
        NegativeCount "MD3-E004" ALL "A count is negative."
        NegativeOffset "MD3-E005" ALL "The offset of a list that has records is negative."
        ListOutside "MD3-E006" ALL "A list does not lie inside the file. It may have been cut off."
        SurfaceOutside "MD3-E007" ALL "The header of a surface does not lie inside the file."
        SurfaceEnd "MD3-E008" ALL "A surface ends inside its own header, so that there is no telling where the next one begins."
        FrameCount "MD3-E009" ALL "A surface has another number of frames than the model."
        Claim "MD3-E010" ALL "Lists share so many bytes that all together are longer than twice the file."
        VertexIndex "MD3-E021" ALL "A triangle refers to a vertex that does not exist."
        StNotFinite "MD3-E041" ALL "A texture coordinate is infinite or not a number."
        TagNotFinite "MD3-E071" ALL "The origin or an axis of a tag is infinite or not a number."
    }
    Warning {
        Limit "MD3-W101" NONE "A count is above what an engine, or `qfiles.h`, allows."
        NoFrames "MD3-W102" CLASSIC "The file has no frames, with which the game refuses it."
        EndOutside "MD3-W111" CLASSIC "`ofs_end` lies behind the end of the file: engines that copy that much read behind it."
        EndTooEarly "MD3-W112" CLASSIC "`ofs_end` lies before the end of a list: engines that copy that much leave it out."
        Overlap "MD3-W113" NONE "Two lists, or a list and a header, share bytes."
        SurfaceEndOff "MD3-W114" NONE "The `ofs_end` of a surface lies before the end of its lists, or behind the end of the file."
        Trailing "MD3-W115" NONE "Bytes follow the last list."
        LongFrames "MD3-W116" GAMES "The frames have 104 bytes, with names of 64: engines find bounds and names of all but the first in the wrong place."
        ShaderAbsolute "MD3-W131" GAMES "A shader is a path from the root of a drive, which no game looks at."
        ShaderParent "MD3-W132" GAMES "A shader leads up a folder, which engines refuse."
        ShaderUnterminated "MD3-W133" GAMES "A shader fills its field without a NUL: it was cut off, and engines read on."
        StOutside "MD3-W141" NONE "Texture coordinates lie outside the picture, which repeats."
        TriangleDegenerate "MD3-W151" NONE "A triangle uses a vertex twice, and draws nothing."
        BoundsInverted "MD3-W161" GAMES "The least bound of a frame is above its greatest."
        BoundsNotFinite "MD3-W162" GAMES "Bounds or radius of a frame are infinite or not a number."
        TagScaled "MD3-W171" NONE "The axes of a tag are not of unit length. The game removes that between frames only."
        TagMirrored "MD3-W172" NONE "The axes of a tag are left-handed: what hangs there is mirrored."
        TagTwice "MD3-W173" NONE "Two tags of a frame have the same name; only the first is found."
        TagFlat "MD3-W174" GAMES "The axes of a tag do not span space: one is 0, or all lie in a plane."
        TagSkewed "MD3-W175" NONE "The axes of a tag are not at right angles."
        TagRenamed "MD3-W176" NONE "A tag has another name than in the first frame. The game looks in each frame anew."
        SurfaceUnnamed "MD3-W181" GAMES "A surface has no name, so that no skin can dress it."
        SurfaceIdent "MD3-W182" DARKPLACES "A surface does not start with `IDP3`."
        SurfaceUnterminated "MD3-W183" GAMES "The name of a surface fills its field without a NUL: engines read on."
    }
    Note {
        Flags "MD3-N101" NONE "The header has flags. Nexuiz keeps Quake's effects there."
        Skins "MD3-N102" NONE "`num_skins` is not 0, and means nothing."
        NameLeftovers "MD3-N103" NONE "The name in the header has bytes behind its NUL."
        NoSurfaces "MD3-N104" NONE "There are no surfaces: a model of tags alone, or one meant to be invisible."
        EmptyOffset "MD3-N111" NONE "The offset of an empty list points outside the file."
        Gap "MD3-N112" NONE "Bytes between the lists belong to none of them."
        ShadersLeftOut "MD3-N113" NONE "A gap has the size of shaders: `num_shaders` may leave them out."
        ShaderExtension "MD3-N131" NONE "A shader has the extension of an image."
        ShaderBare "MD3-N132" NONE "A shader names no folder."
        ShaderBackslash "MD3-N133" NONE "A shader has backslashes."
        ShaderEmpty "MD3-N134" NONE "A shader has no name."
        ShaderSpace "MD3-N135" NONE "A shader has a space in its name."
        ShaderLeftovers "MD3-N136" NONE "A shader has bytes behind its NUL."
        ShaderNone "MD3-N137" NONE "A surface has no shader; only a skin can dress it."
        ShaderSeveral "MD3-N138" NONE "A surface has several shaders. The game picks one by the number of the entity's skin."
        ShaderIndex "MD3-N139" NONE "The index of a shader is not 0; the game fills it in."
        TriangleFlat "MD3-N151" NONE "A triangle has no area in the first frame."
        VertexUnused "MD3-N152" NONE "No triangle uses a vertex."
        InsideOut "MD3-N153" NONE "The triangles go counterclockwise seen from outside: the model is inside out."
        NormalsAlike "MD3-N154" NONE "All vertices of a surface that is not flat have the same normal; light would not show the shape."
        NameSpace "MD3-N161" NONE "The name of a frame has a space."
        FrameLeftovers "MD3-N162" NONE "The name of a frame has bytes behind its NUL."
        NameEmpty "MD3-N163" NONE "A frame has no name."
        NameUnterminated "MD3-N164" NONE "The name of a frame fills its field without a NUL."
        LocalOrigin "MD3-N165" NONE "The local origin of a frame is not 0; nothing uses it."
        RadiusSmall "MD3-N166" NONE "Vertices lie beyond the radius of their frame."
        BoundsSmall "MD3-N167" NONE "Vertices lie outside the bounds of their frame."
        FramesAlike "MD3-N168" NONE "All frames have the same vertices."
        TagsStill "MD3-N171" NONE "No tag ever moves, though there are several frames."
        TagLeftovers "MD3-N172" NONE "The name of a tag has bytes behind its NUL."
        TagUnnamed "MD3-N173" NONE "A tag has no name, and cannot be found."
        TagUnterminated "MD3-N174" NONE "The name of a tag fills its field without a NUL."
        SurfaceCapitals "MD3-N181" NONE "The name of a surface has capitals, which the game makes small."
        SurfaceLeftovers "MD3-N182" NONE "The name of a surface has bytes behind its NUL."
        SurfaceSuffix "MD3-N183" NONE "The name of a surface ends in `_` and one character, which the game cuts off before it looks for a skin."
        SurfaceTwice "MD3-N184" NONE "Two surfaces have the same name, and so the same skin."
        SurfaceEmpty "MD3-N185" NONE "A surface has no triangles."
    }
}
