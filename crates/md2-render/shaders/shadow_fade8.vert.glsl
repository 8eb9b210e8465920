#version 450
#extension GL_GOOGLE_include_directive : require

// The shadow of a vertex while its model fades from pose to pose, packed in four bytes.

#define FADE
#include "shadow_vertex.glsl"
