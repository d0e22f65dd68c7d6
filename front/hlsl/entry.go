package hlsl

// This file finds the entry points and decides their stages.

import (
	"slices"
	"strconv"
	"strings"

	"refract/diag"
	"refract/internal/front/clike"
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// shaderStages are the stages by the words of the shader attribute.
var shaderStages = []struct {
	word  string
	stage ir.Stage
}{{"vertex", ir.StageVertex}, {"pixel", ir.StageFragment}, {"compute", ir.StageCompute}, {"geometry", ir.StageGeometry},
	{"hull", ir.StageTessellationControl}, {"domain", ir.StageTessellationEvaluation}, {"mesh", ir.StageMesh},
	{"amplification", ir.StageTask}, {"raygeneration", ir.StageRayGeneration}, {"intersection", ir.StageIntersection},
	{"anyhit", ir.StageAnyHit}, {"closesthit", ir.StageClosestHit}, {"miss", ir.StageMiss}, {"callable", ir.StageCallable}}

// lowerEntries finds the entry points and lowers each, with all functions that it calls.
func (c *checker) lowerEntries() {
	for i, index := range c.findEntries() {
		c.entryNumber = i
		if i > 0 || c.prof.library {
			c.stage = ir.NoStage
		}
		c.lowerEntry(index)
		if c.diags.HasErrors() {
			return
		}
		c.bindFunctions()
	}
}

// bindFunctions marks the functions that call functions which depend on the entry point.
func (c *checker) bindFunctions() {
	for changed := true; changed; {
		changed = false
		for _, e := range c.calls {
			if c.funcs[e.to].bound && !c.funcs[e.from].bound {
				c.funcs[e.from].bound, changed = true, true
			}
		}
	}
}

// entryKey is the part of an instance's key that depends on the entry point. Entry points of one stage, or of
// ray-tracing stages, share the functions that don't depend on it.
func (c *checker) entryKey(f *userFunction) string {
	switch {
	case c.entryNumber > 0 && f.bound:
		return "e" + strconv.Itoa(c.entryNumber)
	case c.stage.Info().RayTracing:
		return "r"
	}
	return "s" + strconv.Itoa(int(c.stage))
}

// findEntries is the list of the entry points: of a library, and of a file that no option names one of,
// all functions with a shader attribute.
func (c *checker) findEntries() []int32 {
	if c.opts.EntryPoint == "" && c.opts.Stage == ir.NoStage && (c.prof.library || c.opts.Profile == "") {
		var list []int32
		for i := int32(1); int(i) < len(c.funcs); i++ {
			if f := &c.funcs[i]; c.mayBeEntry(f) {
				if _, ok := c.attribute(f.attrs, "", "shader"); ok {
					list = append(list, i)
				}
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	if one := c.findEntry(); one != 0 {
		return []int32{one}
	}
	return nil
}

func (c *checker) mayBeEntry(f *userFunction) bool {
	return f.strct == 0 && f.scope == 0 && f.templ == 0 && f.node != syntax.None
}

// lowerEntry lowers an entry point.
func (c *checker) lowerEntry(index int32) {
	f := &c.funcs[index]
	if !c.entryStage(f) {
		return
	}
	if f.failed {
		c.unsupported(f.span, "an entry point with these parameters")
		return
	}
	fn, entry := c.startEntry(index)
	c.entryInputs(f)
	c.entryOutputs(f)
	c.fillHidden()
	c.globalInits()
	if c.diags.HasErrors() {
		return
	}
	old := c.push()
	c.uniformParams(index)
	c.startStatics()
	if c.stage == ir.StageTessellationControl {
		c.hull(index)
	} else {
		c.entryParams(index)
		if c.ordered() {
			entry.Interlock = ir.InterlockPixelOrdered
			c.b.Push(c.fn.AddInterlock(ir.InterlockBegin, c.b.Span))
		}
		v := c.t.Function(c.funcs[index].node)
		bh := c.stmts(c.t.Block(v.Body))
		if bh&clike.Next != 0 {
			c.b.Span = c.t.Span(v.Body)
			if bh&clike.Never == 0 {
				c.fallsOff(index)
			}
			c.returnEntry(c.funcs[index].node, syntax.None)
		}
	}
	c.placeLate()
	fn.Body = c.b.End(0)
	c.pop(old)
	c.isEntry = false
	c.endFunction()
	c.lowerQueue()
	if setup := c.entry.setup; setup != (ir.Pipeline{}) {
		entry.Pipeline = &setup
	}
	entry.DerivativeGroup = c.entry.quads
	entry.Function = ir.FuncID(len(c.m.Functions))
	c.m.Functions = append(c.m.Functions, fn)
	c.m.EntryPoints = append(c.m.EntryPoints, entry)
}

// findEntry is the function that is the entry point, or 0.
func (c *checker) findEntry() int32 {
	best := int32(0)
	consider := func(match func(f *userFunction) bool) bool {
		for i := int32(1); int(i) < len(c.funcs); i++ {
			if f := &c.funcs[i]; c.mayBeEntry(f) && match(f) {
				best = i
			}
		}
		return best != 0
	}
	if name := c.opts.EntryPoint; name != "" {
		if consider(func(f *userFunction) bool { return c.t.Name(f.name) == name }) {
			return best
		}
		c.errorf(codeEntryPoint, diag.Span{}, "there is no function %q to be the entry point", name)
		return 0
	}
	fits := func(f *userFunction) bool {
		s := c.attributeStage(f)
		return c.stage == ir.NoStage || s == ir.NoStage || s == c.stage
	}
	switch {
	case consider(func(f *userFunction) bool { _, ok := c.attribute(f.attrs, "", "shader"); return ok && fits(f) }):
	case consider(func(f *userFunction) bool { return c.t.Name(f.name) == "main" }):
	case consider(func(f *userFunction) bool { _, ok := c.attribute(f.attrs, "", "numthreads"); return ok && fits(f) }):
	case consider(func(f *userFunction) bool {
		return c.inferStage(f) != ir.NoStage && (c.stage == ir.NoStage || c.inferStage(f) == c.stage)
	}):
	default:
		c.warnf(codeEntryPoint, diag.Span{}, "no function is an entry point: none has a shader or numthreads attribute, or is called main")
	}
	return best
}

// attributeStage is the stage that the shader attribute of a function gives.
func (c *checker) attributeStage(f *userFunction) ir.Stage {
	if a, ok := c.attribute(f.attrs, "", "shader"); ok {
		if args := c.t.Attribute(a).Args; len(args) == 1 && c.t.Kind(args[0]) == syntax.KindString {
			for i := range shaderStages {
				if shaderStages[i].word == c.t.Str(args[0]) {
					return shaderStages[i].stage
				}
			}
		}
	}
	return ir.NoStage
}

// inferStage is the stage that attributes, the kinds of parameters, and semantics show.
func (c *checker) inferStage(f *userFunction) ir.Stage {
	has := func(name string) bool { _, ok := c.attribute(f.attrs, "", name); return ok }
	switch {
	case has("maxvertexcount"):
		return ir.StageGeometry
	case has("patchconstantfunc"):
		return ir.StageTessellationControl
	case has("domain"):
		return ir.StageTessellationEvaluation
	case has("numthreads") && slices.ContainsFunc(f.params, func(p param) bool { return p.mods&(syntax.ModVertices|syntax.ModIndices) != 0 }):
		return ir.StageMesh
	case has("numthreads") && c.names(f, "DispatchMesh"):
		return ir.StageTask
	case has("numthreads"):
		return ir.StageCompute
	}
	found := ir.NoStage
	look := func(sem string, out bool) {
		switch name, _, _ := semantic(sem); name {
		case "SV_TARGET", "SV_DEPTH", "SV_DEPTHGREATEREQUAL", "SV_DEPTHLESSEQUAL", "COLOR":
			if out && (name != "COLOR" || found == ir.NoStage) {
				found = ir.StageFragment
			}
		case "SV_POSITION":
			if out {
				found = ir.StageVertex
			} else if found == ir.NoStage {
				found = ir.StageFragment
			}
		case "SV_VERTEXID", "SV_INSTANCEID":
			found = ir.StageVertex
		case "SV_DISPATCHTHREADID", "SV_GROUPID", "SV_GROUPINDEX", "SV_GROUPTHREADID":
			found = ir.StageCompute
		}
	}
	var walk func(t typeID, sem string, out bool, depth int)
	walk = func(t typeID, sem string, out bool, depth int) {
		look(sem, out)
		if c.isStruct(t) && depth < 8 {
			for i := range c.structOf(t).members {
				m := c.structOf(t).members[i]
				walk(m.ty, m.sem, out, depth+1)
			}
		}
	}
	walk(f.result, f.sem, true, 0)
	for i := range f.params {
		p := &f.params[i]
		walk(p.ty, p.sem, p.dir != dirIn, 0)
	}
	return found
}

// names reports whether the body of a function calls a function of the language.
func (c *checker) names(f *userFunction, name string) bool {
	s := c.t.Interner().Lookup(name)
	v := c.t.Function(f.node)
	for i := v.Body; s != syntax.NoSymbol && i > v.Return; i-- {
		if c.t.Kind(i) == syntax.KindCall && c.calleeName(c.t.Call(i).Callee) == s {
			return true
		}
	}
	return false
}

// entryStage decides the stage.
func (c *checker) entryStage(f *userFunction) bool {
	s := c.attributeStage(f)
	if a, ok := c.attribute(f.attrs, "", "shader"); ok && s == ir.NoStage {
		word := ""
		if args := c.t.Attribute(a).Args; len(args) == 1 && c.t.Kind(args[0]) == syntax.KindString {
			word = c.t.Str(args[0])
		}
		if word == "node" {
			c.unsupported(c.t.Span(a), "work graphs")
		} else {
			c.errorf(codeEntryPoint, c.t.Span(a), "unknown stage %q", word)
		}
		return false
	}
	if c.stage == ir.NoStage {
		c.stage = s
	}
	if c.stage == ir.NoStage && !c.prof.library {
		c.stage = c.inferStage(f)
	}
	if c.stage == ir.NoStage {
		c.errorf(codeEntryPoint, f.span, "the stage of %q isn't known: a profile, the file's name or a shader attribute gives it", c.t.Name(f.name))
		return false
	}
	return true
}

// startEntry begins the function of the entry point.
func (c *checker) startEntry(index int32) (*ir.Function, ir.EntryPoint) {
	f := &c.funcs[index]
	f.reached = true
	name := c.t.Name(f.name)
	_, fn := c.m.NewFunction(name)
	c.m.Functions = c.m.Functions[:len(c.m.Functions)-1] // it stands behind the functions that it calls
	fn.Span = f.span
	e := ir.EntryPoint{Name: name, Stage: c.stage, Span: f.span}
	c.entry = entryState{fn: index, seen: map[string]span{}}
	c.entry.taken[0], c.entry.taken[1] = map[uint32]bool{}, map[uint32]bool{}
	clear(c.payloads)
	for _, a := range f.attrs {
		x := c.t.Attribute(a)
		if x.Scope != syntax.NoSymbol {
			if c.t.Name(x.Scope) == "vk" && c.t.Name(x.Name) == "early_and_late_tests" {
				c.warnf(codeAttribute, c.t.Span(a), "the attribute %q is ignored", c.t.Name(x.Name))
			}
			continue
		}
		c.entryAttribute(a, strings.ToLower(c.t.Name(x.Name)), &e)
	}
	if c.stage.Info().Workgroups && e.WorkgroupSize[0] == 0 {
		c.errorf(codeEntryPoint, f.span, "a %s shader needs the size of its thread groups: [numthreads(8, 8, 1)]", c.stage)
		e.WorkgroupSize = [3]uint32{1, 1, 1}
	}
	if !c.stage.Info().Workgroups {
		e.WorkgroupSize = [3]uint32{}
	}
	c.entry.group = e.WorkgroupSize
	c.checkSetup(f)
	c.startFunction(fn, index)
	c.isEntry = true
	c.markWritten(f.node)
	c.b.Begin()
	return fn, e
}

// entryAttribute reads an attribute of the entry point.
func (c *checker) entryAttribute(a node, name string, e *ir.EntryPoint) {
	switch name {
	case "numthreads":
		c.numThreads(a, e)
	case "earlydepthstencil":
		e.EarlyDepth = ir.EarlyDepthForce
	case "wavesize":
		if !c.isDXC() {
			c.warnf(codeAttribute, c.t.Span(a), "unknown attribute %q", c.t.Name(c.t.Attribute(a).Name))
			break
		}
		if v := c.attributeInts(a); len(v) > 0 {
			if v[0] < 4 || v[0] > 128 || v[0]&(v[0]-1) != 0 {
				c.errorf(codeEntryPoint, c.t.Span(a), "the size of a wave is a power of two from 4 to 128")
			} else if e.SubgroupSize != 0 {
				c.errorf(codeEntryPoint, c.t.Span(a), "the size of a wave is given twice")
			} else if len(v) == 1 {
				e.SubgroupSize = uint32(v[0])
			}
		}
	case "clipplanes":
		planes := c.t.Attribute(a).Args
		if c.stage != ir.StageVertex || len(planes) > maxPlanes {
			c.errorf(codeEntryPoint, c.t.Span(a), "a vertex shader has up to %d clip planes, and no other shader has any", maxPlanes)
			break
		}
		c.entry.planes = planes
		c.entry.clips[1][gatherClip] += len(planes)
	case "rootsignature":
		if n := len(c.t.Attribute(a).Args); n != 1 {
			c.errorf(codeAttribute, c.t.Span(a), "RootSignature takes a string, found %d arguments", n)
		}
	case "shader", "nodelaunch", "experimental", "noinline", "wavehelperlanes":
	default:
		if !c.setupAttribute(a, name) {
			c.warnf(codeAttribute, c.t.Span(a), "unknown attribute %q", c.t.Name(c.t.Attribute(a).Name))
		}
	}
}

// maxPlanes is how many clip planes a vertex shader may have.
const maxPlanes = 6

// numThreads reads the size of a workgroup.
func (c *checker) numThreads(a node, e *ir.EntryPoint) {
	if !c.stage.Info().Workgroups {
		c.errorf(codeEntryPoint, c.t.Span(a), "only compute, mesh and amplification shaders have numthreads")
		return
	}
	v := c.attributeInts(a)
	if len(v) != 3 {
		c.errorf(codeEntryPoint, c.t.Span(a), "numthreads takes three numbers")
		return
	}
	most := int64(1024)
	if c.stage != ir.StageCompute {
		most = 128
	}
	for i := range 3 {
		if v[i] < 1 || v[i] > most {
			c.errorf(codeEntryPoint, c.t.Span(a), "the size of a thread group is 1 to %d, found %d", most, v[i])
		}
		e.WorkgroupSize[i] = uint32(max(v[i], 1))
	}
	if v[0]*v[1]*v[2] > most || v[2] > 64 && c.stage == ir.StageCompute {
		c.errorf(codeEntryPoint, c.t.Span(a), "a thread group has at most %d threads, and 64 along z", most)
	}
}

// needsQuads reports whether the invocations form quads, so that an operation can take derivatives.
// In compute, mesh and amplification shaders, since shader model 6.6, the thread group decides how:
// four successive threads if it is a row, else 2x2 threads (specification of shader model 6.6,
// "Derivatives").
func (c *checker) needsQuads(at span, name string) bool {
	size := c.entry.group
	switch {
	case c.stage == ir.StageFragment:
		return true
	case c.checking:
		return false
	case !c.stage.Info().Workgroups:
		c.errorf(codeStage, at, "only pixel shaders have %s, which takes derivatives", name)
	case c.prof.major < 6 || c.prof.minor < 6:
		c.errorf(codeStage, at, "%s needs shader model 6.6 in %s shaders: derivatives come of quads of threads", name, c.stage)
	case size[1] == 1 && size[2] == 1 && size[0]%4 == 0:
		c.entry.quads = ir.DerivativeGroupLinear
		return true
	case size[0]%2 == 0 && size[1]%2 == 0:
		c.entry.quads = ir.DerivativeGroupQuads
		return true
	default:
		c.errorf(codeStage, at, "%s needs a thread group of quads: (4*X, 1, 1), or an even width and height, not (%d, %d, %d)", name, size[0], size[1], size[2])
	}
	return false
}
