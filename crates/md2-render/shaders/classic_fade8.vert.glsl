#version 450
#extension GL_GOOGLE_include_directive : require

// A model's vertex with light of its own while it fades from pose to pose, packed in four bytes.

#define FADE
#include "classic_vertex.glsl"
