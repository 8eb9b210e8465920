#version 450
#extension GL_GOOGLE_include_directive : require

// A model's vertex in Quake II's light while it fades from pose to pose, packed in four bytes.

#define FADE
#include "game_vertex.glsl"
