#version 450
#extension GL_GOOGLE_include_directive : require

// The floor in a picture of bytes.

#define BYTES
#include "floor.glsl"
