// How the page asks: a worker with the WebAssembly files, or the server where that
// answers itself.

function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8ClampedArray(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

// overHTTP asks the server, which gives up what nobody waits for.
function overHTTP() {
  let giveUp = new AbortController();
  const ask = async (method, request) => {
    const { signal } = giveUp;
    try {
      const response = await fetch(`api/${method}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal });
      if (!response.ok) throw new Error(await response.text());
      const answer = await response.json();
      for (const out of answer.outputs ?? []) if (out.bytes) out.bytes = bytesOf(out.bytes);
      for (const r of answer.resources ?? []) if (r.pixels) r.pixels = bytesOf(r.pixels);
      if (answer.pixels) answer.pixels = bytesOf(answer.pixels);
      return answer;
    } catch (error) {
      return { ok: false, diagnostics: [], error: signal.aborted ? "stopped" : String(error) };
    }
  };
  ask.stop = () => {
    giveUp.abort();
    giveUp = new AbortController();
  };
  ask.full = true;
  return ask;
}

// Methods that load the file with everything, full.wasm.
const loads = new Set(["steps", "run", "draw", "complete", "hover"]);


// inWorker asks a worker. stop ends one that takes too long, and begins another.
function inWorker(onReady) {
  let worker, next = 0;
  const waiting = new Map();
  const begin = () => {
    worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      if ("ready" in data) return onReady(data.ready, data.error);
      waiting.get(data.id)?.(data.answer);
      if (loads.has(data.method) && data.answer.ok) ask.full = true;
      waiting.delete(data.id);
    };
    worker.onerror = (e) => onReady(false, e.message);
  };
  const ask = (method, request) =>
    new Promise((resolve) => {
      waiting.set(++next, resolve);
      worker.postMessage({ id: next, method, request });
    });
  begin();
  ask.stop = () => {
    worker.terminate();
    for (const resolve of waiting.values()) resolve({ ok: false, diagnostics: [], error: "stopped" });
    waiting.clear();
    ask.full = false;
    begin();
  };
  ask.full = false;
  return ask;
}

// connect returns the function that asks. Its stop ends what is under way, whose answers
// have the error "stopped"; full tells whether the methods of the optimizer, the engines and the
// language server answer without another file to load.
export async function connect(onReady) {
  const { native } = await (await fetch("config.json")).json();
  if (!native) return inWorker(onReady);
  onReady(true);
  return overHTTP();
}
