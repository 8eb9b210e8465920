#version 450
#extension GL_GOOGLE_include_directive : require

// The shadow of a vertex packed in four bytes, on a surface with holes.

#define CUTOUT
#include "shadow_vertex.glsl"
