#version 450
#extension GL_GOOGLE_include_directive : require

// The probe for vertices packed in four bytes.

#include "probe.glsl"
