// The push constants of a model between two frames: 128 bytes, the minimum of all devices.

#include "alias_draw.glsl"

layout(push_constant, std430) uniform AliasPush {
    AliasDraw draw;
} push;

layout(location = 0) in PACKED vertex_a; // binding 0: quantized vertex of frame a
layout(location = 1) in PACKED vertex_b; // binding 1: quantized vertex of frame b
