package rules_test

import (
	"fmt"

	"refract/internal/ssa/rules"
	"refract/ssa/op"
)

// The state of a value says which rules may apply to it: here that a number negated
// twice is the number itself.
func ExampleMatcher() {
	m := rules.Acquire()
	defer m.Release()
	once := m.Next(op.INeg, []rules.State{rules.Anything})
	twice := m.Next(op.INeg, []rules.State{once})
	for _, i := range m.Candidates(twice) {
		r := &m.Rules[i]
		pattern, replacement := &m.Nodes[r.Pattern], &m.Nodes[r.Replacement]
		inner := &m.Nodes[pattern.Args[0]]
		fmt.Println(pattern.Op, inner.Op, replacement.Kind == rules.Var)
	}
	// Output:
	// ineg ineg true
}
