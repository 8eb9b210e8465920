#version 450
#extension GL_GOOGLE_include_directive : require

// A model's vertex with light of its own, packed in four bytes.

#include "classic_vertex.glsl"
