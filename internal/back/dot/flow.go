package dot

// This file draws functions. A walk over the statements gathers lines into the present
// basic block; if control comes from several places, the edges wait for the next block.

import (
	"bytes"
	"strconv"

	"refract/ir"
)

// end is an edge whose target isn't known yet.
type end struct {
	from  int
	label string
}

// target is a loop or switch that break, and of a loop continue, refer to.
type target struct {
	isLoop            bool
	breaks, continues []end
}

// flow is the state of drawing one function.
type flow struct {
	fn      ir.FuncID
	f       *ir.Function
	node    int // the block that lines go to; 0: none yet
	count   int // blocks drawn
	open    bool
	ends    []end // edges into the next block
	edges   []byte
	targets []target
	seen    map[link]bool
	depth   int
}

// link is an edge out of the function: at most one is drawn from each block.
type link struct {
	node int
	kind byte // 'f' or 'g'
	to   uint32
}

func (w *writer) function(id ir.FuncID) {
	w.flow = flow{fn: id, f: w.m.Func(id), seen: map[link]bool{}}
	head := w.line()
	for !bytes.HasPrefix(head, []byte("func ")) { // a module-scope expression of a type
		head = w.line()
	}
	w.str("\tsubgraph cluster_f")
	w.num(int(id))
	w.str(" {\n\t\tlabel=\"\"\n\t\tf")
	w.num(int(id))
	w.str(" [label=\"")
	w.out = quoted(w.out, bytes.TrimSuffix(head, []byte(" {")))
	w.str(`\l`)
	for {
		line := bytes.TrimLeft(w.peek(), " ")
		if !bytes.HasPrefix(line, []byte("var ")) && !bytes.HasPrefix(line, []byte("let ")) {
			break
		}
		w.out = append(quoted(append(w.out, "  "...), w.line()), `\l`...)
	}
	w.str("\" style=filled fillcolor=lightgrey]\n")
	w.ends = append(w.ends, end{})
	w.block(w.f.Body)
	w.line() // the closing brace
	w.finish()
	if ends := w.take(); len(ends) > 0 {
		w.name(0, "end")
		w.str(" [label=\"\" shape=doublecircle width=0.15]\n")
		for _, e := range ends {
			w.edge(e, "end")
		}
	}
	w.out = append(w.out, w.edges...)
	w.str("\t}\n")
}

// name writes the name of a block; 0 is the function's head.
func (w *writer) name(node int, suffix string) {
	w.str("\t\t")
	w.out = w.appendName(w.out, node, suffix)
}

func (w *writer) appendName(b []byte, node int, suffix string) []byte {
	b = strconv.AppendInt(append(b, 'f'), int64(w.fn), 10)
	if suffix != "" {
		return append(append(b, '_'), suffix...)
	}
	if node > 0 {
		b = strconv.AppendInt(append(b, '_'), int64(node), 10)
	}
	return b
}

// edge draws an edge to a block.
func (w *writer) edge(e end, suffix string) {
	b := append(w.edges, "\t\t"...)
	b = append(w.appendName(b, e.from, ""), " -> "...)
	b = w.appendName(b, w.node, suffix)
	if e.label != "" {
		b = append(append(append(b, " [label=\""...), e.label...), "\"]"...)
	}
	w.edges = append(b, '\n')
}

// begin opens a new block, into which all open edges lead.
func (w *writer) begin() {
	w.finish()
	w.count++
	w.node, w.open = w.count, true
	for _, e := range w.ends {
		w.edge(e, "")
	}
	w.ends = w.ends[:0]
	w.name(w.node, "")
	w.str(" [label=\"")
}

// finish closes the label of the block under way.
func (w *writer) finish() {
	if w.open {
		w.str("\"]\n")
		w.open = false
	}
}

// add appends a line to the block.
func (w *writer) add(line []byte) {
	if w.node == 0 {
		w.begin()
	}
	w.out = append(quoted(w.out, line), `\l`...)
}

// take ends the block and returns the edges that lead on from here.
func (w *writer) take() []end {
	w.finish()
	ends := append([]end(nil), w.ends...)
	if w.node != 0 {
		ends = append(ends, end{from: w.node})
	}
	w.ends, w.node = w.ends[:0], 0
	return ends
}

// link draws a call of a function or a use of a global.
func (w *writer) link(kind byte, to uint32) {
	l := link{w.node, kind, to}
	if w.seen[l] {
		return
	}
	w.seen[l] = true
	b := append(w.links, '\t')
	b = append(w.appendName(b, w.node, ""), " -> "...)
	b = strconv.AppendUint(append(b, kind), uint64(to), 10)
	if kind == 'f' {
		b = append(b, " [style=dashed constraint=false]\n"...)
	} else {
		b = append(b, " [style=dotted arrowhead=none constraint=false]\n"...)
	}
	w.links = b
}

// uses draws the uses of globals among operands.
func (w *writer) uses(ops []ir.ExprID) {
	for _, o := range ops {
		if w.f.Kind(o) == ir.KindGlobal && w.node != 0 {
			w.link('g', uint32(w.f.GlobalRef(o)))
		}
	}
}

func (w *writer) block(b ir.BlockID) {
	w.depth++
	if w.depth > maxDepth+1 {
		w.line() // which says so
	} else {
		for _, s := range w.f.Block(b) {
			w.stmt(s)
		}
	}
	w.depth--
}

func (w *writer) stmt(s ir.StmtID) {
	w.m.Meter.Step()
	f := w.f
	k := f.StmtKind(s)
	if k == ir.StmtEmit {
		for _, e := range f.Emit(s) {
			line := w.line()
			if !w.opts.ControlFlow {
				w.add(line)
			} else if w.node == 0 {
				w.begin()
			}
			w.ops = f.Operands(e, w.ops[:0])
			w.uses(w.ops)
		}
		return
	}
	line := w.line()
	switch k {
	case ir.StmtBlock:
		w.block(f.BlockStmt(s))
		w.line()
		return
	case ir.StmtLoop:
		w.loop(s, line)
		return
	case ir.StmtIf, ir.StmtSwitch:
		line = bytes.TrimSuffix(line, []byte(" {"))
	}
	w.add(line)
	w.ops = f.StmtOperands(s, w.ops[:0])
	w.uses(w.ops)
	switch k {
	case ir.StmtIf:
		w.branch(s)
	case ir.StmtSwitch:
		w.switchStmt(s)
	case ir.StmtCall:
		w.link('f', uint32(f.Call(s).Function))
	case ir.StmtReturn, ir.StmtTerminate:
		w.take()
	case ir.StmtBreak:
		if n := len(w.targets); n > 0 {
			w.targets[n-1].breaks = append(w.targets[n-1].breaks, w.take()...)
		}
	case ir.StmtContinue:
		for n := len(w.targets) - 1; n >= 0; n-- {
			if w.targets[n].isLoop {
				w.targets[n].continues = append(w.targets[n].continues, w.take()...)
				break
			}
		}
	}
}

func (w *writer) branch(s ir.StmtID) {
	v := w.f.If(s)
	from := w.node
	w.take()
	w.ends = append(w.ends, end{from, "true"})
	w.block(v.Accept)
	ends := w.take()
	w.ends = append(w.ends, end{from, "false"})
	if w.line(); v.Reject != 0 { // "} else {", or the end
		w.block(v.Reject)
		w.line()
	}
	w.ends = append(ends, w.take()...)
}

func (w *writer) switchStmt(s ir.StmtID) {
	v := w.f.Switch(s)
	from := w.node
	w.take()
	w.targets = append(w.targets, target{})
	var falls, out []end
	for i := range v.Cases {
		label := bytes.TrimSuffix(w.line(), []byte(" {"))
		w.ends = append(append(w.ends, falls...), end{from, string(quoted(nil, label))})
		w.block(v.Cases[i].Body)
		w.line()
		ends := w.take()
		if falls = nil; v.Cases[i].FallThrough {
			falls = ends
			for j := range falls {
				if falls[j].label == "" {
					falls[j].label = "fallthrough"
				}
			}
		} else {
			out = append(out, ends...)
		}
	}
	w.line()
	n := len(w.targets) - 1
	w.ends = append(append(append(w.ends, out...), falls...), w.targets[n].breaks...)
	w.targets = w.targets[:n]
}

func (w *writer) loop(s ir.StmtID, line []byte) {
	v := w.f.Loop(s)
	w.ends = append(w.ends[:0], w.take()...)
	w.begin()
	w.out = append(quoted(w.out, bytes.TrimSuffix(line, []byte(" {"))), `\l`...)
	head := w.node
	w.targets = append(w.targets, target{isLoop: true})
	w.block(v.Body)
	n := len(w.targets) - 1
	w.ends = append(append(w.ends[:0], w.take()...), w.targets[n].continues...)
	var out []end
	if w.line(); v.Continuing != 0 || v.BreakIf != 0 { // "} continuing {", or the end
		w.block(v.Continuing)
		if v.BreakIf != 0 {
			w.add(w.line())
			from := w.node
			w.take()
			out = append(out, end{from, "true"})
			w.ends = append(w.ends, end{from, "false"})
		}
		w.line()
	}
	back := w.take()
	w.node = head
	for _, e := range back {
		w.edge(e, "")
	}
	w.node = 0
	w.ends = append(append(w.ends[:0], out...), w.targets[n].breaks...)
	w.targets = w.targets[:n]
}
