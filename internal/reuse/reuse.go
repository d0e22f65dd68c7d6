// Package reuse makes slices in the memory of others, for objects that keep their memory
// from one module to the next.
package reuse

// Zeroed is a slice of n zeros, in the memory of s if that is enough.
func Zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// Grown is s with n elements at least; its own are kept, new ones are zero.
func Grown[T any](s []T, n int) []T {
	if len(s) < n {
		s = append(s, make([]T, n-len(s))...)
	}
	return s
}

// Emptied is n empty slices, in the memory of s and of its slices.
func Emptied[T any](s [][]T, n int) [][]T {
	s = Grown(s[:cap(s)], n)[:n]
	for k := range s {
		s[k] = s[k][:0]
	}
	return s
}
