//go:build linux

// Package glrun draws with an OpenGL driver, without a window: two stages of GLSL over a
// quadrangle, with uniforms by name and textures, into a picture. Only tests import it.
package glrun

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// ErrNoGL reports that there is no driver, or none that draws without a window.
var ErrNoGL = errors.New("no OpenGL driver draws without a window")

// Constants of EGL and OpenGL.
const (
	platformSurfaceless = 0x31DD
	openGLAPI           = 0x30A2
	contextMajor        = 0x3098
	contextMinor        = 0x30FB
	profileMask         = 0x30FD
	eglNone             = 0x3038

	vertexShader   = 0x8B31
	fragmentShader = 0x8B30
	compileStatus  = 0x8B81
	linkStatus     = 0x8B82
	arrayBuffer    = 0x8892
	streamDraw     = 0x88E0
	texture2D      = 0x0DE1
	texture0       = 0x84C0
	rgba           = 0x1908
	rgba8          = 0x8058
	unsignedByte   = 0x1401
	glFloat        = 0x1406
	minFilter      = 0x2801
	magFilter      = 0x2800
	nearest        = 0x2600
	framebuffer    = 0x8D40
	color0         = 0x8CE0
	points         = 0x0000
	triangles      = 0x0004
	colorBit       = 0x4000
)

// functions are functions of OpenGL; a field's name is a function's, without gl.
type functions struct {
	CreateShader            func(uint32) uint32
	ShaderSource            func(uint32, int32, unsafe.Pointer, unsafe.Pointer)
	CompileShader           func(uint32)
	GetShaderiv             func(uint32, uint32, unsafe.Pointer)
	GetShaderInfoLog        func(uint32, int32, unsafe.Pointer, unsafe.Pointer)
	DeleteShader            func(uint32)
	CreateProgram           func() uint32
	AttachShader            func(uint32, uint32)
	LinkProgram             func(uint32)
	GetProgramiv            func(uint32, uint32, unsafe.Pointer)
	GetProgramInfoLog       func(uint32, int32, unsafe.Pointer, unsafe.Pointer)
	UseProgram              func(uint32)
	DeleteProgram           func(uint32)
	GetUniformLocation      func(uint32, string) int32
	GetAttribLocation       func(uint32, string) int32
	Uniform1fv              func(int32, int32, unsafe.Pointer)
	Uniform2fv              func(int32, int32, unsafe.Pointer)
	Uniform3fv              func(int32, int32, unsafe.Pointer)
	Uniform4fv              func(int32, int32, unsafe.Pointer)
	Uniform1iv              func(int32, int32, unsafe.Pointer)
	Uniform2iv              func(int32, int32, unsafe.Pointer)
	Uniform3iv              func(int32, int32, unsafe.Pointer)
	Uniform4iv              func(int32, int32, unsafe.Pointer)
	UniformMatrix2fv        func(int32, int32, bool, unsafe.Pointer)
	UniformMatrix3fv        func(int32, int32, bool, unsafe.Pointer)
	UniformMatrix4fv        func(int32, int32, bool, unsafe.Pointer)
	GenBuffers              func(int32, unsafe.Pointer)
	BindBuffer              func(uint32, uint32)
	BufferData              func(uint32, int, unsafe.Pointer, uint32)
	DeleteBuffers           func(int32, unsafe.Pointer)
	GenVertexArrays         func(int32, unsafe.Pointer)
	BindVertexArray         func(uint32)
	DeleteVertexArrays      func(int32, unsafe.Pointer)
	EnableVertexAttribArray func(uint32)
	VertexAttribPointer     func(uint32, int32, uint32, bool, int32, uintptr)
	GenTextures             func(int32, unsafe.Pointer)
	BindTexture             func(uint32, uint32)
	ActiveTexture           func(uint32)
	TexImage2D              func(uint32, int32, int32, int32, int32, int32, uint32, uint32, unsafe.Pointer)
	TexParameteri           func(uint32, uint32, int32)
	DeleteTextures          func(int32, unsafe.Pointer)
	GenFramebuffers         func(int32, unsafe.Pointer)
	BindFramebuffer         func(uint32, uint32)
	FramebufferTexture2D    func(uint32, uint32, uint32, uint32, int32)
	DeleteFramebuffers      func(int32, unsafe.Pointer)
	Viewport                func(int32, int32, int32, int32)
	ClearColor              func(float32, float32, float32, float32)
	Clear                   func(uint32)
	DrawArrays              func(uint32, int32, int32)
	ReadPixels              func(int32, int32, int32, int32, uint32, uint32, unsafe.Pointer)
	GetError                func() uint32
}

// A Context is a context of OpenGL. It has a thread of its own, which never ends: drivers crash
// when the thread of a context ends.
type Context struct {
	gl    functions
	fixed *fixedFunctions // nil: the core profile
	jobs  chan func()
}

// Open returns the context of OpenGL 3.3 of the process; OpenCompatibility the one of the compatibility
// profile, which has the fixed functions.
var (
	Open              = sync.OnceValues(func() (*Context, error) { return openProfile(1) })
	OpenCompatibility = sync.OnceValues(func() (*Context, error) { return openProfile(2) })
)

// openProfile makes a context of a profile, and its thread.
func openProfile(profile int32) (c *Context, err error) {
	done := make(chan struct{})
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		c, err = open(profile)
		close(done)
		for job := range jobs {
			job()
		}
	}()
	<-done
	if err == nil {
		c.jobs = jobs
	}
	return c, err
}

// open makes a context for the goroutine's thread.
func open(profile int32) (c *Context, err error) {
	lib, err := purego.Dlopen("libEGL.so.1", purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrNoGL, err)
	}
	for _, name := range []string{"libm.so.6", "libgcc_s.so.1"} {
		purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	}
	defer func() { // purego panics where a symbol is missing
		if e := recover(); e != nil {
			c, err = nil, fmt.Errorf("%w: %v", ErrNoGL, e)
		}
	}()
	var egl struct {
		GetPlatformDisplay func(uint32, uintptr, uintptr) uintptr
		Initialize         func(uintptr, uintptr, uintptr) bool
		BindAPI            func(uint32) bool
		CreateContext      func(uintptr, uintptr, uintptr, unsafe.Pointer) uintptr
		MakeCurrent        func(uintptr, uintptr, uintptr, uintptr) bool
		GetProcAddress     func(string) uintptr
	}
	table := reflect.ValueOf(&egl).Elem()
	for i := range table.NumField() {
		purego.RegisterLibFunc(table.Field(i).Addr().Interface(), lib, "egl"+table.Type().Field(i).Name)
	}
	display := egl.GetPlatformDisplay(platformSurfaceless, 0, 0)
	if display == 0 || !egl.Initialize(display, 0, 0) || !egl.BindAPI(openGLAPI) {
		return nil, ErrNoGL
	}
	attributes := []int32{contextMajor, 3, contextMinor, 3, profileMask, profile, eglNone}
	context := egl.CreateContext(display, 0, 0, unsafe.Pointer(&attributes[0]))
	if context == 0 || !egl.MakeCurrent(display, 0, 0, context) {
		return nil, ErrNoGL
	}
	c = new(Context)
	tables := []any{&c.gl}
	if profile == 2 {
		c.fixed = new(fixedFunctions)
		tables = append(tables, c.fixed)
	}
	for _, t := range tables {
		table := reflect.ValueOf(t).Elem()
		for i := range table.NumField() {
			address := egl.GetProcAddress("gl" + table.Type().Field(i).Name)
			if address == 0 {
				return nil, ErrNoGL
			}
			purego.RegisterFunc(table.Field(i).Addr().Interface(), address)
		}
	}
	return c, nil
}

// A Uniform is the value of a uniform outside any block.
type Uniform struct {
	Name   string
	Type   string    // of Kage: "float", "ivec2", "mat3", "bool"; of an array that of its elements
	Count  int       // elements
	Floats []float32 // components, or
	Ints   []int32   // those of integers and bools
}

// A Texture is an image of RGBA, 8 bits each, whose first row is at the bottom.
type Texture struct {
	Name          string
	Width, Height int
	Pixels        []byte
}

// An Attribute is an input of the vertices: floats, Size for each vertex.
type Attribute struct {
	Name string
	Size int
	Data []float32
}

// A Draw is one draw call of triangles.
type Draw struct {
	Vertex, Fragment string
	Width, Height    int
	Vertices         int
	Attributes       []Attribute
	Uniforms         []Uniform
	Textures         []Texture
	Points           bool   // points, not triangles
	Fixed            *Fixed // state of fixed functions; nil: none
}

func (c *Context) compile(kind uint32, text string) (uint32, error) {
	s := c.gl.CreateShader(kind)
	source := append([]byte(text), 0)
	p := unsafe.Pointer(&source[0])
	c.gl.ShaderSource(s, 1, unsafe.Pointer(&p), nil)
	runtime.KeepAlive(source)
	c.gl.CompileShader(s)
	var ok int32
	if c.gl.GetShaderiv(s, compileStatus, unsafe.Pointer(&ok)); ok == 0 {
		log := make([]byte, 4096)
		c.gl.GetShaderInfoLog(s, int32(len(log)), nil, unsafe.Pointer(&log[0]))
		return 0, fmt.Errorf("compiling: %s\n%s", strings.TrimRight(string(log), "\x00"), text)
	}
	return s, nil
}

// Draw draws onto transparent black and returns the rows of pixels, the bottom one first.
func (c *Context) Draw(d *Draw) (pixels []byte, err error) {
	done := make(chan struct{})
	c.jobs <- func() {
		pixels, err = c.draw(d)
		close(done)
	}
	<-done
	return pixels, err
}

func (c *Context) draw(d *Draw) ([]byte, error) {
	gl := &c.gl
	vs, err := c.compile(vertexShader, d.Vertex)
	if err != nil {
		return nil, err
	}
	defer gl.DeleteShader(vs)
	fs, err := c.compile(fragmentShader, d.Fragment)
	if err != nil {
		return nil, err
	}
	defer gl.DeleteShader(fs)
	program := gl.CreateProgram()
	defer gl.DeleteProgram(program)
	gl.AttachShader(program, vs)
	gl.AttachShader(program, fs)
	gl.LinkProgram(program)
	var ok int32
	if gl.GetProgramiv(program, linkStatus, unsafe.Pointer(&ok)); ok == 0 {
		log := make([]byte, 4096)
		gl.GetProgramInfoLog(program, int32(len(log)), nil, unsafe.Pointer(&log[0]))
		return nil, fmt.Errorf("linking: %s", strings.TrimRight(string(log), "\x00"))
	}
	gl.UseProgram(program)

	names := make([]uint32, len(d.Textures)+1) // the last is the target
	gl.GenTextures(int32(len(names)), unsafe.Pointer(&names[0]))
	defer gl.DeleteTextures(int32(len(names)), unsafe.Pointer(&names[0]))
	upload := func(name uint32, w, h int, pixels []byte) {
		gl.BindTexture(texture2D, name)
		var p unsafe.Pointer
		if pixels != nil {
			p = unsafe.Pointer(&pixels[0])
		}
		gl.TexImage2D(texture2D, 0, rgba8, int32(w), int32(h), 0, rgba, unsignedByte, p)
		gl.TexParameteri(texture2D, minFilter, nearest)
		gl.TexParameteri(texture2D, magFilter, nearest)
	}
	target := names[len(d.Textures)]
	upload(target, d.Width, d.Height, nil)
	for i := range d.Textures {
		t := &d.Textures[i]
		gl.ActiveTexture(texture0 + uint32(i))
		upload(names[i], t.Width, t.Height, t.Pixels)
		unit := int32(i)
		gl.Uniform1iv(gl.GetUniformLocation(program, t.Name), 1, unsafe.Pointer(&unit))
	}
	for i := range d.Uniforms {
		c.uniform(program, &d.Uniforms[i])
	}

	var fb, vao uint32
	gl.GenFramebuffers(1, unsafe.Pointer(&fb))
	defer gl.DeleteFramebuffers(1, unsafe.Pointer(&fb))
	gl.BindFramebuffer(framebuffer, fb)
	gl.FramebufferTexture2D(framebuffer, color0, texture2D, target, 0)
	gl.GenVertexArrays(1, unsafe.Pointer(&vao))
	defer gl.DeleteVertexArrays(1, unsafe.Pointer(&vao))
	gl.BindVertexArray(vao)
	buffers := make([]uint32, max(1, len(d.Attributes)))
	gl.GenBuffers(int32(len(buffers)), unsafe.Pointer(&buffers[0]))
	defer gl.DeleteBuffers(int32(len(buffers)), unsafe.Pointer(&buffers[0]))
	if d.Fixed != nil {
		c.fixed.set(d.Fixed)
		defer c.fixed.restore()
	}
	for i := range d.Attributes {
		a := &d.Attributes[i]
		if d.Fixed != nil && c.fixed.array(gl, a, buffers[i]) {
			continue
		}
		at := gl.GetAttribLocation(program, a.Name)
		if at < 0 {
			continue // unused
		}
		gl.BindBuffer(arrayBuffer, buffers[i])
		gl.BufferData(arrayBuffer, 4*len(a.Data), unsafe.Pointer(&a.Data[0]), streamDraw)
		gl.EnableVertexAttribArray(uint32(at))
		gl.VertexAttribPointer(uint32(at), int32(a.Size), glFloat, false, 0, 0)
	}
	gl.Viewport(0, 0, int32(d.Width), int32(d.Height))
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(colorBit)
	mode := uint32(triangles)
	if d.Points {
		mode = points
	}
	gl.DrawArrays(mode, 0, int32(d.Vertices))
	pixels := make([]byte, 4*d.Width*d.Height)
	gl.ReadPixels(0, 0, int32(d.Width), int32(d.Height), rgba, unsignedByte, unsafe.Pointer(&pixels[0]))
	if e := gl.GetError(); e != 0 {
		return nil, fmt.Errorf("OpenGL error %#x", e)
	}
	return pixels, nil
}

// uniform sets a uniform, if the program has it.
func (c *Context) uniform(program uint32, u *Uniform) {
	gl := &c.gl
	at := gl.GetUniformLocation(program, u.Name)
	if at < 0 || len(u.Floats)+len(u.Ints) == 0 {
		return
	}
	n := int32(u.Count)
	if u.Ints != nil {
		set := map[string]func(int32, int32, unsafe.Pointer){"bool": gl.Uniform1iv, "int": gl.Uniform1iv, "ivec2": gl.Uniform2iv, "ivec3": gl.Uniform3iv, "ivec4": gl.Uniform4iv}
		set[u.Type](at, n, unsafe.Pointer(&u.Ints[0]))
		return
	}
	p := unsafe.Pointer(&u.Floats[0])
	switch u.Type {
	case "mat2":
		gl.UniformMatrix2fv(at, n, false, p)
	case "mat3":
		gl.UniformMatrix3fv(at, n, false, p)
	case "mat4":
		gl.UniformMatrix4fv(at, n, false, p)
	default:
		set := map[string]func(int32, int32, unsafe.Pointer){"float": gl.Uniform1fv, "vec2": gl.Uniform2fv, "vec3": gl.Uniform3fv, "vec4": gl.Uniform4fv}
		set[u.Type](at, n, p)
	}
}
