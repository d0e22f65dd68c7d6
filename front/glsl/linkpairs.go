package glsl

// This file matches the outputs of a stage and the inputs of the next.

import (
	"slices"

	"refract/internal/ir/transform"
	"refract/ir"
)

// between gives the outputs of a stage and the inputs of the next that have one name one
// location.
func (l *linker) between(v, f *stageRecord) {
	taken := make(map[int64]bool)
	take := func(x *linkVar) {
		for k := range x.slots {
			taken[x.location+k] = true
		}
	}
	partner := make([]*linkVar, len(f.ins)) // the output of the name
	for _, list := range [][]linkVar{v.outs, f.ins} {
		for i := range list {
			if !list[i].open {
				take(&list[i])
			}
		}
	}
	given := make(map[string]int64) // locations that the later stage gives
	for i := range f.ins {
		x := &f.ins[i]
		k := slices.IndexFunc(v.outs, func(y linkVar) bool { return y.name == x.name })
		if k < 0 {
			continue
		}
		if y := &v.outs[k]; x.open || y.open || x.location == y.location {
			partner[i] = y
			l.compare(x, y, f, v)
			y.slots = max(y.slots, x.slots)
			if !x.open {
				given[y.name] = x.location
			}
		}
	}
	free := func(x *linkVar) int64 {
		at := int64(0)
		for k := int64(0); k < x.slots; {
			if taken[at+k] {
				at, k = at+k+1, 0
			} else {
				k++
			}
		}
		return at
	}
	for i := range v.outs {
		y := &v.outs[i]
		if !y.open {
			continue
		}
		to, ok := given[y.name]
		if !ok {
			to = free(y)
		}
		v.move(false, y, to)
		take(y)
	}
	moved := make(map[uint32]uint32)
	var unread []ioLeaf
	for i := range f.ins {
		x, y := &f.ins[i], partner[i]
		old := x.location
		switch {
		case y != nil && x.open:
			f.move(true, x, y.location)
		case y == nil && x.open:
			if x.read {
				l.diags.Errorf(codeLink, x.span, "the %s shader has no output %q", title(v.stage), x.name)
			}
			if x.global == 0 {
				unread = append(unread, x.leaves...)
			} else {
				f.move(true, x, free(x))
				take(x)
			}
			continue
		case y == nil:
			l.located(x, f, v)
		}
		for k := range x.slots {
			moved[uint32(old+k)] = uint32(x.location + k)
		}
		if y == nil || len(x.leaves) != len(y.leaves) || f.stage.Info().Inputs != ir.Varyings {
			continue
		}
		for k := range x.leaves { // the fragment shader says how values are interpolated
			from, to := f.binding(true, x, &x.leaves[k]), v.binding(false, y, &y.leaves[k])
			if from.Interpolation != ir.InterpolatePerVertex {
				to.Interpolation, to.Sampling = from.Interpolation, from.Sampling
			}
		}
	}
	f.moveInterpolations(moved)
	slices.SortFunc(unread, func(a, b ioLeaf) int { return b.index - a.index })
	for _, x := range unread {
		f.main().DropArgument(x.index)
	}
}

// dropUnread drops results that the next stage doesn't read. The colors of back faces, three locations
// behind those of front faces, are read with these: hosts and pass two-sided-color choose. gl_ClipVertex stays
// for pass clip.
func (s *stageRecord) dropUnread(next *stageRecord) {
	unread := func(at uint32) bool {
		within := func(v linkVar) bool { return v.location <= int64(at) && int64(at) < v.location+v.slots }
		result := func(v linkVar) bool { return v.global == 0 && within(v) }
		back := func(v linkVar) bool { return within(v) && (v.name == "BackColor" || v.name == "BackSecondaryColor") }
		if slices.ContainsFunc(s.outs, func(v linkVar) bool { return within(v) && v.name == "ClipVertex" }) {
			return false
		}
		if slices.ContainsFunc(s.outs, back) {
			at -= 3
			return !slices.ContainsFunc(next.ins, within)
		}
		return slices.ContainsFunc(s.outs, result) && !slices.ContainsFunc(next.ins, within)
	}
	if s.stage.Info().Outputs != ir.Colors {
		transform.DropLocations(s.m, 0, unread)
	}
}

// located checks an input with a location of its own, where no output has its name.
func (l *linker) located(x *linkVar, f, v *stageRecord) {
	if !x.read {
		return
	}
	for i := range v.outs {
		y := &v.outs[i]
		switch {
		case x.location+x.slots <= y.location || y.location+y.slots <= x.location:
			continue
		case y.name != x.name && x.location == y.location && len(x.leaves) == 1 && len(y.leaves) == 1 && l.alike(x, y, f):
		case y.name != x.name && x.location == y.location && len(x.leaves) == 1 && len(y.leaves) == 1:
			l.differ(x, y, v)
		}
		return
	}
	l.diags.Errorf(codeLink, x.span, "the %s shader has no output at location %d", title(v.stage), x.location)
}

// alike reports whether a scalar or vector can be read of an output, which may have more components.
func (l *linker) alike(x, y *linkVar, f *stageRecord) bool {
	a, b := f.m.Types.At(l.typeOf(x, 0, f)), f.m.Types.At(y.leaves[0].ty) // which all modules have
	return a.Scalar == b.Scalar && x.per == y.per
}

// typeOf is the type of a part of an input, of one vertex.
func (l *linker) typeOf(x *linkVar, k int, f *stageRecord) ir.TypeID {
	if x.global != 0 {
		return x.leaves[k].ty
	}
	t := f.main().Args[x.leaves[k].index].Type
	if f.binding(true, x, &x.leaves[k]).Interpolation == ir.InterpolatePerVertex {
		t = f.m.Types.At(t).Base
	}
	return t
}

// compare reports it if an input and the output of its name are of different types.
func (l *linker) compare(x, y *linkVar, f, v *stageRecord) {
	same := len(x.leaves) == len(y.leaves) && x.per == y.per
	for k := 0; same && k < len(x.leaves); k++ {
		same = l.typeOf(x, k, f) == y.leaves[k].ty && x.leaves[k].at == y.leaves[k].at
	}
	if !same {
		l.differ(x, y, v)
	}
}

// differ reports it that an input is not like its output.
func (l *linker) differ(x, y *linkVar, v *stageRecord) {
	if x.per != y.per {
		l.diags.Errorf(codeLink, x.span, "the input %q is of a %s, the %s shader's output of a %s", x.name, x.per, title(v.stage), y.per).Label(y.span, "the output")
		return
	}
	l.diags.Errorf(codeLink, x.span, "the input %q is not of the type that the %s shader's output has", x.name, title(v.stage)).Label(y.span, "the output")
}

// moveInterpolations gives values that are interpolated elsewhere the locations that
// inputs have now.
func (s *stageRecord) moveInterpolations(moved map[uint32]uint32) {
	for _, f := range s.m.Functions[1:] {
		for e := range ir.ExprID(f.ExprCount()) {
			if e == 0 || f.Kind(e) != ir.KindInterpolate {
				continue
			}
			v := f.Interpolate(e)
			if to, ok := moved[v.Location]; ok && to != v.Location {
				v.Location = to
				f.Overwrite(e, f.AddInterpolate(f.TypeOf(e), v, f.SpanOf(e)))
			}
		}
	}
}
