// Package ir is refract's module IR: arenas of types, expressions and
// statements that hold one shader module, whatever language it came from.
//
// # Shape
//
// A Module owns interned types, nominal structs, named constants, overrides,
// global variables, functions and entry points. Every entity is named by a
// dense uint32 handle of its own type; zero means "none". An expression or
// statement is one flat node without pointers; packages outside ir read nodes
// through views (Function.Binary, Function.If, ...) and make them through a
// Builder.
//
// # When an expression is evaluated
//
//   - Implicit kinds (Literal, Constant, Override, ZeroValue, Argument, Global,
//     Local) have a value everywhere and never stand in an Emit.
//   - Result kinds (CallResult, AtomicResult, WorkgroupUniformLoadResult,
//     SubgroupResult, RayQueryProceedResult) are populated by exactly one
//     statement and never stand in an Emit.
//   - All other kinds are evaluated once, when the one StmtEmit that lists them
//     runs, in the order of the list. A use before that, or outside the block
//     (and its nested blocks) that holds the StmtEmit, is out of scope. Values
//     of a loop's body are in scope in its continuing block and break-if.
//
// Handles imply no order: a transform may append a node and list it anywhere.
//
// # Meaning
//
// Operations are total, as WGSL defines them: x/0 is x, a shift amount is taken
// modulo the bit width, float to integer conversion saturates, an access out of
// bounds touches some in-bounds element or yields zero. A flag on the node
// (FlagNonZero, FlagInBounds, FlagInRange, FlagNoWrap) promises that the case
// can't happen, so that no check is needed; the interpreter traps when a flag
// lies. Value types are logical; offsets and strides belong to memory, that is
// to the layout of a pointer or global.
package ir
