// Package text is the common part of the writers of WGSL, GLSL, HLSL and MSL.
//
//   - Writer is the output: bytes with indentation; names are left open until Finish knows
//     everything that refers to them (writer.go, name.go, resolve.go, short.go).
//   - Words are a language's reserved and predeclared words (word.go, legal.go).
//   - Operators define which operands need parentheses (operator.go).
//   - Plan decides how a function reads: which values stand at their use and which get a
//     name, which statements make up a for loop, an else-if chain or a compound assignment,
//     and which branches were && and || (plan.go, plan_*.go).
//
// A language's writer walks the lines of a plan and spells expressions. It decides nothing
// about order of evaluation: for a value written in place, spelling its operands in the
// order that Plan documents evaluates everything in the module's order.
package text
