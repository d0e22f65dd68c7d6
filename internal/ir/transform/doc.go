// Package transform holds the IR-to-IR transforms that back ends share: one
// file, one test each. A back end is a list of them followed by a printer.
//
// A transform takes a valid module and leaves a valid module of the same meaning, or the
// same within the freedom that its doc comment states. Operations of the IR are total; a
// transform that makes one safe by code sets the flag that no check is needed
// (ir.FlagNonZero and others), and skips operations that carry the flag or are safe for
// constant operands. So a second run changes nothing.
//
// Transforms run on every translation: one that finds nothing to do scans the
// flat arenas once and allocates nothing.
//
// Order matters if one makes operations that another looks for; a back end's list gives the
// reasons for its order. In general:
//
//   - SubstituteOverrides first, since it makes constants that others look for;
//   - Polyfill before Divisions, Shifts and Conversions, whose operations it uses;
//   - UniformLoads, ZeroInitialize and SpillDynamic before BoundsChecks;
//   - BoundLoops late, since its counter needs no checks.
package transform
