#version 450
#extension GL_GOOGLE_include_directive : require

// The vertex of a ghost, packed in four bytes.

#include "ghost_vertex.glsl"
