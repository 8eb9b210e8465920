#version 450
#extension GL_GOOGLE_include_directive : require

// The gradient behind everything, in a picture of bytes.

#define BYTES
#include "background.glsl"
