// Package lsp is a server of the Language Server Protocol for WGSL, GLSL, HLSL and Kage, in files
// and in the string literals of programs: diagnostics, navigation, completion and fixes for
// editors.
//
// A document is text with a table of its lines. After a change it is read at the first
// question: package front's parsers make a tree, whatever is wrong with it; a walk over the
// tree makes an Index, in which the features look; and the checker reports the type of each
// expression that it reaches. Where it doesn't, types are inferred from declarations.
// Diagnostics are those of refract.Check; they are computed once typing has stopped for a
// moment.
//
// The server handles one message after another: everything it is asked takes
// milliseconds. Positions are UTF-16 code units, as the protocol has them where client
// and server agree on nothing else.
package lsp
