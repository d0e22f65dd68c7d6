package raster

// This file runs draws: it checks the arguments and takes the primitives chunk by chunk
// through the stages.

import (
	"context"
	"image"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"refract/exec"
	"refract/ir"
)

// IndexFormat is how indices lie in memory.
type IndexFormat uint8

const (
	NoIndices IndexFormat = iota // vertices are taken in order
	Uint16Indices
	Uint32Indices
)

// Viewport is the place of the clip volume in the attachments: pixels from the upper left
// corner, and the range of depths.
type Viewport struct {
	X, Y, Width, Height float32
	MinDepth, MaxDepth  float32
}

// A Draw is one draw call.
type Draw struct {
	Pipeline  *Pipeline
	Resources *exec.Resources // of both stages; nil: none

	Buffers     [][]byte // vertex buffers, as Pipeline.Buffers describes them
	Indices     []byte
	IndexFormat IndexFormat

	First         int       // first vertex, or with indices the first index
	Count         int       // vertices or indices
	BaseVertex    int       // is added to each index
	Instances     int       // 0: 1
	Groups        [3]uint32 // workgroups of the task stage, or of the mesh stage alone
	FirstInstance int

	// Views are the views of a multiview draw, a bit each: the draw is done for each of them, in
	// order, with the built-in value view_index, into the layer of the same number of the pass's
	// attachments. 0: it is done once, for view 0.
	Views uint32

	Viewport         *Viewport        // nil: the whole attachments, depth from 0 to 1
	Scissor          *image.Rectangle // nil: the whole attachments
	BlendConstant    [4]float32
	StencilReference uint8

	Feedback *Feedback // transform feedback; nil: nothing is captured
}

func (d *Draw) instances() int { return max(d.Instances, 1) }

// baseVertex is the built-in value base_vertex.
func (d *Draw) baseVertex() int {
	if d.IndexFormat == NoIndices {
		return d.First
	}
	return d.BaseVertex
}

// drawing is a draw under way.
type drawing struct {
	ctx      context.Context
	pass     *Pass
	draw     *Draw
	pipeline *Pipeline

	width, height, samples int
	scissor                image.Rectangle
	viewport               Viewport
	nearest, deepest       float32 // depths, of the viewport
	colors                 []attachment
	targets                []Target
	depth, stencil         *attachment

	vertexStages, fragmentStages []exec.Stage // one for each worker
	opened                       []exec.Stage // all that were made
	vertexIn                     []exec.Port
	attributes                   []fetch
	inputWords, vertexWords      int
	shadedWords                  int // of the vertex stage, if others come behind it
	chain                        *chain
	capture                      *capture // nil: nothing is captured
	position, pointSize, layer   int      // words of the vertex's record; -1: none
	clips, culls                 []int32
	varyings                     []varying
	fragmentIn, fragmentOut      []exec.Port
	fragmentWords, outWords      int
	outputs                      []outputWords
	perSample                    bool // the fragment stage runs for each sample
	early                        bool // tests run before the fragment stage
	effects                      bool // the shader writes memory

	tilers    []*tile          // one for each worker, made when there is something to draw
	inputs    [][]uint32       // scratch of each worker: records of a batch of vertices
	seen      map[uint32]int32 // scratch: slots of the chunk's indices
	records   []uint32         // of the chunk's vertices, those that clipping makes behind them
	vertices  []vertex
	triangles []triangle
	primitive uint32 // number of the next primitive in the instance
	bins      [][]int32
	clipping  clipVolume
	polygons  [2][]int32 // scratch of clipping
	corners   [3]int32
	flip      int
	across    int // tiles in a row
	view      uint32

	tally Tally
	gone  *int // what nothing that is left of a primitive counts as
}

// Draw draws. Its errors are the errors of the shaders' runs and InputErrors for arguments
// that don't fit together; pixels drawn before an error stay.
func (p *Pass) Draw(ctx context.Context, draw *Draw) (err error) {
	defer exec.Protect(&err)
	d := &drawing{ctx: ctx, pass: p, draw: draw, pipeline: draw.Pipeline, seen: map[uint32]int32{}}
	if d.width, d.height, d.samples, err = p.size(); err != nil {
		return err
	}
	defer d.close()
	if err := d.prepare(); err != nil {
		return err
	}
	if err := d.checkViews(); err != nil {
		return err
	}
	defer d.count()
	times := max(bits.OnesCount32(draw.Views), 1)
	if draw.Pipeline.Mesh.Program != nil {
		d.tally.Workgroups = int(draw.Groups[0]) * int(draw.Groups[1]) * int(draw.Groups[2]) * times
	} else {
		d.tally.Vertices = draw.Count * draw.instances() * times
	}
	if draw.Count == 0 && d.pipeline.Mesh.Program == nil {
		return nil
	}
	if d.scissor.Empty() && d.capture == nil {
		d.tally.Primitives, d.tally.Empty = 1, 1
		return nil
	}
	if err := d.covers(); err != nil {
		return err
	}
	if draw.Views == 0 {
		return d.instances()
	}
	for views := draw.Views; views != 0; views &= views - 1 {
		d.view = uint32(bits.TrailingZeros32(views))
		d.choose(int(d.view))
		if err := d.instances(); err != nil {
			return err
		}
	}
	return nil
}

// instances draws all instances.
func (d *drawing) instances() error {
	for i := range d.draw.instances() {
		d.primitive = 0
		run := d.instance
		if d.chain != nil {
			run = d.chain.instance
		}
		if err := run(i); err != nil {
			return err
		}
	}
	return d.tiles()
}

// checkViews checks the views of a multiview draw.
func (d *drawing) checkViews() error {
	switch n := bits.Len32(d.draw.Views); {
	case n > d.pass.layers():
		return inputError("draw", "it has a view %d, and the pass draws to %d layers", n-1, d.pass.layers())
	case d.draw.Views != 0 && d.layer >= 0:
		return inputError("draw", "it has views, and a stage chooses layers")
	case d.draw.Views != 0 && d.capture != nil:
		return inputError("draw", "it has views, and transform feedback")
	}
	return nil
}

// prepare checks the draw and makes the stages.
func (d *drawing) prepare() error {
	draw := d.draw
	switch {
	case d.pipeline == nil:
		return inputError("draw", "it has no pipeline")
	case draw.Count < 0 || draw.First < 0 || draw.Instances < 0 || draw.FirstInstance < 0:
		return inputError("draw", "a count is negative")
	case int64(draw.First)+int64(draw.Count) > math.MaxUint32 || int64(draw.FirstInstance)+int64(draw.instances()) > math.MaxUint32:
		return inputError("draw", "vertices or instances beyond %d are not possible", uint32(math.MaxUint32))
	case d.pipeline.Primitive.Topology >= numTopologies:
		return inputError("pipeline", "the topology is unknown")
	}
	if size := []int{0, 2, 4}[min(draw.IndexFormat, 2)]; size*(draw.First+draw.Count) > len(draw.Indices) {
		return inputError("draw", "the index buffer has %d bytes where %d are read", len(draw.Indices), size*(draw.First+draw.Count))
	}
	d.viewport = Viewport{0, 0, float32(d.width), float32(d.height), 0, 1}
	if draw.Viewport != nil {
		d.viewport = *draw.Viewport
		v := &d.viewport
		if !(v.Width > 0 && v.Height > 0 && v.MinDepth >= 0 && v.MinDepth <= 1 && v.MaxDepth >= 0 && v.MaxDepth <= 1) ||
			!(abs(v.X) <= MaxExtent && abs(v.Y) <= MaxExtent && v.Width <= MaxExtent && v.Height <= MaxExtent) {
			return inputError("viewport", "%g×%g at (%g, %g) with depths from %g to %g is not possible", v.Width, v.Height, v.X, v.Y, v.MinDepth, v.MaxDepth)
		}
	}
	d.scissor = image.Rect(0, 0, d.width, d.height)
	if draw.Scissor != nil {
		d.scissor = d.scissor.Intersect(*draw.Scissor)
	}
	d.colors = make([]attachment, len(d.pass.Colors))
	d.choose(0)
	d.targets = make([]Target, len(d.colors))
	copy(d.targets, d.pipeline.Targets)
	if d.pass.Depth == nil && d.pipeline.Depth != nil {
		return inputError("draw", "the pipeline tests depth, and the pass has no depth attachment")
	}
	if d.pass.Stencil == nil && d.pipeline.Stencil != nil {
		return inputError("draw", "the pipeline tests stencil values, and the pass has no stencil attachment")
	}
	v := &d.viewport
	d.nearest, d.deepest = min(v.MinDepth, v.MaxDepth), max(v.MinDepth, v.MaxDepth)
	return d.stages()
}

// choose makes a layer of the attachments that which is drawn to.
func (d *drawing) choose(layer int) {
	for i, c := range d.pass.Colors {
		d.colors[i] = attach(c.View, layer)
	}
	if d.pass.Depth != nil {
		a := attach(d.pass.Depth, layer)
		d.depth = &a
	}
	if d.pass.Stencil != nil {
		a := attach(d.pass.Stencil, layer)
		d.stencil = &a
	}
}

// stages makes the stages and joins them.
func (d *drawing) stages() error {
	p := d.pipeline
	workers := max(d.pass.Workers, 1)
	between := p.chain()
	for _, s := range append([]Shader{p.Vertex, p.Fragment}, between[:]...) {
		if s.Program != nil && writesMemory(s) {
			d.effects = true
			workers = 1
		}
	}
	var err error
	var fm *ir.Module
	if p.Fragment.Program != nil {
		if d.fragmentStages, err = d.open(p.Fragment, ir.StageFragment, workers); err != nil {
			return err
		}
		d.fragmentIn, d.fragmentOut = d.fragmentStages[0].Inputs(), d.fragmentStages[0].Outputs()
		fm = p.Fragment.Program.Module()
	}
	vm := fm
	switch {
	case p.Mesh.Program != nil:
	case p.Vertex.Program == nil && fm != nil && !p.hasChain():
		full, err := newFullscreen(d.fragmentIn, p.Clip)
		if err != nil {
			return err
		}
		d.vertexStages = []exec.Stage{full}
	default:
		if d.vertexStages, err = d.open(p.Vertex, ir.StageVertex, workers); err != nil {
			return err
		}
		vm = p.Vertex.Program.Module()
	}
	var out []exec.Port
	if d.vertexStages != nil {
		d.vertexIn, out = d.vertexStages[0].Inputs(), d.vertexStages[0].Outputs()
	}
	d.inputWords, d.shadedWords = exec.Words(d.vertexIn), exec.Words(out)
	if p.hasChain() {
		if vm, out, err = d.stagesBetween(vm, out); err != nil {
			return err
		}
	} else if listVertices[p.Primitive.Topology] > 3 {
		return inputError("pipeline", "the topology %s needs a geometry stage", p.Primitive.Topology)
	}
	d.vertexWords = exec.Words(out)
	if err := d.captures(out); err != nil {
		return err
	}
	if p.Primitive.Discard {
		d.layer = -1
		d.attributes, err = d.fetches(d.vertexIn)
		return err
	}
	if d.position = builtIn(out, ir.BuiltInPosition); d.position < 0 {
		return inputError("pipeline", "no stage writes a position")
	}
	if builtIn(out, ir.BuiltInViewportIndex) >= 0 {
		return &exec.UnsupportedError{Feature: "viewports that a stage chooses"}
	}
	for _, p := range out {
		if p.Binding.Kind == ir.BindBuiltIn && p.Binding.BuiltIn.IsOfViews() {
			return &exec.UnsupportedError{Feature: "the built-in value " + p.Binding.BuiltIn.String()}
		}
	}
	d.layer = builtIn(out, ir.BuiltInLayer)
	d.pointSize = builtIn(out, ir.BuiltInPointSize)
	distances := func(b ir.BuiltIn) (words []int32) {
		if port := portOf(out, b); port != nil {
			for k := range port.Scalars {
				words = append(words, int32(port.First+k))
			}
		}
		return words
	}
	d.clips, d.culls = distances(ir.BuiltInClipDistances), distances(ir.BuiltInCullDistances)
	if d.attributes, err = d.fetches(d.vertexIn); err != nil {
		return err
	}
	if p.Fragment.Program == nil {
		d.early = true
		d.outputs, err = colors(nil, nil, len(d.colors))
		return err
	}
	d.fragmentWords, d.outWords = exec.Words(d.fragmentIn), exec.Words(d.fragmentOut)
	if d.varyings, err = link(vm, fm, out, d.fragmentIn); err != nil {
		return err
	}
	if d.outputs, err = colors(fm, d.fragmentOut, len(d.colors)); err != nil {
		return err
	}
	for i := range d.colors {
		if err := fits(&d.outputs[i], &d.colors[i], i); err != nil {
			return err
		}
		d.outputs[i].kind = d.colorKind(i)
	}
	d.perSample = builtIn(d.fragmentIn, ir.BuiltInSampleIndex) >= 0 || builtIn(d.fragmentIn, ir.BuiltInSamplePosition) >= 0
	for i := range d.varyings {
		d.perSample = d.perSample || d.varyings[i].where == ir.SampleSample && d.varyings[i].kind != ir.InterpolateFlat
	}
	if d.samples == 1 {
		d.perSample = false
	}
	for i := range fm.EntryPoints {
		if e := &fm.EntryPoints[i]; e.Name == p.Fragment.Entry && e.Stage == ir.StageFragment {
			d.early = e.EarlyDepth == ir.EarlyDepthForce
		}
	}
	d.early = d.early || d.settled(fm)
	return nil
}

// settled reports whether the fragment stage can neither change which samples are written,
// nor have effects of its own: then the tests come first.
func (d *drawing) settled(m *ir.Module) bool {
	if d.effects || d.pipeline.AlphaToCoverage || builtIn(d.fragmentOut, ir.BuiltInFragDepth) >= 0 || builtIn(d.fragmentOut, ir.BuiltInSampleMask) >= 0 ||
		builtIn(d.fragmentIn, ir.BuiltInSampleMask) >= 0 {
		return false
	}
	for i := 1; i < len(m.Functions); i++ {
		if f := m.Functions[i]; f.MayHaveStmt(ir.StmtTerminate) || f.MayHaveStmt(ir.StmtDemote) {
			return false
		}
	}
	return true
}

// open makes a shader's stages, one for each worker.
func (d *drawing) open(s Shader, stage ir.Stage, workers int) ([]exec.Stage, error) {
	if s.Program == nil {
		return nil, inputError("pipeline", "it has no %s shader", stage)
	}
	stager, ok := s.Program.(exec.Stager)
	if !ok {
		return nil, &exec.UnsupportedError{Feature: "drawing with this engine"}
	}
	found := false
	m := s.Program.Module()
	for i := range m.EntryPoints {
		found = found || m.EntryPoints[i].Name == s.Entry && m.EntryPoints[i].Stage == stage
	}
	if !found {
		return nil, &exec.NotFoundError{Kind: stage.String() + " entry point", Name: s.Entry}
	}
	resources, options := d.bindings(s)
	var out []exec.Stage
	for range workers {
		st, err := stager.Stage(d.ctx, s.Entry, resources, options)
		if err != nil {
			return nil, err
		}
		out = append(out, st)
		d.opened = append(d.opened, st)
	}
	return out, nil
}

// bindings are the resources of a stage, and the options of its runs.
func (d *drawing) bindings(s Shader) (*exec.Resources, exec.RunOptions) {
	r, o := d.draw.Resources, d.pass.Options
	if r == nil {
		r = new(exec.Resources)
	}
	o.Shared = d.effects || d.readsAttachment(s, r)
	return r, o
}

// readsAttachment reports whether a texture of a stage is also drawn to.
func (d *drawing) readsAttachment(s Shader, r *exec.Resources) bool {
	globals, err := s.Program.Globals(s.Entry)
	if err != nil {
		return false // making the stage reports the error
	}
	bound, err := r.Resolve(s.Program.Module(), globals)
	if err != nil {
		return false
	}
	for _, b := range bound {
		for _, v := range b.Textures {
			if d.pass.draws(v.Texture) {
				return true
			}
		}
	}
	return false
}

// draws reports whether a texture is an attachment.
func (p *Pass) draws(t *exec.Texture) bool {
	is := func(v *exec.TextureView) bool { return v != nil && v.Texture == t }
	return is(p.Depth) || is(p.Stencil) || slices.ContainsFunc(p.Colors, func(c Color) bool { return is(c.View) })
}

// close frees the stages.
func (d *drawing) close() {
	for _, s := range d.opened {
		s.Close()
	}
	if d.chain != nil {
		d.chain.close()
	}
}

// writesMemory reports whether an entry point uses memory that it may write and that
// others see.
func writesMemory(s Shader) bool {
	globals, err := s.Program.Globals(s.Entry)
	if err != nil {
		return false // making the stage says why
	}
	m := s.Program.Module()
	for _, g := range globals {
		v := &m.Globals[g]
		if v.Space == ir.SpaceStorage && v.Access != ir.AccessRead {
			return true
		}
		t := m.Types.At(v.Type)
		for t.Kind == ir.TypeBindingArray || t.Kind == ir.TypeArray {
			t = m.Types.At(t.Base)
		}
		if t.Kind == ir.TypeImage && t.Class == ir.ImageStorage && t.Access != ir.AccessRead {
			return true
		}
	}
	return false
}

// chunk is how many vertices or indices are taken at once.
const chunk = 1 << 14

// instance draws one instance.
func (d *drawing) instance(instance int) error {
	draw := d.draw
	var numbers []uint32
	var order []int32
	restart := uint32(math.MaxUint32)
	if draw.IndexFormat == Uint16Indices {
		restart = math.MaxUint16
	}
	overlap := d.pipeline.Primitive.Topology.overlap()
	a := assembler{topology: d.pipeline.Primitive.Topology}
	for at := 0; at < draw.Count; {
		// Vertices shared by a primitive that spans two chunks are taken again.
		numbers, order = numbers[:0], order[:0]
		clear(d.seen)
		base := int32(len(d.vertices))
		end := min(at+chunk, draw.Count)
		add := func(n uint32) {
			slot, ok := d.seen[n]
			if !ok {
				slot = int32(len(numbers))
				d.seen[n] = slot
				numbers = append(numbers, n)
			}
			order = append(order, base+slot)
		}
		for _, n := range a.carried {
			add(n)
		}
		a.carried = a.carried[:0]
		for i := at; i < end; i++ {
			if draw.IndexFormat == NoIndices {
				numbers = append(numbers, uint32(draw.First+i))
				order = append(order, base+int32(len(numbers)-1))
				continue
			}
			n := draw.index(draw.First + i)
			if d.pipeline.Primitive.Restart && n == restart && overlap {
				order = append(order, -1)
				continue
			}
			add(n + uint32(draw.BaseVertex))
		}
		at = end
		if err := d.ctx.Err(); err != nil {
			return err
		}
		record := len(d.records)
		var err error
		if d.records, err = d.shadeVertices(d.records, d.vertexWords, numbers, instance); err != nil {
			return err
		}
		d.process(len(numbers), record)
		a.assemble(d, order, numbers, base)
		if d.effects || len(d.vertices) >= chunk { // else with the next instances'
			if err := d.tiles(); err != nil {
				return err
			}
		}
	}
	return nil
}

// tileSize is the width and height of a tile in pixels.
const tileSize = 64

// tiles sorts the triangles that there are into tiles and draws them.
func (d *drawing) tiles() error {
	defer func() { d.triangles, d.vertices, d.records = d.triangles[:0], d.vertices[:0], d.records[:0] }()
	if d.layer < 0 {
		return d.layerTiles()
	}
	all := d.triangles
	for layer := range d.pass.layers() {
		d.triangles = d.triangles[:0:0]
		for i := range all {
			if d.records[int(all[i].flat)+d.layer] == uint32(layer) {
				d.triangles = append(d.triangles, all[i])
			}
		}
		d.choose(layer)
		if err := d.layerTiles(); err != nil {
			return err
		}
	}
	d.triangles = all
	return nil
}

// layerTiles is tiles of a layer.
func (d *drawing) layerTiles() error {
	if len(d.triangles) == 0 {
		return nil
	}
	d.across = (d.width + tileSize - 1) / tileSize
	down := (d.height + tileSize - 1) / tileSize
	if d.bins == nil {
		d.bins = make([][]int32, d.across*down)
	}
	for i := range d.bins {
		d.bins[i] = d.bins[i][:0]
	}
	for i := range d.triangles {
		t := &d.triangles[i]
		for y := t.bounds.Min.Y / tileSize; y <= (t.bounds.Max.Y-1)/tileSize; y++ {
			for x := t.bounds.Min.X / tileSize; x <= (t.bounds.Max.X-1)/tileSize; x++ {
				d.bins[y*d.across+x] = append(d.bins[y*d.across+x], int32(i))
			}
		}
	}
	if d.tilers == nil {
		for w := range max(len(d.fragmentStages), 1) {
			d.tilers = append(d.tilers, newTile(d, w))
		}
	}
	workers := len(d.tilers)
	errs := make([]error, workers)
	var next, stopped atomic.Int64
	report := d.reporter()
	work := func(w int) {
		defer exec.Protect(&errs[w])
		t := d.tilers[w]
		for stopped.Load() == 0 {
			at := int(next.Add(1)) - 1
			if at >= len(d.bins) {
				return
			}
			if len(d.bins[at]) == 0 {
				continue
			}
			if errs[w] = t.draw(at); errs[w] != nil {
				stopped.Store(1)
				return
			}
			if report != nil {
				report()
			}
		}
	}
	if workers == 1 {
		work(0)
		return errs[0]
	}
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() { work(w) })
	}
	wait.Wait()
	i := slices.IndexFunc(errs, func(err error) bool { return err != nil })
	if i < 0 {
		return nil
	}
	return errs[i]
}

// reporter is called for each finished tile; nil: there is no Progress.
func (d *drawing) reporter() func() {
	if d.pass.Progress == nil {
		return nil
	}
	done, all := 0, 0
	for _, bin := range d.bins {
		all += min(len(bin), 1)
	}
	var lock sync.Mutex
	return func() {
		lock.Lock()
		defer lock.Unlock()
		done++
		d.pass.Progress(done, all)
	}
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }
