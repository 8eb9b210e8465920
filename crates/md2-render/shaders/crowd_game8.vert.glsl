#version 450
#extension GL_GOOGLE_include_directive : require

// A vertex of a crowd's member in Quake II's light, packed in four bytes.

#define GAME
#include "crowd_vertex.glsl"
