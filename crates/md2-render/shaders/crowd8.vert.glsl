#version 450
#extension GL_GOOGLE_include_directive : require

// A vertex of a crowd's member, packed in four bytes.

#include "crowd_vertex.glsl"
