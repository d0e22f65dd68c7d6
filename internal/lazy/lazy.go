// Package lazy has values that are made at their first use. A Value is laid out by the
// linker: a package that has some needs no code before main for them, which a
// sync.OnceValue does.
package lazy

import "sync"

// A Value is the result of Make, which is called once. Several goroutines may get it.
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
