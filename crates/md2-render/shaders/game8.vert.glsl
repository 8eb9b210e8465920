#version 450
#extension GL_GOOGLE_include_directive : require

// A model's vertex in Quake II's light, packed in four bytes.

#include "game_vertex.glsl"
