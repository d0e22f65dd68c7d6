// Package lazy has values that are made when they are first asked for. A Value is laid out
// by the linker: a package that has some needs no code before main for them, which a
// sync.OnceValue does.
package lazy

import "sync"

// A Value is what Make returns, once. It may be asked for by several goroutines.
type Value[T any] struct {
	Make func() T

	once  sync.Once
	value T
}

// Get returns the value.
func (v *Value[T]) Get() T {
	v.once.Do(func() { v.value = v.Make() })
	return v.value
}
