// Package clike is what the syntax trees and parsers of GLSL and HLSL have in common.
//
// Both languages have C's expressions and statements, and read the tokens of package pp. A
// [Tree] is made of 20-byte nodes without pointers in one array; lists and records of more
// than two operands lie in one shared pool. A handle, [Node], is an index into the array, so
// that a side table of a later phase is a slice indexed by Node. Reading is by views: switch
// on Tree.Kind(n), then get the view of that kind, a small struct returned by value.
//
// A [Parser] reads by recursive descent and calls the [Grammar] of its language for operands,
// declarations and statements that the languages don't share. The syntax packages of the
// languages embed Tree and Parser, and add the views and the grammar of their own kinds.
package clike
