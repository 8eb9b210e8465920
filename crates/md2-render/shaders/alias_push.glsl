// What a model's draw is told by push constants: 128 bytes, the least that every device takes.

#include "alias_draw.glsl"

layout(push_constant, std430) uniform AliasPush {
    AliasDraw draw;
} push;

layout(location = 0) in PACKED vertex_a; // binding 0: packed vertex of frame a
layout(location = 1) in PACKED vertex_b; // binding 1: that of frame b
