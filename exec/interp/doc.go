// Package interp is the reference engine: it runs the module IR itself, so that
// every front end, transform and back end can be checked against it.
//
// # Scheme
//
// Each function that is reachable from the start is compiled once to a flat list of
// instructions (code.go). A value lives in 64-bit slots of its function's frame: a scalar
// takes one slot and holds its bits zero-extended, a vector takes one slot per component,
// matrices (column by column), arrays and structs are flattened. A pointer is one slot: the
// memory's number and a byte offset; how the memory is laid out is known when the code is
// compiled. All memory, of locals too, is bytes in the layout that the IR gives it.
//
// An invocation is a stack of frames and a program counter (invocation.go), so it can stop
// anywhere and go on later. A workgroup (group.go) runs each invocation until it ends or
// reaches an operation that needs others: a barrier, a subgroup operation, a derivative.
// Then it completes these operations, the earliest in the program first, so that
// invocations that parted come together again. There are no goroutines but the
// RunOptions.Workers.
//
// # Meaning
//
// Operations are total, as package ir defines them, and computed by internal/num. The
// engine's choices for cases that the IR leaves open: a dynamic index out of bounds takes
// the last element; a load outside the memory gives zero and a store does nothing;
// variables without an initial value are zero.
package interp
