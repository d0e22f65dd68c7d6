// Package bindgen writes the declarations that a host program needs to talk to a shader, in
// the host's own language: structs with the shader's memory layout, constants for the
// places of resources, for locations and overrides, layouts of bind groups and of vertex
// buffers.
//
// It works on reflections (package reflection), so that shaders in any language that can be
// read will do. Build makes a Model, which is plain data with names that the host's
// language allows, and a template writes it: the templates of Go, C, C++, Rust and
// TypeScript are here, and Options.Template may bring another.
//
// # Memory
//
// Padding is written out as fields, and every offset and size is asserted when the output
// is compiled, so that a compiler with another layout rejects it. A vector is an array of
// its components, a matrix an array of its columns (rows, if they are stored one after the
// other) with the padding of each as components; a 16-bit float is its bits. Elements of
// arrays that lie farther apart than they are long are structs with padding. A type that a
// language can't lay out as the shader does (a 64-bit number at a multiple of four bytes)
// is an array of bytes.
//
// A struct that ends in an array whose length the host decides becomes a struct of the
// members before it, and the array's offset, stride and element.
package bindgen
