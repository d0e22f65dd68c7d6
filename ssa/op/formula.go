package op

// This file finds the formula of an operation, by its name.

import (
	"refract/internal/builtin/formula"
	"refract/internal/lazy"
)

var formulas = lazy.Value[*[Count]formula.Operation]{Make: func() *[Count]formula.Operation {
	names := make(map[string]formula.Operation, formula.NumOperations)
	for o := formula.NoOperation + 1; o < formula.NumOperations; o++ {
		if o.Formula() != nil {
			names[o.String()] = o
		}
	}
	list := new([Count]formula.Operation)
	for o := Op(1); o < numOps; o++ {
		list[o] = names[infos[o].Name]
	}
	return list
}}

// Formula returns the function of package formula that the operation is: one that simpler
// operations compute. It is NoOperation for all other operations.
func (o Op) Formula() formula.Operation { return formulas.Get()[o] }
