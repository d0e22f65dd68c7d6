// Package wgsl writes modules as WGSL that reads as if an author had written it: the names
// that authors gave, documentation comments, for and while loops, no parentheses or
// conversions that the language doesn't require.
//
// Package internal/back/text plans how each function reads; this package spells the plan. Section
// names in comments are those of the WGSL specification.
//
// # What WGSL lacks
//
//   - Literals of infinity and NaN: the bits go through a function, as in
//     f32_from_bits(0x7f800000u), whose parameter keeps the compiler from
//     evaluating the call ("const Expressions" makes such values errors). A named
//     constant with such a value is written out where it is used. Initializers of
//     module-scope variables and overrides can't have one.
//   - Operations on constants without a value before the shader runs (a division
//     of a literal by zero): one operand becomes a let, which is no constant.
//   - Terminate (GLSL's discard): discard, then return. The invocation lives on as
//     a helper, whose writes have no effect.
//   - Flags that permit or forbid optimization, memory qualifiers, scopes and
//     orderings other than the default are not written.
//   - atomicCompareExchangeWeak is written for every compare-exchange.
//   - Everything else is an *UnsupportedError.
package wgsl
