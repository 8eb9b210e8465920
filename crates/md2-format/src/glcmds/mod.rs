//! OpenGL command lists: strips and fans.
