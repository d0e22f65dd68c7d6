package wgsl

// This file writes the task, mesh and ray stages of wgpu. It brings a module to WGSL's form, finds the
// variables that the attributes of entry points name, and refuses operations that wgpu lacks: hit
// attributes, shader records, callable shaders, and the operations of intersection and any-hit shaders.

import (
	"errors"
	"slices"

	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// hasStages reports whether a module has entry points of stages that the specification lacks.
func hasStages(m *ir.Module) bool {
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage.Info().Variables {
			return true
		}
	}
	return false
}

// stageWords are the attributes of stages.
var stageWords = [ir.NumStages]struct {
	text string
	need extension
}{
	ir.StageTask:          {"task", extMeshShader},
	ir.StageMesh:          {"mesh", extMeshShader},
	ir.StageRayGeneration: {"ray_generation", extRayTracing},
	ir.StageAnyHit:        {"any_hit", extRayTracing},
	ir.StageClosestHit:    {"closest_hit", extRayTracing},
	ir.StageMiss:          {"miss", extRayTracing},
}

// stageVariables are the variables that the attributes of an entry point name; 0: there is none.
type stageVariables struct {
	mesh, payload ir.GlobalID
}

// otherStages brings the module's task, mesh and ray stages to WGSL's form, in a copy. The result has its
// own facts.
func (w *Writer) otherStages(m *ir.Module, opts *Options) (*ir.Module, *validate.Info, error) {
	refuse := func(u back.Unsupported) (*ir.Module, *validate.Info, error) {
		return nil, nil, &UnsupportedError{u}
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		switch {
		case !e.Stage.Info().Variables:
		case stageWords[e.Stage].text == "":
			return refuse(back.Unsupported{Feature: back.StageFeature(e.Stage), Span: e.Span})
		case !opts.WGPU:
			return refuse(back.Unsupported{Feature: back.StageFeature(e.Stage), Hint: "the option wgsl.wgpu writes them as wgpu has them", Span: e.Span})
		}
	}
	m = m.CloneInto(&w.staged)
	if opts.AdjustCoordinateSpace {
		transform.ConvertPositions(m, ir.ClipSpaceWebGPU)
	}
	meshes, points, err := transform.MeshVariables(m, transform.MeshOptions{})
	if bad := (*transform.MeshError)(nil); errors.As(err, &bad) {
		return refuse(back.Unsupported{Feature: bad.What, Span: bad.Span})
	}
	if !points.IsZero() {
		w.dropped = append(w.dropped, back.Dropped{What: "the size of points, which are one pixel wide there", Span: points})
	}
	err = transform.TaskResults(m)
	if bad := (*transform.TaskError)(nil); errors.As(err, &bad) {
		return refuse(back.Unsupported{Feature: bad.What, Span: bad.Span})
	}
	transform.LinearIndices(m)
	back.CompactMeshes(m, meshes)
	if u, bad := lacksRay(m); bad {
		return refuse(u)
	}
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		return nil, nil, err
	}
	return m, info, w.stageVariables(m, info, meshes)
}

// stageVariables finds the variables of the entry points. A stage that has to have a payload and uses none
// gets one that nothing uses.
func (w *Writer) stageVariables(m *ir.Module, info *validate.Info, meshes []ir.GlobalID) error {
	w.variables = make([]stageVariables, len(m.EntryPoints))
	var spare [ir.SpaceIncomingRayPayload + 1]ir.GlobalID
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		v := &w.variables[i]
		if meshes != nil {
			v.mesh = meshes[i]
		}
		space := ir.NoSpace
		switch e.Stage {
		case ir.StageTask, ir.StageMesh:
			space = ir.SpaceTaskPayload
		case ir.StageAnyHit, ir.StageClosestHit, ir.StageMiss:
			space = ir.SpaceIncomingRayPayload
		default:
			continue
		}
		for _, u := range info.EntryPoints[i].Globals {
			switch g := &m.Globals[u.Global]; {
			case g.Space != space:
			case v.payload != 0 && v.payload != u.Global:
				return &UnsupportedError{back.Unsupported{Feature: "several payloads of an entry point", Span: e.Span}}
			default:
				v.payload = u.Global
			}
		}
		if v.payload == 0 && e.Stage != ir.StageMesh {
			if spare[space] == 0 {
				spare[space] = ir.GlobalID(slices.IndexFunc(m.Globals, func(g ir.Global) bool { return g.Space == space }))
			}
			if int32(spare[space]) < 0 {
				spare[space] = ir.GlobalID(len(m.Globals))
				m.Globals = append(m.Globals, ir.Global{Name: "payload", Space: space, Access: ir.AccessReadWrite, Type: ir.TypeU32})
			}
			v.payload = spare[space]
		}
		if size, err := info.Layouts.Of(m.Globals[v.payload].Type, ir.LayoutNatural); v.payload != 0 && space == ir.SpaceTaskPayload && err == nil && size.Size < 4 {
			return &UnsupportedError{back.Unsupported{Feature: "payloads of tasks of less than four bytes", Span: e.Span}}
		}
	}
	return nil
}

// lacksRay finds an operation or a variable of ray stages that wgpu lacks.
func lacksRay(m *ir.Module) (back.Unsupported, bool) {
	for i := range m.Globals {
		switch g := &m.Globals[i]; g.Space {
		case ir.SpaceHitAttribute, ir.SpaceCallableData, ir.SpaceIncomingCallableData, ir.SpaceShaderRecord, ir.SpaceHitObjectAttribute:
			return back.Unsupported{Feature: "variables in the " + g.Space.String() + " space", Span: g.Span}, true
		}
	}
	for _, f := range m.Functions[1:] {
		payload := ir.TypeID(0)
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtPipeline {
				continue
			}
			v := f.Pipeline(s)
			refuse := func(what string) (back.Unsupported, bool) {
				return back.Unsupported{Feature: what, Span: f.StmtSpan(s)}, true
			}
			if feature := back.RayFeature(&v); feature != "" {
				return refuse(feature)
			}
			switch v.Op {
			case ir.TraceRay:
				for _, a := range v.Args[3:6] {
					if f.Kind(a) != ir.KindZeroValue && (f.Kind(a) != ir.KindLiteral || f.LiteralBits(a) != 0) {
						return refuse("rays with an offset or stride of records, or another miss shader than the first")
					}
				}
				p := v.Args[10]
				if f.Kind(p) != ir.KindGlobal {
					return refuse("a payload that is a part of a variable")
				}
				if payload != 0 && payload != f.TypeOf(p) {
					return refuse("payloads of several types in one function")
				}
				payload = f.TypeOf(p)
			case ir.SetMeshOutputs, ir.EmitMeshTasks: // of functions that no entry point reaches
				return refuse("operations of a mesh pipeline in a function that no entry point calls")
			default:
				return refuse("the operation " + v.Op.String())
			}
		}
	}
	return back.Unsupported{}, false
}

// otherStage writes the attributes of an entry point of a task, mesh or ray stage.
func (w *Writer) otherStage(i int, ep *ir.EntryPoint) {
	o := &w.Out
	word := stageWords[ep.Stage]
	w.need |= word.need
	v := w.stageOf(i)
	o.Byte('@')
	o.Str(word.text)
	name := func(attribute string, g ir.GlobalID) {
		if attribute != "" {
			o.Space()
			o.Byte('@')
			o.Str(attribute)
		}
		o.Byte('(')
		o.Name(w.Globals[g])
		o.Byte(')')
	}
	if v.mesh != 0 {
		name("", v.mesh)
	}
	if v.payload != 0 {
		if ep.Stage.Info().RayTracing {
			name("incoming_payload", v.payload)
		} else {
			name("payload", v.payload)
		}
	}
	if ep.Stage.Info().Workgroups {
		o.Space()
		w.workgroupSize(ep)
	}
}

// stageOf is the variables of entry point number i; a part of a writer has its writer's.
func (w *Writer) stageOf(i int) stageVariables {
	if w.of != nil {
		return w.of.stageOf(i)
	}
	return w.variables[i]
}

// pipeline writes an operation of a ray pipeline.
func (w *Writer) pipeline(s ir.StmtID) {
	o := &w.Out
	v := w.F.Pipeline(s)
	if feature := back.RayFeature(&v); feature != "" {
		w.Unsupported(feature, w.F.StmtSpan(s))
		return
	}
	if v.Op == ir.ReadClock {
		w.Unsupported("clocks", w.F.StmtSpan(s))
		return
	}
	if v.Op != ir.TraceRay {
		panic("wgsl: the operation " + v.Op.String())
	}
	w.need |= extRayTracing
	o.Word(traceRayWord)
	o.Byte('(')
	w.Expr(v.Args[0], anyForm)
	o.Comma()
	o.Word(rayDescWord)
	o.Byte('(')
	for k, i := range [...]int{1, 2, 7, 9, 6, 8} {
		if k > 0 {
			o.Comma()
		}
		w.Expr(v.Args[i], anyForm)
	}
	o.Byte(')')
	o.Comma()
	w.ampersand()
	o.Name(w.Globals[w.F.GlobalRef(v.Args[10])])
	o.Byte(')')
}

var traceRayWord, rayDescWord text.Word

// rayNeed is the extension of types of rays: that of ray pipelines in a module with their stages.
func (w *Writer) rayNeed() extension {
	for i := range w.M.EntryPoints {
		if w.M.EntryPoints[i].Stage.Info().RayTracing {
			return extRayTracing
		}
	}
	return extRayQuery
}

// builtInOf is the text of a built-in value of a stage, and the extension that it needs.
func builtInOf(b ir.BuiltIn) (text string, need extension) {
	if n := &builtInNames[b]; n.text != "" {
		return n.text, n.need
	}
	switch b {
	case ir.BuiltInMeshTaskSize, ir.BuiltInCullPrimitive, ir.BuiltInPointIndex, ir.BuiltInLineIndices, ir.BuiltInTriangleIndices,
		ir.BuiltInVertexCount, ir.BuiltInVertices, ir.BuiltInPrimitiveCount, ir.BuiltInPrimitives:
		return b.String(), extMeshShader
	case ir.BuiltInInstanceID:
		return ir.BuiltInInstanceIndex.String(), extRayTracing
	case ir.BuiltInRayInvocationID, ir.BuiltInNumRayInvocations, ir.BuiltInInstanceCustomData, ir.BuiltInGeometryIndex,
		ir.BuiltInWorldRayOrigin, ir.BuiltInWorldRayDirection, ir.BuiltInObjectRayOrigin, ir.BuiltInObjectRayDirection,
		ir.BuiltInRayTMin, ir.BuiltInRayTCurrentMax, ir.BuiltInObjectToWorld, ir.BuiltInWorldToObject, ir.BuiltInHitKind:
		return b.String(), extRayTracing
	}
	return "", 0
}
