#version 450
#extension GL_GOOGLE_include_directive : require

// A vertex of a crowd's member in Quake II's light, packed in eight bytes.

#define PACKED_16
#define GAME
#include "crowd_vertex.glsl"
