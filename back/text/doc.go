// Package text is what the writers of WGSL, GLSL, HLSL and MSL have in common.
//
//   - Writer is the output: bytes with indentation, in which names are left open
//     until Finish knows everything that refers to them (writer.go, name.go,
//     resolve.go, short.go).
//   - Words are a language's reserved and predeclared words (word.go, legal.go).
//   - Operators say which operands need parentheses (operator.go).
//   - Plan decides how a function reads: which values stand where they are used
//     and which get a name, which statements make up a for loop, an else-if chain
//     or a compound assignment, where && and || were (plan.go, plan_*.go).
//
// A language's writer walks the lines of a plan and spells expressions. It
// decides nothing about order of evaluation: where the plan says that a value is
// written in place, spelling its operands in the order that Plan documents
// evaluates everything as the module says.
package text
