#include <metal_stdlib>
#include <simd/simd.h>

using namespace metal;

constant float bounce_constant [[function_constant(0)]];
constant float bounce = is_function_constant_defined(bounce_constant) ? bounce_constant : 0.6;

struct Simulation {
    packed_float3 gravity;
    float time_step;
    packed_float3 wind;
    float drag;
    float4 obstacle;
    packed_float3 emitter;
    float lifetime;
    uint count;
};

struct Particle {
    packed_float3 position;
    float age;
    packed_float3 velocity;
    uint seed;
};

// Sizes in bytes, set by the host.
struct BufferSizes {
    uint previous;
    uint next;
};

float random(thread uint& state) {
    uint old = state;
    state = old * 747796405u + 2891336453u;
    uint word = ((old >> (((old >> 28u) + 4u) & 31u)) ^ old) * 277803737u;
    return float((word >> 22u) ^ word) * 2.3283064e-10;
}

Particle spawn(uint seed, constant Simulation& simulation) {
    uint state = seed;
    float angle = random(state) * 6.2831855;
    float spread = sqrt(random(state)) * 0.5;
    Particle born = {};
    born.position = float3(simulation.emitter);
    born.velocity = float3(cos(angle) * spread, 4.0 + random(state), sin(angle) * spread);
    born.seed = state;
    return born;
}

void collide(thread Particle& particle, constant Simulation& simulation) {
    float3 from_center = float3(particle.position) - simulation.obstacle.xyz;
    float distance = length(from_center);
    if (distance < simulation.obstacle.w && distance > 0.0) {
        float3 normal = from_center / distance;
        particle.position = simulation.obstacle.xyz + normal * simulation.obstacle.w;
        particle.velocity = reflect(float3(particle.velocity), normal) * bounce;
    }
    if (particle.position[1] < 0.0) {
        particle.position[1] = 0.0;
        particle.velocity *= float3(1.0, -bounce, 1.0);
    }
}

kernel void main_(
    uint3 id [[thread_position_in_grid]],
    constant Simulation& simulation [[buffer(0)]],
    device const Particle* previous [[buffer(1)]],
    device Particle* next [[buffer(2)]],
    constant BufferSizes& buffer_sizes [[buffer(3)]]
) {
    uint i = id.x;
    if (i >= simulation.count) {
        return;
    }
    Particle particle = previous[min(i, buffer_sizes.previous / 32u - 1u)];
    particle.age += simulation.time_step;
    if (particle.age > simulation.lifetime) {
        particle = spawn(particle.seed, simulation);
    } else {
        float3 relative = float3(simulation.wind) - float3(particle.velocity);
        float3 acceleration = float3(simulation.gravity) + relative * length(relative) * simulation.drag;
        particle.velocity += acceleration * simulation.time_step;
        particle.position += float3(particle.velocity) * simulation.time_step;
        collide(particle, simulation);
    }
    next[min(i, buffer_sizes.next / 32u - 1u)] = particle;
}
