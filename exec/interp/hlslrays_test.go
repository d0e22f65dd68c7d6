package interp_test

// Tests of a library in HLSL, whose entry points make pipelines.

import (
	"context"
	"math"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/ir/validate"
)

const rayLibrary = `
struct [raypayload] Payload {
	float4 color : read(caller, closesthit, anyhit, miss) : write(caller, closesthit, anyhit, miss);
	bool touched : read(caller) : write(caller, anyhit);
};
struct Attributes { float3 place; };
struct Data { float2 pair; };
RaytracingAccelerationStructure scene : register(t0);
RWStructuredBuffer<float> results : register(u1);
cbuffer Case : register(b2) { float3 origin; uint flags; uint which; };

uint index() { return DispatchRaysIndex().x + DispatchRaysDimensions().x * DispatchRaysIndex().y; }

[shader("raygeneration")]
void generation() {
	RayDesc ray = { origin, 0.5, float3(0, 0, 1), 100 };
	Payload p = { float4(-5, -5, -5, -5), false };
	TraceRay(scene, flags, 0xFF, 0, 0, 0, ray, p);
	for (uint k = 0; k < 4; k++)
		results[4 * index() + k] = p.color[k] + (p.touched ? 1000 : 0);
}

[shader("raygeneration")]
void calls() {
	Data d;
	d.pair = float2(2, 3);
	CallShader(0, d);
	results[0] = d.pair.x;
	results[1] = d.pair.y;
	CallShader(5, d);
	results[2] = d.pair.x;
	results[3] = 1;
}

[shader("miss")]
void missed(inout Payload p) { p.color += float4(RayTCurrent(), RayTMin(), WorldRayDirection().z, 1); }

void shade(inout Payload p, float4 c) { p.color = c; }

[shader("closesthit")]
void closest(inout Payload p, in BuiltInTriangleIntersectionAttributes a) {
	shade(p, float4(RayTCurrent(), InstanceID() + GeometryIndex(), a.barycentrics));
}

[shader("closesthit")]
void kept(inout Payload p, in BuiltInTriangleIntersectionAttributes a) { p.color.x += 1; }

void ignore(inout Payload p, uint k) {
	p.touched = true;
	if (k == 1)
		IgnoreHit();
}

[shader("anyhit")]
void ignores(inout Payload p, in BuiltInTriangleIntersectionAttributes a) {
	p.color.w = 8;
	ignore(p, GeometryIndex());
}

void end(uint k, inout Payload p) {
	p.color.z += k;
	AcceptHitAndEndSearch();
}

[shader("anyhit")]
void ends(inout Payload p, in BuiltInTriangleIntersectionAttributes a) {
	p.color.y += 1;
	end(3, p);
	p.color = 100;
}

[shader("closesthit")]
void box(inout Payload p, in Attributes a) {
	p.color = float4(RayTCurrent(), HitKind(), a.place.x, mul(ObjectToWorld3x4(), float4(0, 0, 0, 1)).x + ObjectToWorld4x3()[3].x - WorldToObject3x4()[0][3] + ObjectRayOrigin().x - 2 * 8);
}

[shader("intersection")]
void boxes() {
	Attributes a = { float3(4, 5, 6) };
	if (ReportHit(5.0, 7, a)) {
		a.place.x = 11;
		if (ReportHit(4.5, 9, a))
			a.place.x = 12;
	}
	ReportHit(6.0, 1, a);
}

[shader("closesthit")]
void nested(inout Payload p, in BuiltInTriangleIntersectionAttributes a) {
	float t = RayTCurrent();
	Payload other = (Payload)0;
	RayDesc ray;
	if (t < 4) {
		ray.Origin = float3(0, 0.5, 4); ray.TMin = 0.1; ray.Direction = float3(0, 0, 1); ray.TMax = 50;
		TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 0, 0, ray, other);
		p.color = other.color + float4(0, t, 0, 0);
	} else {
		ray.Origin = 0; ray.TMin = 0.25; ray.Direction = float3(0, 0, 2); ray.TMax = 20;
		TraceRay(scene, RAY_FLAG_NONE, 0, 0, 0, 0, ray, other);
		p.color = other.color * 2;
	}
}

[shader("callable")]
void doubles(inout Data d) { d.pair = d.pair.yx * 2; }
`

// TestRayLibrary runs pipelines of entry points of one library.
func TestRayLibrary(t *testing.T) {
	v, err := refract.Check(context.Background(), "rays.hlsl", []byte(rayLibrary), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(v.Module.EntryPoints); n != 11 {
		t.Fatalf("there are %d entry points", n)
	}
	program, err := interp.Engine{}.Load(v.Module, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if sweep.On() { // authors write such libraries for DXC
		for _, x := range harness.Oracle(t, "hlsl", []map[string]any{{"name": "rays", "source": rayLibrary, "entry": "", "profile": "lib_6_7", "args": []string{}}}) {
			if !x.OK {
				t.Error(x.Text())
			}
		}
	}
	shader := func(name string) exec.RayShader {
		if name == "" {
			return exec.RayShader{}
		}
		return exec.RayShader{Program: program, Entry: name}
	}
	float := func(f float32) (b []byte) {
		u := math.Float32bits(f)
		return []byte{byte(u), byte(u >> 8), byte(u >> 16), byte(u >> 24)}
	}
	for _, c := range []struct {
		name                                   string
		generation, closest, any, intersection string
		x, y                                   float32
		flags                                  byte
		want                                   []float32
	}{
		{"closest", "generation", "closest", "", "", 0, 0.5, 0, []float32{3, 78, 1. / 3, 0.5}},
		{"miss", "generation", "closest", "", "", 5, 0.5, 0, []float32{95, -4.5, -4, -4}},
		{"skipped", "generation", "closest", "", "", 0, 0.5, 8, []float32{-5, -5, -5, -5}},
		{"ignored", "generation", "closest", "ignores", "", 0, 0.5, 0, []float32{1009, 1077, 1000 + 1./3, 1000.5}},
		{"ended", "generation", "kept", "ends", "", 0, 0.5, 0, []float32{-4, -4, -2, -5}},
		{"opaque", "generation", "closest", "ignores", "", 0, 0.5, 1, []float32{3, 78, 1. / 3, 0.5}},
		{"box", "generation", "box", "", "boxes", 12, 0, 0, []float32{4.5, 9, 11}},
		{"nested", "generation", "nested", "", "", 0, 0.5, 0, []float32{40, 0.5 + 3, 4, 2}},
		{"callable", "calls", "", "", "", 0, 0, 0, []float32{6, 4, 6, 1}},
	} {
		p := &exec.RayPipeline{Generation: shader(c.generation), Miss: []exec.RayShader{shader("missed")}, Callable: []exec.RayShader{shader("doubles")},
			Hit: []exec.HitGroup{0: {}, 5: {ClosestHit: shader(c.closest), AnyHit: shader(c.any)}, 6: {ClosestHit: shader(c.closest), AnyHit: shader(c.any), Intersection: shader(c.intersection)}}}
		var r exec.Resources
		out := exec.NewBuffer(4 * 16)
		data := append(append(append(append(float(c.x), float(c.y)...), 0, 0, 0, 0), c.flags, 0, 0, 0), make([]byte, 16)...)
		r.Bind(0, 0, rayScene(t))
		r.Bind(0, 1, out)
		r.Bind(0, 2, &exec.Buffer{Data: data})
		if _, err := program.(exec.RayTracer).TraceRays(context.Background(), p, [3]uint32{2, 2, 1}, &r, exec.RunOptions{}); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for k, want := range c.want {
			if got := math.Float32frombits(words(out)[k]); math.Abs(float64(got-want)) > 1e-4 {
				t.Errorf("%s: result %d is %v, not %v", c.name, k, got, want)
			}
		}
	}
}

// TestQueriesOfHLSL reads the ray of a ray query, in world space and in the space of the object.
func TestQueriesOfHLSL(t *testing.T) {
	const source = `
RaytracingAccelerationStructure scene : register(t0);
RWStructuredBuffer<float> results : register(u1);
[numthreads(1, 1, 1)]
void main() {
	RayQuery<RAY_FLAG_FORCE_OPAQUE> q;
	RayDesc r = { float3(0, 0.5, 0), 0.5, float3(0, 0, 1), 100 };
	q.TraceRayInline(scene, RAY_FLAG_NONE, 0xFF, r);
	while (q.Proceed()) { }
	results[0] = q.WorldRayOrigin().y;
	results[1] = q.WorldRayDirection().z;
	results[2] = q.RayTMin();
	results[3] = q.RayFlags();
	results[4] = q.CommittedStatus() == COMMITTED_TRIANGLE_HIT;
	results[5] = distance(q.CommittedObjectRayOrigin(), mul(q.CommittedWorldToObject3x4(), float4(r.Origin, 1)));
	results[6] = distance(q.CommittedObjectRayDirection(), mul(q.CommittedWorldToObject3x4(), float4(r.Direction, 0)));
	results[7] = distance(mul(q.CommittedObjectToWorld3x4(), float4(q.CommittedObjectRayOrigin(), 1)), r.Origin);
}
`
	v, err := refract.Check(context.Background(), "query.hlsl", []byte(source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatal(err)
	}
	program, err := interp.Engine{}.Load(v.Module, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var r exec.Resources
	out := exec.NewBuffer(4 * 8)
	r.Bind(0, 0, rayScene(t))
	r.Bind(0, 1, out)
	if _, err := program.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	for k, want := range []float32{0.5, 1, 0.5, 1, 1, 0, 0, 0} {
		if got := math.Float32frombits(words(out)[k]); math.Abs(float64(got-want)) > 1e-5 {
			t.Errorf("result %d is %v, not %v", k, got, want)
		}
	}
}

// queryPlaces has ray queries in arrays, structs, static variables and parameters.
const queryPlaces = `
RaytracingAccelerationStructure scene : register(t0);
RWStructuredBuffer<float> results : register(u1);
typedef RayQuery<RAY_FLAG_FORCE_OPAQUE> Query;
struct Kept {
	int before; Query q; float2 after;
	void go(RayDesc r) { before += 1; q.TraceRayInline(scene, 0, 0xFF, r); while (q.Proceed()) { } }
	float distance() { return q.CommittedRayT() + before; }
};
struct Many { Kept list[3]; float sum; };
static Query common;
static Query sharedList[3];
static Kept sharedKept;
RayDesc ray(float x) { RayDesc r = { float3(x, 0.5, 0), 0.5, float3(0, 0, 1), 100 }; return r; }
void trace(Query q, float x) { q.TraceRayInline(scene, 0, 0xFF, ray(x)); while (q.Proceed()) { } }
void traceAll(inout Query list[3]) { for (uint k = 0; k < 3; k++) trace(list[k], 0.01 * k); }
float origin(Query q) { return q.WorldRayOrigin().x + q.RayTMin() * (q.CommittedStatus() == COMMITTED_TRIANGLE_HIT); }
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
	Query local[4], table[2][3];
	trace(local[i], 0.25 * i - 0.5);
	trace(local[3 - i], 0);
	trace(local[i], 0.25 * i - 0.5);
	trace(table[i & 1][i >> 1], 0.125);
	trace(table[1][2], 0.25);
	traceAll(table[0]);
	Kept one; one.before = 3; one.go(ray(0.25));
	Many many; many.sum = 0;
	for (uint k = 0; k < 3; k++) { many.list[k].before = 10 * k; many.list[k].go(ray(0)); many.sum += many.list[k].distance(); }
	sharedKept.before = 5;
	sharedKept.go(ray(0.5));
	static Query inside[2];
	trace(inside[i & 1], 0.125);
	trace(common, 0.375);
	traceAll(sharedList);
	float list[8] = { origin(local[i]), origin(table[0][2]) + origin(table[1][2]), one.distance(), many.sum,
		sharedKept.distance() + sharedKept.q.WorldRayOrigin().x, origin(inside[i & 1]), origin(common), origin(sharedList[2]) };
	for (uint n = 0; n < 8; n++) results[8 * i + n] = list[n];
}
`

// TestQueryPlaces runs HLSL with ray queries that are no local variables of their own.
func TestQueryPlaces(t *testing.T) {
	v, err := refract.Check(context.Background(), "query.hlsl", []byte(queryPlaces), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatal(err)
	}
	for level := range 3 {
		o, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
			program, err := e.Load(o.Module, exec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var r exec.Resources
			out := exec.NewBuffer(4 * 32)
			r.Bind(0, 0, rayScene(t))
			r.Bind(0, 1, out)
			if _, err := program.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
				t.Fatal(err)
			}
			hit := math.Float32frombits(words(out)[2]) - 4 // the distance of the triangle
			for i := range 4 {
				x := float32(i)*0.25 - 0.5
				for k, want := range []float32{x + 0.5, 0.02 + 0.5 + 0.25 + 0.5, hit + 4, 3*hit + 33, hit + 6.5, 0.625, 0.875, 0.52} {
					if got := math.Float32frombits(words(out)[8*i+k]); math.Abs(float64(got-want)) > 1e-5 {
						t.Errorf("%s, -O%d, invocation %d, result %d: %v, not %v", e.Name(), level, i, k, got, want)
					}
				}
			}
		}
	}
}
