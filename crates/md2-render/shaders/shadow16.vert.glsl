#version 450
#extension GL_GOOGLE_include_directive : require

// The shadow of a vertex packed in eight bytes.

#define PACKED_16
#include "shadow_vertex.glsl"
