// Package parts declares the parts of a build of the library. Programs that count their
// bytes, as programs in browsers, leave out the optimizer, and with it the reader of
// SPIR-V, whose way leads through the SSA form, and the linker of GLSL: the build tag
// refract_core does that. The constants are known to the compiler, so that code behind them
// isn't linked.
package parts
