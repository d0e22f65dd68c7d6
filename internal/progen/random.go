package progen

// This file holds the source of all choices: splitmix64, so that a seed gives
// the same program for good.

// random is a generator of numbers.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// n is a number from 0 to n-1.
func (r *random) n(n int) int { return int((r.next() >> 1) % uint64(n)) }

// between is a number from low to high.
func (r *random) between(low, high int) int { return low + r.n(high-low+1) }

// percent is true in so many of a hundred cases.
func (r *random) percent(p int) bool { return r.n(100) < p }

// one is an element of the list.
func one[T any](r *random, list []T) T { return list[r.n(len(list))] }

// weighted is an index, each as likely as its weight is in the sum of all.
func (r *random) weighted(weights ...int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	at := r.n(sum)
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	panic("progen: no weights")
}

// shuffle puts the list in random order.
func shuffle[T any](r *random, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.n(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
