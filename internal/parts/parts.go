// Package parts says what a build of the library holds. Programs that count their
// bytes, as those that browsers load, leave out the optimizer, and with it the reader of
// SPIR-V, whose way leads through the SSA form, and the linker of GLSL: the build tag
// refract_core does that. The constants are known to the compiler, so that what stands
// behind them isn't linked.
package parts
