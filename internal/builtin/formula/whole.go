package formula

// A Whole computes formulas over values that are whole scalars or vectors.
type Whole[T any] struct {
	// Number is a constant; a scalar also beside vectors.
	Number func(x float64, scalar bool) T
	// Apply computes an operation, or reports that its formula is to be taken: for elementary
	// operations, FDot and FLength it always computes.
	Apply func(o Operation, x, y, z T) (T, bool)
	// Splat, if set, makes a vector of a scalar that is an operand beside vectors.
	Splat func(x T) T
}

// Evaluate computes a function of its arguments.
func (w *Whole[T]) Evaluate(o Operation, args ...T) T {
	f := o.Formula()
	lets := make([]T, len(f.Lets))
	var node func(at uint8) T
	node = func(at uint8) T {
		n := &f.Nodes[at]
		switch n.Op {
		case Argument:
			return args[n.Args[0]]
		case Named:
			return lets[n.Args[0]]
		case Number:
			return w.Number(n.Number, n.Scalar)
		}
		var x [3]T
		for i, a := range n.Operands() {
			x[i] = node(a)
			if f.Nodes[a].Scalar && f.Nodes[a].Op != Number && !n.Scalar && w.Splat != nil {
				x[i] = w.Splat(x[i])
			}
		}
		if r, ok := w.Apply(n.Op, x[0], x[1], x[2]); ok {
			return r
		}
		return w.Evaluate(n.Op, x[:len(n.Operands())]...)
	}
	for i, root := range f.Lets {
		lets[i] = node(root)
	}
	return node(f.Root)
}
