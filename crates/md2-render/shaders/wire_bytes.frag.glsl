#version 450
#extension GL_GOOGLE_include_directive : require

// A model's edges in a picture of bytes.

#define BYTES
#include "wire.glsl"
