package rules_test

import (
	"fmt"

	"refract/ssa/op"
	"refract/ssa/rules"
)

// The state of a value says which rules may apply to it: here that a number negated
// twice is the number itself.
func ExampleCandidates() {
	once := rules.Next(op.INeg, []rules.State{rules.Anything})
	twice := rules.Next(op.INeg, []rules.State{once})
	for _, i := range rules.Candidates(twice) {
		r := &rules.Rules[i]
		pattern, replacement := &rules.Nodes[r.Pattern], &rules.Nodes[r.Replacement]
		inner := &rules.Nodes[pattern.Args[0]]
		fmt.Println(pattern.Op, inner.Op, replacement.Kind == rules.Var)
	}
	// Output:
	// ineg ineg true
}
