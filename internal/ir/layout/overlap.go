package layout

// This file finds members that overlap in structs whose offsets don't ascend.

import (
	"cmp"
	"slices"

	"refract/ir"
)

// overlap returns a member that lies over another, or -1. Every member has a
// layout.
func (c *Cache) overlap(members []ir.Member, node *ir.LayoutNode, depth int) int {
	order := make([]int, len(members))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(node.Offsets[a], node.Offsets[b]) })
	var end uint64
	for _, i := range order {
		if uint64(node.Offsets[i]) < end {
			return i
		}
		e := c.packed(members[i].Type, node.Members[i], depth+1)
		end = max(end, uint64(node.Offsets[i])+uint64(e.info.Size))
	}
	return -1
}
