// Package transform holds the IR-to-IR transforms that back ends share: one
// file, one test each. A back end is a list of them followed by a printer.
//
// A transform takes a valid module and leaves a valid module that does the same,
// or the same within the freedom that its doc comment states. Operations of the
// IR are total; a transform that makes one safe by code sets the flag that says
// that no check is needed (ir.FlagNonZero and others), and skips what carries
// the flag or is safe for constant operands. So a second run changes nothing.
//
// Transforms run on every translation: one that finds nothing to do scans the
// flat arenas once and allocates nothing.
//
// Order matters where one makes what another looks for; a back end's list says
// why it has the order it has. In general:
//
//   - SubstituteOverrides first, since it makes constants of what others ask for;
//   - Polyfill before Divisions, Shifts and Conversions, whose operations it uses;
//   - UniformLoads, ZeroInitialize and SpillDynamic before BoundsChecks;
//   - BoundLoops late, since its counter needs no checks.
package transform
