struct Particle {
    float3 position;
    float age;
    float3 velocity;
    uint seed;
};

struct Simulation {
    float3 gravity;
    float time_step;
    float3 wind;
    float drag;
    float4 obstacle;
    float3 emitter;
    float lifetime;
    uint count;
};

cbuffer simulation : register(b0) {
    Simulation simulation;
}

ByteAddressBuffer previous : register(t1);
RWByteAddressBuffer next : register(u2);

Particle load_Particle(ByteAddressBuffer buffer, uint offset) {
    Particle value;
    value.position = buffer.Load<float3>(offset);
    value.age = buffer.Load<float>(offset + 12u);
    value.velocity = buffer.Load<float3>(offset + 16u);
    value.seed = buffer.Load(offset + 28u);
    return value;
}

void store_Particle(RWByteAddressBuffer buffer, uint offset, Particle value) {
    buffer.Store<float3>(offset, value.position);
    buffer.Store<float>(offset + 12u, value.age);
    buffer.Store<float3>(offset + 16u, value.velocity);
    buffer.Store(offset + 28u, value.seed);
}

float random(inout uint state) {
    uint old = state;
    state = old * 747796405u + 2891336453u;
    uint word = ((old >> (((old >> 28u) + 4u) & 31u)) ^ old) * 277803737u;
    return float((word >> 22u) ^ word) * 2.3283064e-10;
}

Particle spawn(uint seed) {
    uint state = seed;
    float angle = random(state) * 6.2831855;
    float spread = sqrt(random(state)) * 0.5;
    Particle born = (Particle)0;
    born.position = simulation.emitter;
    born.velocity = float3(cos(angle) * spread, 4.0 + random(state), sin(angle) * spread);
    born.seed = state;
    return born;
}

void collide(inout Particle particle) {
    float3 from_center = particle.position - simulation.obstacle.xyz;
    float distance = length(from_center);
    if (distance < simulation.obstacle.w && distance > 0.0) {
        float3 normal = from_center / distance;
        particle.position = simulation.obstacle.xyz + normal * simulation.obstacle.w;
        particle.velocity = reflect(particle.velocity, normal) * 0.6;
    }
    if (particle.position.y < 0.0) {
        particle.position.y = 0.0;
        particle.velocity *= float3(1.0, -0.6, 1.0);
    }
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint i = id.x;
    if (i >= simulation.count) {
        return;
    }
    Particle particle = load_Particle(previous, i * 32u);
    particle.age += simulation.time_step;
    if (particle.age > simulation.lifetime) {
        particle = spawn(particle.seed);
    } else {
        float3 relative = simulation.wind - particle.velocity;
        float3 acceleration = simulation.gravity + relative * length(relative) * simulation.drag;
        particle.velocity += acceleration * simulation.time_step;
        particle.position += particle.velocity * simulation.time_step;
        collide(particle);
    }
    store_Particle(next, i * 32u, particle);
}
