#version 450
#extension GL_GOOGLE_include_directive : require

// A model's vertex with light of its own while it fades from pose to pose, packed in eight bytes.

#define PACKED_16
#define FADE
#include "classic_vertex.glsl"
