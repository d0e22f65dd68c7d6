package transform

import "refract/ir"

func init() {
	transforms["atomicmemory"] = func(m *ir.Module, o options) error { return AtomicMemory(m) }
}
