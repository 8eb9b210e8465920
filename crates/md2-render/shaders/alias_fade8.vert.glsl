#version 450
#extension GL_GOOGLE_include_directive : require

// A model's vertex while it fades from pose to pose, packed in four bytes.

#define FADE
#include "alias_vertex.glsl"
