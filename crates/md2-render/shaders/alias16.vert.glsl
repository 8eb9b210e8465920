#version 450
#extension GL_GOOGLE_include_directive : require

// A model's vertex, packed in eight bytes.

#define PACKED_16
#include "alias_vertex.glsl"
