package lower

// This file makes a task stage build its payload in the memory of its workgroup and launch its
// meshes in one place, at its end.
//
//	before                                    after
//	store @payload, %1                        store @payload_shared, %1
//	if %2 {                                   if %2 { } else { }
//	  pipeline %3, %4, %5, @payload,          %9 = phi %3, %6
//	           op=emit_mesh_tasks             ...
//	  halt                                    control_barrier workgroup
//	}                                         %10 = ieq %local_invocation_index, 0
//	pipeline %6, %7, %8, @payload,            if %10 {
//	         op=emit_mesh_tasks                 %11 = load @payload_shared
//	halt                                        store @payload, %11
//	                                          }
//	                                          pipeline %9, ..., @payload, op=emit_mesh_tasks
//	                                          halt
//
// The payload may then be memory of any kind that is written once, and machines without launches
// in branches have one launch. A stage that ends without a launch launches no mesh.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// TaskOptions selects the parts of the pass.
type TaskOptions struct {
	SharedPayload bool `doc:"the payload is built in the memory of the workgroup, and copied at the end"`
	OneLaunch     bool `doc:"meshes are launched at the end of the stage only"`
}

// TaskShader builds payloads in the memory of workgroups and launches meshes at the end.
var TaskShader = &pass.Pass{
	Name:      "task-shader",
	Doc:       "task stages build their payload in workgroup memory, and launch meshes in one place at the end",
	Replaces:  []string{"lower_task_shader"},
	Requires:  pass.NoCalls,
	Destroys:  pass.NoPhis | pass.LoopClosed | pass.ExplicitTemps | pass.ExplicitShared,
	Preserves: ssa.NoAnalyses,
	Shader:    func(s *ssa.Shader) bool { return taskShader(s, TaskOptions{true, true}) },
}

// TaskShaderOf is the pass with options.
func TaskShaderOf(o TaskOptions) *pass.Pass {
	p := *TaskShader
	p.Shader = func(s *ssa.Shader) bool { return taskShader(s, o) }
	return &p
}

func taskShader(s *ssa.Shader, o TaskOptions) bool {
	changed := false
	for k := range s.EntryPoints {
		ep := &s.EntryPoints[k]
		f := s.Funcs[ep.Function]
		if ep.Stage != ir.StageTask || f.IsFlat() {
			continue
		}
		x := &taskStage{f: f}
		x.find()
		if o.OneLaunch && !x.isAtEnd() {
			x.joinLaunches()
			x.find()
			changed = true
		}
		if o.SharedPayload && x.accesses {
			x.share()
			changed = true
		}
	}
	return changed
}

// A taskStage is the function of a task stage.
type taskStage struct {
	f        *ssa.Function
	launches []ssa.InstrID
	payload  ssa.VarID // 0: there is none
	accesses bool      // the payload is accessed otherwise than by the copy that share makes
}

// find finds the launches and the payload.
func (x *taskStage) find() {
	f := x.f
	x.launches, x.payload, x.accesses = nil, 0, false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch {
			case isLaunch(f, i):
				x.launches = append(x.launches, i)
			case f.Op(i) == op.DerefVar && f.Var(f.VarOf(i)).Mode == ssa.ModeTaskPayload:
				x.payload = f.VarOf(i)
				x.accesses = x.accesses || isAccessed(f, i)
			}
		}
	}
}

func isLaunch(f *ssa.Function, i ssa.InstrID) bool {
	return f.Op(i) == op.Pipeline && ir.PipelineOp(f.Field(i, "op")) == ir.EmitMeshTasks
}

// isAccessed reports whether the address of the payload is used by anything but launches, and stores of
// values from the workgroup's memory.
func isAccessed(f *ssa.Function, d ssa.Value) bool {
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		if isLaunch(f, i) {
			continue
		}
		if f.Op(i) != op.Store || f.UseIndex(u) != 0 || f.Op(f.Arg(i, 1)) != op.Load {
			return true
		}
		if v := rootVar(f, f.Arg(f.Arg(i, 1), 0)); v == 0 || f.Var(v).Mode != ssa.ModeShared {
			return true
		}
	}
	return false
}

// isAtEnd reports whether the only launch is at the end of the function.
func (x *taskStage) isAtEnd() bool {
	return len(x.launches) == 1 && x.f.Block(x.launches[0]) == x.f.ListLast(ssa.Body) && countReturns(x.f) == 0
}

// joinLaunches makes launches returns, which set the numbers of meshes, and puts one launch at the end.
func (x *taskStage) joinLaunches() {
	f := x.f
	demoted := newPhiDemotion(f)
	var tasks [3]ssa.VarID
	at := f.Build(f.Entry())
	for k := range tasks {
		tasks[k] = demoted.variable("tasks", ir.TypeU32)
		at.Store(at.DerefVar(tasks[k]), at.U32(0))
	}
	payload := false
	for _, i := range x.launches {
		b := f.BuildBefore(i)
		for k := range tasks {
			b.Store(b.DerefVar(tasks[k]), f.Arg(i, k))
		}
		payload = payload || f.NumSrcs(i) > 3
		block, span := f.Block(i), f.SpanOf(i)
		f.Remove(i)
		if f.Jump(block) != 0 {
			f.RemoveJump(block)
		}
		f.AddJump(block, op.Return, span)
	}
	lowerReturns(f)
	last := f.ListLast(ssa.Body)
	if f.Jump(last) != 0 {
		f.RemoveJump(last)
	}
	b := f.Build(f.EndOf(last))
	var args []ssa.Value
	for k := range tasks {
		args = append(args, b.Load(b.DerefVar(tasks[k])))
	}
	if payload {
		args = append(args, b.DerefVar(x.payload))
	}
	f.SetField(b.Op(op.Pipeline, 0, args...), "op", uint32(ir.EmitMeshTasks))
	b.Jump(op.Halt)
	demoted.finish()
}

// share replaces the payload by workgroup memory, and copies that before each launch.
func (x *taskStage) share() {
	f := x.f
	s := f.Shader
	p := *f.Var(x.payload)
	shared := s.AddVar(ssa.Variable{Name: p.Name + "_shared", Mode: ssa.ModeShared, Type: p.Type, Access: ir.AccessReadWrite, Span: p.Span})
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.DerefVar && f.VarOf(i) == x.payload {
				f.SetWords(i, [2]uint32{uint32(shared)})
				f.SetType(i, f.VarPointer(shared))
				respaceDerefs(f, i, ir.SpaceWorkgroup)
			}
		}
	}
	index := x.index()
	for _, i := range x.launches {
		if f.NumSrcs(i) < 4 {
			continue
		}
		c := calc{f.BuildBefore(i)}
		barrier := c.Instr(op.ControlBarrier, 0)
		f.SetField(barrier, "memory", uint32(ir.MemoryWorkgroup))
		first := c.If(c.eqi(index, 0))
		b := f.Build(f.EndOf(f.ListFirst(f.Then(first))))
		b.Store(b.DerefVar(x.payload), b.Load(b.DerefVar(shared)))
		f.SetSrc(i, 3, ssa.Whole(c.DerefVar(x.payload)))
	}
}

// index is the number of the invocation in its workgroup.
func (x *taskStage) index() ssa.Value {
	f := x.f
	for k := range f.Params {
		if at := &f.Params[k].Binding; at.Kind == ir.BindBuiltIn && at.BuiltIn == ir.BuiltInLocalInvocationIndex {
			return x.param(k)
		}
	}
	f.Params = append(f.Params, ir.Argument{Name: "local_invocation_index", Type: ir.TypeU32, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInLocalInvocationIndex}})
	return x.param(len(f.Params) - 1)
}

// param reads a parameter at the start.
func (x *taskStage) param(k int) ssa.Value {
	b := x.f.Build(x.f.Entry())
	p := b.Instr(op.Param, x.f.Params[k].Type)
	x.f.SetWords(p, [2]uint32{uint32(k)})
	return p
}
