#version 300 es
// In the style of path tracers for WebGL 2: trees in textures, samplers in structs.
precision highp float;
precision highp int;
precision highp isampler2D;
precision highp usampler2D;

#define INFINITY 1e20
#define TRI_INTERSECT_EPSILON 1e-5
#define BVH_STACK_DEPTH 32
#define uTexelFetch1D( tex, index ) texelFetch( tex, indexTo2D( tex, index ), 0 ).x
#define texelFetch1D( tex, index ) texelFetch( tex, uIndexTo2D( textureSize( tex, 0 ).x, index ), 0 )
#define IS_LEAF( info ) bool( (info).x & 0xffff0000u )

struct BVH {
	usampler2D index;
	sampler2D position;
	sampler2D bvhBounds;
	usampler2D bvhContents;
};
struct Ray { vec3 origin, direction; };
struct Hit { uvec4 faceIndices; vec3 faceNormal; vec3 barycoord; float side; float dist; };

uniform BVH bvh;
uniform mat4 cameraWorldMatrix;
uniform mat4 invProjectionMatrix;
uniform int samples;
in vec2 vUv;
layout(location = 0) out highp vec4 pc_fragColor;
#define gl_FragColor pc_fragColor

ivec2 uIndexTo2D( int width, uint index ) {
	uint w = uint( width );
	return ivec2( index % w, index / w );
}
uvec4 fetchU( usampler2D tex, uint index ) { return texelFetch1D( tex, index ); }

float intersectsBounds( Ray r, vec3 boundsMin, vec3 boundsMax, out float dist ) {
	vec3 invDir = 1.0 / r.direction;
	vec3 tMinPlane = invDir * ( boundsMin - r.origin );
	vec3 tMaxPlane = invDir * ( boundsMax - r.origin );
	vec3 tMinHit = min( tMaxPlane, tMinPlane );
	vec3 tMaxHit = max( tMaxPlane, tMinPlane );
	vec2 t = max( tMinHit.xx, tMinHit.yz );
	float t0 = max( t.x, t.y );
	t = min( tMaxHit.xx, tMaxHit.yz );
	float t1 = min( t.x, t.y );
	dist = max( t0, 0.0 );
	return t1 >= dist ? dist : INFINITY;
}

bool intersectsTriangle( Ray ray, vec3 a, vec3 b, vec3 c, out vec3 barycoord, out vec3 norm, out float dist, out float side ) {
	vec3 edge1 = b - a, edge2 = c - a;
	norm = cross( edge1, edge2 );
	float det = - dot( ray.direction, norm );
	float invdet = 1.0 / det;
	vec3 AO = ray.origin - a;
	vec3 DAO = cross( AO, ray.direction );
	vec4 uvt;
	uvt.x = dot( edge2, DAO ) * invdet;
	uvt.y = - dot( edge1, DAO ) * invdet;
	uvt.z = dot( AO, norm ) * invdet;
	uvt.w = 1.0 - uvt.x - uvt.y;
	barycoord = uvt.wxy;
	dist = uvt.z;
	side = sign( det );
	norm = side * normalize( norm );
	uvt += vec4( TRI_INTERSECT_EPSILON );
	return all( greaterThanEqual( uvt, vec4( 0.0 ) ) );
}

bool intersectTriangles( BVH bvh, Ray ray, uint offset, uint count, inout float minDistance, inout Hit hit ) {
	bool found = false;
	vec3 barycoord, norm;
	float dist, side;
	for ( uint i = offset, l = offset + count; i < l; i ++ ) {
		uvec3 indices = fetchU( bvh.index, i ).xyz;
		vec3 a = texelFetch1D( bvh.position, indices.x ).rgb;
		vec3 b = texelFetch1D( bvh.position, indices.y ).rgb;
		vec3 c = texelFetch1D( bvh.position, indices.z ).rgb;
		if ( intersectsTriangle( ray, a, b, c, barycoord, norm, dist, side ) && dist < minDistance ) {
			found = true;
			minDistance = dist;
			hit = Hit( uvec4( indices, i ), norm, barycoord, side, dist );
		}
	}
	return found;
}

bool bvhIntersectFirstHit( BVH bvh, Ray ray, inout Hit hit ) {
	int ptr = 0;
	uint stack[ BVH_STACK_DEPTH ];
	stack[ 0 ] = 0u;
	float triangleDistance = INFINITY;
	bool found = false;
	while ( - 1 < ptr && ptr < BVH_STACK_DEPTH ) {
		uint currNodeIndex = stack[ ptr -- ];
		uvec2 boundsInfo = fetchU( bvh.bvhContents, currNodeIndex ).xy;
		if ( IS_LEAF( boundsInfo ) ) {
			found = intersectTriangles( bvh, ray, boundsInfo.y, boundsInfo.x & 0x0000ffffu, triangleDistance, hit ) || found;
			continue;
		}
		uint leftIndex = currNodeIndex + 1u, splitAxis = boundsInfo.x & 0x0000ffffu, rightIndex = boundsInfo.y;
		bool leftToRight = ray.direction[ splitAxis ] >= 0.0;
		uint c1 = leftToRight ? leftIndex : rightIndex;
		uint c2 = leftToRight ? rightIndex : leftIndex;
		for ( uint k = 0u; k < 2u; k ++ ) {
			uint at = k == 0u ? c2 : c1;
			float dist;
			if ( intersectsBounds( ray, texelFetch1D( bvh.bvhBounds, at * 2u ).xyz, texelFetch1D( bvh.bvhBounds, at * 2u + 1u ).xyz, dist ) < triangleDistance )
				stack[ ++ ptr ] = at;
		}
	}
	return found;
}

uvec4 s0;
void rng_initialize( vec2 p, int frame ) { s0 = uvec4( p, uint( frame ), uint( p.x ) + uint( p.y ) ); }
void pcg4d( inout uvec4 v ) {
	v = v * 1664525u + 1013904223u;
	v.x += v.y * v.w; v.y += v.z * v.x; v.z += v.x * v.y; v.w += v.y * v.z;
	v = v ^ ( v >> 16u );
	v.x += v.y * v.w; v.y += v.z * v.x; v.z += v.x * v.y; v.w += v.y * v.z;
}
float rand() { pcg4d( s0 ); return float( s0.x ) / float( 0xffffffffu ); }
vec2 rand2() { pcg4d( s0 ); return vec2( s0.xy ) / float( 0xffffffffu ); }

void ndcToCameraRay( vec2 coord, mat4 cameraWorld, mat4 invProjection, out vec3 rayOrigin, out vec3 rayDirection ) {
	vec4 near = invProjection * vec4( coord, - 1.0, 1.0 ), far = invProjection * vec4( coord, 1.0, 1.0 );
	rayOrigin = ( cameraWorld * vec4( near.xyz / near.w, 1.0 ) ).xyz;
	rayDirection = normalize( mat3( cameraWorld ) * ( far.xyz / far.w ) );
}

void main() {
	rng_initialize( gl_FragCoord.xy, samples );
	Ray ray;
	ndcToCameraRay( 2.0 * ( vUv + ( rand2() - 0.5 ) * 0.001 ) - vec2( 1 ), cameraWorldMatrix, invProjectionMatrix, ray.origin, ray.direction );
	vec3 throughput = vec3( 1 ), light = vec3( 0.0 );
	Hit hit;
	hit.dist = 0.0;
	for ( int bounce = 0; bounce < 3; bounce ++ ) {
		if ( ! bvhIntersectFirstHit( bvh, ray, hit ) ) {
			light += throughput * mix( vec3( 1.0 ), vec3( 0.5, 0.7, 1.0 ), ray.direction.y * 0.5 + 0.5 );
			break;
		}
		float z = rand() * 2.0 - 1.0, phi = rand() * 6.2831853;
		throughput *= 0.8 * abs( hit.faceNormal.zxy );
		ray = Ray( ray.origin + ray.direction * hit.dist + hit.faceNormal * 1e-4, normalize( hit.faceNormal + vec3( sqrt( max( 0.0, 1.0 - z * z ) ) * vec2( cos( phi ), sin( phi ) ), z ) ) );
	}
	gl_FragColor.rgb = light;
	gl_FragColor.a = 1.0 / float( samples + 1 );
}
