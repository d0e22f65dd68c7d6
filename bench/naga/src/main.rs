//! naga as a process that the benchmark asks for one measurement a line.
//!
//! A request is `TARGET MILLISECONDS PATH`; the answer is `NANOSECONDS BYTES`, the
//! processor time of one translation with validation and the size of its output,
//! or `error MESSAGE`.

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
        let source = std::fs::read_to_string(words.next().unwrap()).unwrap();
        let answer = match measure(&source, &target, least * 1_000_000) {
            Ok((time, bytes)) => format!("{time} {bytes}"),
            Err(e) => format!("error {}", e.replace('\n', " ")),
        };
        writeln!(stdout, "{answer}").unwrap();
        stdout.flush().unwrap();
    }
}

/// Translates again and again until the given time is spent.
fn measure(source: &str, target: &str, least: u64) -> Result<(u64, usize), String> {
    let mut bytes = std::panic::catch_unwind(|| translate(source, target)).map_err(|_| "panic".to_string())??;
    let start = processor_time();
    let mut rounds = 0;
    loop {
        bytes = std::hint::black_box(translate(source, target)?).max(bytes);
        rounds += 1;
        let spent = processor_time() - start;
        if spent >= least {
            return Ok((spent / rounds, bytes));
        }
    }
}

fn translate(source: &str, target: &str) -> Result<usize, String> {
    let text = |e: &dyn std::fmt::Display| e.to_string();
    let module = front::wgsl::parse_str(source).map_err(|e| text(&e))?;
    let info = valid::Validator::new(valid::ValidationFlags::all(), valid::Capabilities::all())
        .validate(&module)
        .map_err(|e| text(&e))?;
    Ok(match target {
        "check" => 0,
        "spv" => back::spv::write_vec(&module, &info, &back::spv::Options::default(), None)
            .map_err(|e| text(&e))?
            .len() * 4,
        "wgsl" => back::wgsl::write_string(&module, &info, back::wgsl::WriterFlags::empty())
            .map_err(|e| text(&e))?
            .len(),
        "msl" => {
            let options = back::msl::Options { lang_version: (2, 4), fake_missing_bindings: true, ..Default::default() };
            back::msl::write_string(&module, &info, &options, &back::msl::PipelineOptions { allow_and_force_point_size: false, ..Default::default() })
                .map_err(|e| text(&e))?
                .0
                .len()
        }
        "hlsl" => {
            let options = back::hlsl::Options { shader_model: back::hlsl::ShaderModel::V6_6, fake_missing_bindings: true, ..Default::default() };
            let pipeline = back::hlsl::PipelineOptions::default();
            let mut out = String::new();
            back::hlsl::Writer::new(&mut out, &options, &pipeline)
                .write(&module, &info, None)
                .map_err(|e| text(&e))?;
            out.len()
        }
        "glsl" => {
            // One text per entry point: the first, as on our side.
            let entry = module.entry_points.first().ok_or("no entry point")?;
            let options = back::glsl::Options { version: back::glsl::Version::Desktop(450), ..Default::default() };
            let pipeline = back::glsl::PipelineOptions { shader_stage: entry.stage, entry_point: entry.name.clone(), multiview: None };
            let mut out = String::new();
            back::glsl::Writer::new(&mut out, &module, &info, &options, &pipeline, proc::BoundsCheckPolicies::default())
                .map_err(|e| text(&e))?
                .write()
                .map_err(|e| text(&e))?;
            out.len()
        }
        _ => return Err(format!("unknown target {target}")),
    })
}
