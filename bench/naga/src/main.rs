//! naga as a process that the benchmark asks for one measurement a line.
//!
//! A request is `TARGET MILLISECONDS PATH`; the answer is `NANOSECONDS BYTES`, the
//! processor time of one translation with validation and the size of its output,
//! or `error MESSAGE`. Of `write-TARGET` that is the time of writing alone. The path's
//! extension says what the file is: `spv`, a stage of GLSL, or else WGSL.

use naga::{back, front, proc, valid};
use std::io::{BufRead, Write};

fn processor_time() -> u64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t) };
    t.tv_sec as u64 * 1_000_000_000 + t.tv_nsec as u64
}

fn main() {
    let stdin = std::io::stdin();
    let mut stdout = std::io::stdout();
    for line in stdin.lock().lines() {
        let line = line.unwrap();
        let mut words = line.splitn(3, ' ');
        let target = words.next().unwrap().to_string();
        let least: u64 = words.next().unwrap().parse().unwrap();
        let source = Source::open(words.next().unwrap());
        let answer = match measure(&source, &target, least * 1_000_000) {
            Ok((time, bytes)) => format!("{time} {bytes}"),
            Err(e) => format!("error {}", e.replace('\n', " ")),
        };
        writeln!(stdout, "{answer}").unwrap();
        stdout.flush().unwrap();
    }
}

/// Translates again and again until the given time is spent.
fn measure(source: &Source, target: &str, least: u64) -> Result<(u64, usize), String> {
    let at_hand;
    let once: Box<dyn Fn() -> Result<usize, String>> = match target.strip_prefix("write-") {
        Some(target) => {
            at_hand = std::panic::catch_unwind(|| read(source)).map_err(|_| "panic".to_string())??;
            Box::new(|| write(&at_hand.0, &at_hand.1, target))
        }
        None => Box::new(|| {
            let (module, info) = read(source)?;
            write(&module, &info, target)
        }),
    };
    let mut bytes = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| once())).map_err(|_| "panic".to_string())??;
    let start = processor_time();
    let mut rounds = 0;
    loop {
        bytes = std::hint::black_box(once()?).max(bytes);
        rounds += 1;
        let spent = processor_time() - start;
        if spent >= least {
            return Ok((spent / rounds, bytes));
        }
    }
}

/// What is read, in the form in which naga takes it.
enum Source {
    Wgsl(String),
    Glsl(naga::ShaderStage, String),
    Spirv(Vec<u8>),
}

impl Source {
    fn open(path: &str) -> Source {
        let glsl = |stage| Source::Glsl(stage, std::fs::read_to_string(path).unwrap());
        match path.rsplit('.').next() {
            Some("vert") => glsl(naga::ShaderStage::Vertex),
            Some("frag") => glsl(naga::ShaderStage::Fragment),
            Some("comp") => glsl(naga::ShaderStage::Compute),
            Some("spv") => Source::Spirv(std::fs::read(path).unwrap()),
            _ => Source::Wgsl(std::fs::read_to_string(path).unwrap()),
        }
    }
}

fn read(source: &Source) -> Result<(naga::Module, valid::ModuleInfo), String> {
    let text = |e: &dyn std::fmt::Display| e.to_string();
    let module = match source {
        Source::Wgsl(s) => front::wgsl::parse_str(s).map_err(|e| text(&e))?,
        Source::Glsl(stage, s) => front::glsl::Frontend::default()
            .parse(&front::glsl::Options::from(*stage), s)
            .map_err(|e| text(&e))?,
        Source::Spirv(s) => front::spv::parse_u8_slice(s, &front::spv::Options::default()).map_err(|e| text(&e))?,
    };
    let info = valid::Validator::new(valid::ValidationFlags::all(), valid::Capabilities::all())
        .validate(&module)
        .map_err(|e| text(&e))?;
    Ok((module, info))
}

fn write(module: &naga::Module, info: &valid::ModuleInfo, target: &str) -> Result<usize, String> {
    let text = |e: &dyn std::fmt::Display| e.to_string();
    Ok(match target {
        "check" => 0,
        "spv" => back::spv::write_vec(module, info, &back::spv::Options::default(), None)
            .map_err(|e| text(&e))?
            .len() * 4,
        "wgsl" => back::wgsl::write_string(module, info, back::wgsl::WriterFlags::empty())
            .map_err(|e| text(&e))?
            .len(),
        "msl" => {
            let options = back::msl::Options { lang_version: (2, 4), fake_missing_bindings: true, ..Default::default() };
            back::msl::write_string(module, info, &options, &back::msl::PipelineOptions { allow_and_force_point_size: false, ..Default::default() })
                .map_err(|e| text(&e))?
                .0
                .len()
        }
        "hlsl" => {
            let options = back::hlsl::Options { shader_model: back::hlsl::ShaderModel::V6_6, fake_missing_bindings: true, ..Default::default() };
            let pipeline = back::hlsl::PipelineOptions::default();
            let mut out = String::new();
            back::hlsl::Writer::new(&mut out, &options, &pipeline)
                .write(module, info, None)
                .map_err(|e| text(&e))?;
            out.len()
        }
        "glsl" => {
            // One text per entry point: the first, as on our side.
            let entry = module.entry_points.first().ok_or("no entry point")?;
            let options = back::glsl::Options { version: back::glsl::Version::Desktop(450), ..Default::default() };
            let pipeline = back::glsl::PipelineOptions { shader_stage: entry.stage, entry_point: entry.name.clone(), multiview: None };
            let mut out = String::new();
            back::glsl::Writer::new(&mut out, module, info, &options, &pipeline, proc::BoundsCheckPolicies::default())
                .map_err(|e| text(&e))?
                .write()
                .map_err(|e| text(&e))?;
            out.len()
        }
        _ => return Err(format!("unknown target {target}")),
    })
}
