package transform

// This file ends functions with returns, for FXC: it refuses a function with a result that ends with a
// switch or loop, of which it doesn't see that all paths return.
//
//	func @f($x : i32) -> i32 { switch $x { case 1 { return 1 } default { if $c { return 2 } return 3 } } }
//
// becomes
//
//	func @f($x : i32) -> i32 { switch $x { ... } return 0 }

import "refract/ir"

// EndReturns appends a return of zeros, which nothing reaches, to every function with a result that
// ends with a switch or loop.
func EndReturns(m *ir.Module) {
	for _, f := range m.Functions[1:] {
		list := f.Block(f.Body)
		n := len(list)
		if f.Result == 0 || n == 0 || f.StmtKind(list[n-1]) != ir.StmtSwitch && f.StmtKind(list[n-1]) != ir.StmtLoop {
			continue
		}
		var b ir.Builder
		b.Start(m, f)
		mark := b.Begin()
		for _, s := range list {
			b.Push(s)
		}
		b.Return(b.Zero(f.Result))
		f.Body = b.End(mark)
	}
}
