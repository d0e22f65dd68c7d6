// Package parts says what a build of the library holds. Programs that count their
// bytes, as those that browsers load, leave out the optimizer, and with it the reader of
// SPIR-V, whose way leads through the SSA form: the build tag refract_core does that. The
// constant is known to the compiler, so that what stands behind it isn't linked.
package parts
