package interp

// This file does the operations of geometry stages with counters. An emission names the vertex
// that it writes, so that vertices of a short strip are replaced by the next ones; the counts
// at the end decide which vertices there are. Counters that disagree with the stream trap.

import (
	"fmt"

	"refract/ir"
)

// A mark is the beginning of an invocation's vertices in a stream.
type mark struct{ vertex, breaks int }

// stream is the memory of a stream's vertices, and of the places at which strips end.
func (x *primitives) stream(k uint8) (out *[]uint32, breaks *[]int) {
	if k == 0 {
		return &x.batch.Out, &x.batch.Breaks
	}
	s := &x.batch.Streams[k-1]
	return &s.Out, &s.Breaks
}

// begin notes the ends of the streams before an invocation.
func (x *primitives) begin() {
	for k := range x.marks {
		out, breaks := x.stream(uint8(k))
		x.marks[k] = mark{len(*out) / max(x.out.records.VertexWords, 1), len(*breaks)}
	}
}

// counted does an operation with counters.
func (x *primitives) counted(v *invocation, o ir.PipelineOp, a *pipelineArgs, r []uint64) status {
	words := x.out.records.VertexWords
	if words == 0 {
		return running
	}
	out, breaks := x.stream(a.stream)
	from := x.marks[a.stream]
	n := len(*out)/words - from.vertex
	k := int(uint32(r[a.slots[0]]))
	if k > n || k > int(x.setup.Geometry.MaxVertices) {
		return x.m.trap(v, 0, fmt.Sprintf("the stage counts %d vertices of stream %d, which has %d of at most %d", k, a.stream, n, x.setup.Geometry.MaxVertices))
	}
	*out = (*out)[:(from.vertex+k)*words]
	for last := len(*breaks) - 1; last >= from.breaks && (*breaks)[last] > from.vertex+k; last-- {
		*breaks = (*breaks)[:last]
	}
	strips, open := x.strips(a.stream)
	if o == setCounts && open > 0 {
		strips++
	}
	for at, has := range [3]int{1: open, 2: strips} {
		if at > 0 && a.slots[at] >= 0 && int(uint32(r[a.slots[at]])) != has {
			return x.m.trap(v, 0, fmt.Sprintf("the stage counts %d %s of stream %d, which has %d", uint32(r[a.slots[at]]),
				[3]string{1: "vertices of the strip", 2: "strips"}[at], a.stream, has))
		}
	}
	switch o {
	case ir.EmitVertex:
		*out = x.load(*out, x.streams[a.stream], v.private, 1, words)
	case ir.EndPrimitive:
		*breaks = append(*breaks, len(*out)/words)
	}
	return running
}

// strips is how many strips of the invocation ended in a stream, and how many vertices the next one has
// so far. Each vertex is a strip if points are emitted.
func (x *primitives) strips(stream uint8) (ended, open int) {
	out, breaks := x.stream(stream)
	from := x.marks[stream]
	end := len(*out) / x.out.records.VertexWords
	if x.setup.Geometry.Output == ir.TopologyPoints {
		return end - from.vertex, 0
	}
	at := from.vertex
	for _, b := range (*breaks)[from.breaks:] {
		if b > at {
			ended, at = ended+1, b
		}
	}
	return ended, end - at
}
