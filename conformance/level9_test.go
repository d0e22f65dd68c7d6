package conformance

// This file runs programs of shader model 2, which Direct3D bytecode has for feature level 9: ours,
// and FXC's for the HLSL of the same shaders. The programs are translated to
// WGSL, and must have the results of the shaders.

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"refract/back/dxbc"
	"refract/back/hlsl"
	"refract/internal/back"
	"refract/internal/back/direct3d"
	format "refract/internal/dxbc"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/level9gen"
	"refract/internal/sweep"
)

// level9Profiles are the profiles, in turns.
var level9Profiles = [...]dxbc.Profile{dxbc.ProfileLevel91, dxbc.ProfileLevel93}

// A level9Case is a shader with the expected drawing.
type level9Case struct {
	job     *differential.Job
	source  string
	vertex  bool
	profile dxbc.Profile
	want    *differential.Drawing
	data    []byte
	places  []direct3d.Resource
	theirs  []direct3d.Resource // of the HLSL
}

// draw draws with the shader, or with its program of model 2.
func (c *level9Case) draw(j *differential.Job) (*differential.Drawing, error) {
	if c.vertex {
		return c.job.DrawPoints(j, "fs", 32)
	}
	return j.Fragments(8, 4, 0)
}

// check runs the program of model 2 of a container, and describes the difference from the shader.
func (c *level9Case) check(data []byte, places []direct3d.Resource) string {
	again, err := c.job.Level9(data, places)
	if err != nil {
		return err.Error()
	}
	got, err := c.draw(again)
	if err != nil {
		return err.Error()
	}
	worst, pixels := c.job.Differences(c.want, got, 1e-3)
	if pixels == 0 {
		return ""
	}
	text := fmt.Sprintf("%v: %d pixels differ, by %g\n%s", c.profile, pixels, worst, c.source)
	if os.Getenv("LEVEL9_VERBOSE") == "1" {
		text += again.Source
	}
	return text
}

// level9Cases are the cases of generated shaders that the profiles take.
func level9Cases(t *testing.T, vertex bool) (list []*level9Case) {
	seed := number("REFRACT_SEED", 0)
	var w dxbc.Writer
	refused := map[string]int{}
	for n := range sweep.Sample(60) {
		k := seed + n
		c := &level9Case{vertex: vertex, profile: level9Profiles[k%2]}
		o := level9gen.Options{Vertex: vertex, Derivatives: c.profile == dxbc.ProfileLevel93, Large: (vertex || c.profile == dxbc.ProfileLevel93) && k%8 > 3}
		c.source = level9gen.Program(uint64(k), o)
		var err error
		if vertex {
			c.job, err = differential.NewVertexJob(fmt.Sprint("seed ", k), c.source, "main", uint64(k))
		} else {
			c.job, err = differential.NewFragmentJob(fmt.Sprint("seed ", k), c.source, "main", uint64(k))
		}
		if err == nil {
			c.want, err = c.draw(c.job)
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", k, err, c.source)
		}
		options := dxbc.NewOptions()
		options.Profile, options.EntryPoint = c.profile, "main"
		data, places, err := w.Write(c.job.Module, c.job.Info(), options, &back.Optimizer{Strict: k%3 == 0, Run: differential.LevelOptimizer(int(k / 2 % 3))})
		var unsupported *dxbc.UnsupportedError
		if errors.As(err, &unsupported) {
			if text := os.Getenv("LEVEL9_REFUSED"); text != "" && strings.Contains(unsupported.Feature, text) {
				t.Logf("seed %d: %v\n%s", k, err, c.source)
			}
			refused[strings.TrimLeft(unsupported.Feature, "0123456789")]++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", k, err, c.source)
		}
		c.data, c.places = data, places.Resources
		list = append(list, c)
	}
	t.Logf("%d shaders; refused: %v", len(list), refused)
	return list
}

// TestLevel9 draws with generated shaders.
func TestLevel9(t *testing.T) {
	for _, vertex := range [...]bool{false, true} {
		wrong := 0
		for _, c := range level9Cases(t, vertex) {
			if s := c.check(c.data, c.places); s != "" {
				if wrong++; wrong < 4 {
					t.Errorf("%s: %s", c.job.Name, s)
				}
			}
		}
		if wrong > 0 {
			t.Errorf("%d differ", wrong)
		}
	}
}

// TestLevel9AgainstFXC compares containers with the ones that FXC makes of the HLSL of the same shaders:
// its disassembler takes ours, FXC's programs draw the same, which vouches for the way programs are
// run, and signatures, resources and tables are the same.
func TestLevel9AgainstFXC(t *testing.T) {
	for _, vertex := range [...]bool{false, true} {
		list := level9Cases(t, vertex)
		var ours []dxbcRow
		var theirs []fxcRow
		var h hlsl.Writer
		for _, c := range list {
			o := hlsl.NewOptions()
			o.ShaderModel, o.EntryPoint, o.ForceLoopBounding, o.IntDivChecks = hlsl.ShaderModel50, "main", false, false
			text, r, err := h.Write(c.job.Module, c.job.Info(), o)
			if err != nil {
				t.Fatalf("%s: %v", c.job.Name, err)
			}
			c.theirs = nil
			for _, x := range r.Resources {
				c.theirs = append(c.theirs, direct3d.Resource{Name: x.Name, HasBinding: x.HasBinding, Group: x.Group, Binding: x.Binding, Class: x.Class, Register: x.Register})
			}
			ours = append(ours, dxbcRow{c.job.Name, base64.StdEncoding.EncodeToString(c.data)})
			theirs = append(theirs, fxcRow{c.job.Name, string(text), r.EntryPoints[0].Text, fxcStages[c.job.Stage] + "_" + c.profile.String()})
		}
		for i, v := range harness.Oracle(t, "dxbc", ours, "--text") {
			if !v.OK {
				t.Errorf("%s: %s", ours[i].Name, v.Text())
			}
		}
		compared, wrong, refused, sum := 0, 0, map[string]int{}, 0.0
		for i, v := range harness.Oracle(t, "hlsl", theirs, "--code") {
			c := list[i]
			if !v.OK {
				if os.Getenv("LEVEL9_VERBOSE") == "1" {
					t.Logf("%s: %s\n%s", c.job.Name, v.Text(), theirs[i].Source)
				}
				refused[fxcCode(v.Text())]++
				continue
			}
			code, err := base64.StdEncoding.DecodeString(v.Code)
			if err != nil {
				t.Fatal(err)
			}
			compared++
			if s := c.check(code, c.theirs); s != "" {
				if wrong++; wrong < 4 {
					t.Errorf("%s by FXC: %s", c.job.Name, s)
				}
			}
			own, other := level9Of(t, c.data), level9Of(t, code)
			a, b := own.Program, other.Program
			x, y := slots9(a), slots9(b)
			sum += math.Log(float64(x) / float64(y))
			if s := sameLevel9(t, c.data, code); s != "" {
				if wrong++; wrong < 4 {
					t.Errorf("%s: %s\n%s", c.job.Name, s, theirs[i].Source)
				}
			}
		}
		t.Logf("FXC compiles %d of %d, %d differ; it refuses %v; slots by FXC's: %.3f", compared, len(list), wrong, refused, math.Exp(sum/float64(max(1, compared))))
	}
}

// fxcCode is the number of FXC's error.
func fxcCode(text string) string {
	i := max(0, strings.Index(text, "X"))
	return text[i:min(len(text), i+60)]
}

// slots9 is the number of slots of a program.
func slots9(p *format.Program9) int {
	texture, arithmetic := p.Slots()
	return texture + arithmetic
}

// level9Of is the contents of a container's chunk Aon9.
func level9Of(t *testing.T, data []byte) *format.Level9 {
	t.Helper()
	c, err := format.ReadContainer(data)
	if err != nil {
		t.Fatal(err)
	}
	chunk, _ := c.Chunk(format.ChunkAon9)
	l, err := format.ReadLevel9(chunk)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// sameLevel9 describes a difference between the interfaces of two containers.
func sameLevel9(t *testing.T, own, other []byte) string {
	t.Helper()
	a, _ := format.ReadContainer(own)
	b, _ := format.ReadContainer(other)
	var kinds [2]string
	for k, c := range [...]*format.Container{a, b} {
		for i := range c.Chunks {
			kinds[k] += c.Chunks[i].Kind.String() + " "
		}
	}
	if kinds[0] != kinds[1] {
		return fmt.Sprintf("the parts are %s, not %s", kinds[0], kinds[1])
	}
	for _, kind := range [...]format.FourCC{format.ChunkISGN, format.ChunkOSGN} {
		var lists [2][]format.Element
		for k, c := range [...]*format.Container{a, b} {
			chunk, _ := c.Chunk(kind)
			s, err := format.ReadSignature(kind, chunk)
			if err != nil {
				t.Fatal(err)
			}
			for i := range s.Elements {
				s.Elements[i].Used = 0 // optimizers differ
			}
			lists[k] = s.Elements
		}
		if x, y := fmt.Sprint(lists[0]), fmt.Sprint(lists[1]); x != y {
			return fmt.Sprintf("%v is %s, not %s", kind, x, y)
		}
	}
	// Optimizers read other rows and textures: the ones that both read have the same entries.
	x, y := level9Of(t, own), level9Of(t, other)
	rows := [2]map[[2]uint16][4]format.Conversion9{{}, {}}
	for k, l := range [...]*format.Level9{x, y} {
		for _, f := range l.Floats {
			for n := range f.Count {
				rows[k][[2]uint16{f.Buffer, f.First + n}] = f.Conversions
			}
		}
	}
	for at, conversions := range rows[0] {
		for k, theirs := range rows[1][at] { // FXC leaves out some components that nothing reads
			if theirs != format.Conversion9Float && theirs != conversions[k] {
				return fmt.Sprintf("row %d of cb%d has %v, not %v", at[1], at[0], conversions, rows[1][at])
			}
		}
	}
	if a, b := x.Program, y.Program; a.Pixel != b.Pixel || a.Minor != b.Minor || len(x.Runtime) != len(y.Runtime) {
		return "the programs are of different versions"
	}
	return ""
}
