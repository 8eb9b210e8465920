#version 450
#extension GL_GOOGLE_include_directive : require

// The shadow of a vertex on a surface with holes while its model fades from pose to pose, packed in eight bytes.

#define PACKED_16
#define CUTOUT
#define FADE
#include "shadow_vertex.glsl"
