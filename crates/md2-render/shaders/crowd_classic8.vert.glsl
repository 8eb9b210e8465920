#version 450
#extension GL_GOOGLE_include_directive : require

// A vertex of a crowd's member with light of its own, packed in four bytes.

#define CLASSIC
#include "crowd_vertex.glsl"
