//go:build !refract_core

package parts

// Optimizer is set if the SSA form, its passes and their users are linked.
const Optimizer = true

// Linker is set if the stages of a program of GLSL can be linked.
const Linker = true
