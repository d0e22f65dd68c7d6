// A table indexed by id, in pages: a module of a few words may use ids up to
// MaxBound, and must not cost a table of that size.

package spirv

const pageBits = 8

type idTable[T any] struct {
	pages []*[1 << pageBits]T
}

// get returns the entry of id, zero if it was never set.
func (t *idTable[T]) get(id ID) T {
	if p := int(id >> pageBits); p < len(t.pages) && t.pages[p] != nil {
		return t.pages[p][id&(1<<pageBits-1)]
	}
	var zero T
	return zero
}

// set changes the entry of id, which must be less than MaxBound.
func (t *idTable[T]) set(id ID, v T) {
	p := int(id >> pageBits)
	if p >= len(t.pages) {
		t.pages = append(t.pages, make([]*[1 << pageBits]T, max(p+1, 2*len(t.pages))-len(t.pages))...)
	}
	if t.pages[p] == nil {
		t.pages[p] = new([1 << pageBits]T)
	}
	t.pages[p][id&(1<<pageBits-1)] = v
}

// reset makes all entries zero and keeps the memory.
func (t *idTable[T]) reset() {
	for _, p := range t.pages {
		if p != nil {
			clear(p[:])
		}
	}
}
