#version 450
#extension GL_GOOGLE_include_directive : require

// A vertex of a crowd's member, packed in eight bytes.

#define PACKED_16
#include "crowd_vertex.glsl"
