// Particles that fall, drift with the wind and bounce off a sphere and the
// ground. One invocation moves one particle and draws its own random numbers.

struct Particle {
    position: vec3f,
    age: f32,
    velocity: vec3f,
    seed: u32,
}

struct Simulation {
    gravity: vec3f,
    time_step: f32,
    wind: vec3f,
    drag: f32,
    obstacle: vec4f, // center, radius
    emitter: vec3f,
    lifetime: f32,
    count: u32,
}

@group(0) @binding(0) var<uniform> simulation: Simulation;
@group(0) @binding(1) var<storage, read> previous: array<Particle>;
@group(0) @binding(2) var<storage, read_write> next: array<Particle>;

override bounce: f32 = 0.6;

// A permuted congruential generator: the state moves on, the result is mixed.
fn random(state: ptr<function, u32>) -> f32 {
    let old = *state;
    *state = old * 747796405u + 2891336453u;
    let word = ((old >> ((old >> 28u) + 4u)) ^ old) * 277803737u;
    return f32((word >> 22u) ^ word) * (1.0 / 4294967296.0);
}

fn spawn(seed: u32) -> Particle {
    var state = seed;
    let angle = random(&state) * radians(360.0);
    let spread = sqrt(random(&state)) * 0.5;
    var born: Particle;
    born.position = simulation.emitter;
    born.velocity = vec3f(cos(angle) * spread, 4.0 + random(&state), sin(angle) * spread);
    born.seed = state;
    return born;
}

fn collide(particle: ptr<function, Particle>) {
    let from_center = (*particle).position - simulation.obstacle.xyz;
    let distance = length(from_center);
    if distance < simulation.obstacle.w && distance > 0.0 {
        let normal = from_center / distance;
        (*particle).position = simulation.obstacle.xyz + normal * simulation.obstacle.w;
        (*particle).velocity = reflect((*particle).velocity, normal) * bounce;
    }
    if (*particle).position.y < 0.0 {
        (*particle).position.y = 0.0;
        (*particle).velocity *= vec3f(1.0, -bounce, 1.0);
    }
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    if i >= simulation.count {
        return;
    }
    var particle = previous[i];
    particle.age += simulation.time_step;
    if particle.age > simulation.lifetime {
        particle = spawn(particle.seed);
    } else {
        let relative = simulation.wind - particle.velocity;
        let acceleration = simulation.gravity + relative * length(relative) * simulation.drag;
        particle.velocity += acceleration * simulation.time_step;
        particle.position += particle.velocity * simulation.time_step;
        collide(&particle);
    }
    next[i] = particle;
}
