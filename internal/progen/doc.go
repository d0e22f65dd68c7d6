// Package progen makes random valid programs: WGSL with one compute entry point, for
// running on several engines and comparing the contents of the buffers. A seed gives the
// same program for good. Only tests import it.
//
// # Comparable results
//
// A program's results don't depend on anything that WGSL leaves open:
//   - Loops have bounds, calls have costs, and both are limited.
//   - Indices stay in bounds.
//   - Each invocation writes its own part of the buffers. Workgroup memory is
//     shared between barriers in uniform control flow. Atomic operations of
//     several invocations commute and their results are dropped.
//   - Floats are multiples of a small power of two and far from overflow. The generator
//     tracks both bounds through every operation (see val), so there are no NaN, infinities
//     or denormals, and without Options.Rounding each result is exact, fused or not. In the
//     other case additions and multiplications round, and results are equal if each
//     operation rounds once.
//   - The sign of a zero is dropped before bits are looked at.
//
// Behaviour that WGSL does define is put to the test: wrapping integers, division by zero,
// shifts of any amount, order of evaluation with side effects in calls, short circuits,
// loops with continuing blocks and jumps from anywhere, aliasing within the rules,
// shadowing, memory layouts.
//
// Programs are valid: expressions that WGSL rejects in constant expressions (overflow,
// division by zero, wide shifts) are kept out of them. Named constants come with a
// const_assert of the value that the generator computed by itself.
package progen
