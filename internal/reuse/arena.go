package reuse

// Arena makes slices that are given up all at once, in memory that it keeps. A nil
// arena makes each in memory of its own.
type Arena[T any] struct {
	free []T
	all  []T
	size int // how much was asked for since it was reset
}

// Take is a slice of n zeros with no room behind.
func (a *Arena[T]) Take(n int) []T {
	if a == nil {
		return make([]T, n)
	}
	a.size += n
	if len(a.free) < n {
		a.all = make([]T, max(2*a.size, 256))
		a.free = a.all
	}
	s := a.free[:n:n]
	a.free = a.free[n:]
	clear(s)
	return s
}

// Reset gives up all that was made.
func (a *Arena[T]) Reset() { a.free, a.size = a.all, 0 }
