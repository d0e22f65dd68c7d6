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
    obstacle: vec4f,
    emitter: vec3f,
    lifetime: f32,
    count: u32,
}

struct Particle_1 {
    position: vec3f,
    age: f32,
    velocity: vec3f,
    seed: u32,
}

@id(0) override bounce: f32 = 0.6;

@group(0) @binding(0) var<uniform> simulation: Simulation;
@group(0) @binding(1) var<storage, read> previous: array<Particle_1>;
@group(0) @binding(2) var<storage, read_write> next: array<Particle_1>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    var particle: Particle;
    if id.x >= simulation.count {
        return;
    }
    let t = previous[min(id.x, arrayLength(&previous) - 1u)];
    particle = Particle(t.position, t.age, t.velocity, t.seed);
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
    let t_1 = particle;
    next[min(id.x, arrayLength(&next) - 1u)] = Particle_1(t_1.position, t_1.age, t_1.velocity, t_1.seed);
}

fn spawn(seed: u32) -> Particle {
    var state: u32;
    state = seed;
    let angle = random(&state) * 6.2831855;
    let spread = sqrt(random(&state)) * 0.5;
    return Particle(simulation.emitter, 0.0, vec3f(cos(angle) * spread, 4.0 + random(&state), sin(angle) * spread), state);
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

fn random(state: ptr<function, u32>) -> f32 {
    let old = *state;
    *state = old * 747796405u + 2891336453u;
    let word = ((old >> (((old >> 28u) + 4u) & 31u)) ^ old) * 277803737u;
    return f32((word >> 22u) ^ word) * 2.3283064e-10;
}
