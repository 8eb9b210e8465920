#version 450
#extension GL_GOOGLE_include_directive : require

// A mark in a picture of bytes.

#define BYTES
#include "marks_surface.glsl"
