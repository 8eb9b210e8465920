#version 450
#extension GL_GOOGLE_include_directive : require

// The vertex of a ghost, packed in eight bytes.

#define PACKED_16
#include "ghost_vertex.glsl"
