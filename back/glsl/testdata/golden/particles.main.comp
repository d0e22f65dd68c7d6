#version 450

layout(local_size_x = 64) in;

struct Particle {
    vec3 position;
    float age;
    vec3 velocity;
    uint seed;
};

layout(std140, binding = 0) uniform Simulation {
    vec3 gravity;
    float time_step;
    vec3 wind;
    float drag;
    vec4 obstacle;
    vec3 emitter;
    float lifetime;
    uint count;
} simulation;

layout(std430, binding = 0) readonly buffer Previous {
    Particle previous[];
};

layout(std430, binding = 1) buffer Next {
    Particle next[];
};

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
    Particle born = Particle(vec3(0.0), 0.0, vec3(0.0), 0u);
    born.position = simulation.emitter;
    born.velocity = vec3(cos(angle) * spread, 4.0 + random(state), sin(angle) * spread);
    born.seed = state;
    return born;
}

void collide(inout Particle particle) {
    vec3 from_center = particle.position - simulation.obstacle.xyz;
    float distance = length(from_center);
    if (distance < simulation.obstacle.w && distance > 0.0) {
        vec3 normal = from_center / distance;
        particle.position = simulation.obstacle.xyz + normal * simulation.obstacle.w;
        particle.velocity = reflect(particle.velocity, normal) * 0.6;
    }
    if (particle.position.y < 0.0) {
        particle.position.y = 0.0;
        particle.velocity *= vec3(1.0, -0.6, 1.0);
    }
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= simulation.count) {
        return;
    }
    Particle particle = previous[min(i, uint(previous.length()) - 1u)];
    particle.age += simulation.time_step;
    if (particle.age > simulation.lifetime) {
        particle = spawn(particle.seed);
    } else {
        vec3 relative = simulation.wind - particle.velocity;
        vec3 acceleration = simulation.gravity + relative * length(relative) * simulation.drag;
        particle.velocity += acceleration * simulation.time_step;
        particle.position += particle.velocity * simulation.time_step;
        collide(particle);
    }
    next[min(i, uint(next.length()) - 1u)] = particle;
}
