#version 450
#extension GL_GOOGLE_include_directive : require

// The shadow of a vertex packed in eight bytes, on a surface with holes.

#define PACKED_16
#define CUTOUT
#include "shadow_vertex.glsl"
