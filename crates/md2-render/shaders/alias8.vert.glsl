#version 450
#extension GL_GOOGLE_include_directive : require

// A model's vertex, packed in four bytes.

#include "alias_vertex.glsl"
