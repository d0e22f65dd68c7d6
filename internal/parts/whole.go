//go:build !refract_core

package parts

// Optimizer says that the SSA form, its passes and what needs them are there.
const Optimizer = true

// Linker says that the stages of a program of GLSL can be linked.
const Linker = true
