"""Reads, checks, repairs, writes and converts Quake's models: MDL, MD2 and MD3.

Positions are in Quake units: X forward, Y left, Z up. Triangles are clockwise seen from outside. Texture coordinates
begin at the top left corner of the skin. Frames, vertices, triangles and skins are counted from 0.
"""

from collections.abc import Buffer, Sequence as Items
from os import PathLike

__version__: str

class ModelError(ValueError):
    """A model cannot be read, written or changed. The text names the place and the byte."""

class Array(Buffer):
    """An array in C order that cannot be changed. `memoryview` and `numpy.asarray` read it without a copy."""

    shape: list[int]
    def __len__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Figure:
    """What a file or a folder shows: a model, or a player whose parts are joined by tags."""

    name: str
    parts: list[Part]
    notes: list[str]
    """Problems with the files that belong to the model, one sentence each."""
    model: Model
    """The first model: the only one, or the legs of a player."""

class Part:
    """A model of a figure."""

    role: str
    """What the part is, such as `legs`."""
    model: Model
    parent: int | None
    """The number of the part on which this part is mounted."""
    tag: str | None
    """The name of the tag of the parent; `None` if both have the same origin."""

class Model:
    """The content of a model file. It never changes."""

    name: str
    format: str
    """`MDL`, `MD2` or `MD3`."""
    file: bytes
    """The bytes of the file as read, damaged or not."""
    repairs: list[str]
    """The repairs that were needed to read the file, one sentence each."""
    notes: list[str]
    header: dict[str, int | str | list[float]]
    """The fields of the header under the names of the game's source code."""
    frame_names: list[str]
    """The names of the frames; of an MDL, those of all poses, also in groups."""
    vertex_count: int
    triangle_count: int
    positions: Array
    """`float32`, frames x vertices x 3, in Quake units."""
    normals: Array
    """`float32`, frames x vertices x 3: the directions that the file stores."""
    triangles: Array
    """`uint32`, triangles x 3: the vertices of each triangle."""
    uvs: Array
    """`float32`, triangles x 3 x 2: the texture coordinates of each corner."""
    surfaces: list[Surface]
    tags: list[Tag]
    sequences: list[Sequence]
    """The sequences of scripts or of the game's tables, or else those that the frame names suggest."""
    skins: list[Skin]
    """The skins: images in the file, beside it, or where the game keeps them."""

class Sequence:
    """Frames that are played one after the other, from `first` to `last`."""

    name: str
    first: int
    last: int
    fps: float
    """Frames per second."""
    loops: bool

class Surface:
    """Triangles and vertices that have the same skin. An MDL or MD2 has one surface without a name."""

    name: str
    shader: str
    """The path of the image or of the shader in an MD3; empty in other models."""
    first_vertex: int
    vertex_count: int
    first_triangle: int
    triangle_count: int

class Tag:
    """A point of an MD3 at which another model is mounted."""

    name: str
    origins: Array
    """`float32`, frames x 3, in Quake units."""
    axes: Array
    """`float32`, frames x 3 x 3: the forward, left and up directions of the mounted model."""

class Skin:
    """A skin: an image for each surface of a model."""

    name: str
    reason: str
    """Why the skin belongs to the model."""
    is_guess: bool
    def images(self, count: int = 1) -> list[Image | None]:
        """Decodes the images of the first `count` surfaces.

        A surface that is hidden, or has no image, gives `None`. A skin that changes over time gives its first image.
        """

class Image:
    """An image with 8 bits a channel."""

    place: str
    """The path of the file, or the name of the image in the model."""
    width: int
    height: int
    pixels: Array
    """`uint8`, height x width x 4: sRGB and alpha, from the top left corner."""

class Finding:
    """A problem or an oddity of a file."""

    code: str
    severity: str
    """`error`, `warning` or `note`."""
    place: str
    offset: int
    """The byte in the file."""
    found: str
    expected: str
    explanation: str
    engines: list[str]
    """The engines that refuse the file, or draw it in another way than others do."""

class SalvagedFile:
    """The readable part of a file."""

    file: bytes
    """The file itself if it needs no repair, otherwise a repaired file."""
    verdict: str
    """`sound`; `doubtful` if all records can be read, but some are probably wrong; or `refused`."""
    reason: str
    repairs: list[str]
    is_restored: bool
    """Whether `file` is certainly the original: it was undamaged, or a text conversion was undone."""

class Editor:
    """A model in memory that can be changed. What is not changed is written as it was read, byte for byte."""

    format: str
    frame_names: list[str]
    """The names of the frames that the game counts: a group of an MDL has the name of its first pose."""
    skin_paths: list[str]
    """The paths of the skins of an MD2, or the first shader of each surface of an MD3."""
    skin_count: int
    skin_size: list[int] | None
    """Width and height in texels of the skins of an MDL, or of the skin to which the coordinates of an MD2 refer."""
    effects: int | None
    """The effects of an MDL as bits, which Quake's source code calls `EF_`; the flags of an MD3."""
    is_synchronized: bool | None
    """Whether entities with an MDL start its timed frames and skins together; `None` for other formats."""
    eye_position: list[float] | None
    def __new__(cls, file: bytes) -> Editor: ...
    def find_frames(self, text: str) -> list[int]:
        """Selects frames by text, such as `run,stand01..stand04,190..`."""
    def set_frame_name(self, frame: int, name: str) -> None:
        """Names a frame. All formats store at most 15 bytes."""
    def rename_frames(self, old: str, new: str) -> int:
        """Renames the frames of a sequence, and keeps their numbers. Returns how many frames have a new name."""
    def order_frames(self, frames: Items[int]) -> None:
        """Replaces the frames by those with these numbers, which may repeat."""
    def resample(self, fps: float, sequence: str | None = None) -> None:
        """Changes the rate of a sequence, or of all frames: adds or removes frames, interpolated as the game does."""
    def set_pose(self, pose: int, positions: Buffer, normals: Buffer) -> float:
        """Moves the vertices of a frame, or of one pose of a group in an MDL.

        Both are `float32`, vertices x 3, in the order of `Model.positions`. Vertices that keep their position keep their
        bytes. Returns the largest distance between a given and a stored position.
        """
    def set_skin_path(self, skin: str, path: str) -> None:
        """Sets the path of a skin: its number in an MD2, the name or number of a surface in an MD3."""
    def add_skin_path(self, path: str) -> int:
        """Adds the path of a skin to an MD2. Returns its number."""
    def set_skin_image(self, number: int, pixels: bytes, fullbright: bool = False) -> None:
        """Replaces a skin inside an MDL by an image of the same size: 4 bytes a pixel, sRGB and alpha.

        The colors become the nearest ones of Quake's palette; `fullbright` also allows those that glow in the dark.
        """
    def add_skin_image(self, pixels: bytes, fullbright: bool = False) -> int:
        """Adds a skin to an MDL, as `set_skin_image` does. Returns its number."""
    def remove_skin(self, number: int) -> None:
        """Removes a skin. The following skins get lower numbers."""
    def fix_winding(self) -> int:
        """Turns the closed parts around that are inside out. Returns the number of turned triangles."""
    def rebuild_commands(self) -> None:
        """Builds the OpenGL commands of an MD2 again."""
    def to_bytes(self) -> bytes:
        """The bytes of a file with this model."""

class WrittenFile:
    """A written file, and what its format could not hold."""

    file: bytes
    error: float
    """The largest distance between a position in the arrays and in the file, in Quake units."""
    vertices: int
    triangles: int
    frames: int
    limits: str
    """The engine whose limits apply, and what it allows."""
    notes: list[str]
    losses: list[str]
    """Data that the file does not contain, one sentence each."""
    findings: list[str]
    """Problems that engines have with the file, one sentence each."""
    images: list[bytes]
    """The images of an MD2 or of the surfaces of an MD3 as PNG files; an empty one if the source has no image."""

def open(path: str | PathLike[str], joined: bool = False) -> Figure:
    """Opens a file, a file in an archive, or the folder of a player, with its skins and scripts.

    `joined` also opens the other parts of the player that a file belongs to.
    """

def read(file: bytes, name: str = "model") -> Figure:
    """Reads the bytes of a model file. `name` is the name that a file would have."""

def find_models(path: str | PathLike[str]) -> list[str]:
    """Lists the models of a folder or an archive, in the order of their names. Skips folders that cannot be read."""

def check(file: bytes) -> list[Finding]:
    """Lists the problems of a file."""

def salvage(file: bytes) -> SalvagedFile:
    """Finds the readable part of a file."""

def encode_png(width: int, height: int, pixels: bytes) -> bytes:
    """Encodes 4 bytes a pixel, sRGB and alpha from the top left corner, as PNG."""

def read_file(path: str | PathLike[str]) -> bytes:
    """Reads a file of at most 1 MB next to a model or in an archive, such as a `.skin` file."""

def run(*arguments: str | PathLike[str]) -> None:
    """Runs a command of the program `md2`. The arguments are those after the program's name.

    Files are written whole or not at all. The command prints its report to the standard output of the process.
    """

def name_frames(sequences: Items[tuple[str, int]]) -> list[str]:
    """Names frames so that programs find the sequences again: a name and a number of frames for each sequence."""

def build(
    format: str,
    *,
    positions: Buffer,
    uvs: Buffer,
    triangles: Buffer,
    frame_names: Items[str],
    normals: Buffer | None = None,
    material_of: Buffer | None = None,
    materials: Items[tuple[str, tuple[int, int, bytes] | None]] | None = None,
    sequences: Items[tuple[str, int, int, float, bool]] = (),
    tags: Items[tuple[str, Buffer]] = (),
    skins: Items[tuple[int, int, bytes]] = (),
    name: str = "model",
    folder: str = "",
    skin_path: str | None = None,
    skin_size: tuple[int, int] | None = None,
    packing: str | None = None,
    effects: int = 0,
    dither: bool = False,
    holey: bool = False,
    fullbright: bool = False,
    modern: bool = False,
) -> WrittenFile:
    """Writes a model of arrays as `mdl`, `md2` or `md3`. Its frames keep their names and their order.

    positions: `float32`, frames x vertices x 3, in Quake units. A corner with another texture coordinate or another
        normal is another vertex; formats that share vertices between corners merge them.
    uvs: `float32`, vertices x 2.
    triangles: `uint32`, triangles x 3.
    frame_names: one for each frame, at most 15 bytes each.
    normals: `float32`, frames x vertices x 3. Without them, they are computed from the triangles.
    material_of: `uint32`, the material of each vertex. Without it, all have material 0.
    materials: the name of each material, and its image: width, height, and 4 bytes a pixel (sRGB and alpha). Each becomes
        a surface of an MD3. For an MDL or MD2, the images of several materials become one.
    sequences: name, first frame, last frame, frames per second, and whether it loops.
    tags: the name of each tag of an MD3, and its poses: `float32`, frames x 12, the origin and the three axes.
    skins: the skins of an MDL or MD2 with one material, all of one size.
    name, folder: the file name without extension, and the folder in the game, for the paths of an MD3's images.
    skin_path: the path of the skin that an MD2 stores, such as `players/male/grunt.pcx`.
    skin_size: the size in texels that texture coordinates of an MDL or MD2 are rounded to; usually that of the image.
    packing: the frames that share a scale and an origin in an MD2: `frame`, `sequence` (parts at rest do not tremble) or `model`.
    effects, dither, holey, fullbright: see `md2 convert --help`; only for an MDL.
    modern: whether to allow what Ironwail allows, instead of the limits of the original games.
    """
