#version 450
#extension GL_GOOGLE_include_directive : require

// A ghost in a picture of bytes.

#define BYTES
#include "ghost.glsl"
