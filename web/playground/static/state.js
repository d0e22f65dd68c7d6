// What the page keeps for the next time, and what links hold: a shader and how it is shown.

const key = "refract-playground";

// keep stores a state in the browser.
export function keep(state) {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // no storage, or no room: nothing is kept
  }
}

// kept is the state that was stored last; undefined: none.
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// toAddress is the fragment of an address that holds a state: its JSON, compressed, in base64 for URLs.
export async function toAddress(state) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(state)));
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return "#s=" + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// fromAddress is the state that the page's address holds; undefined: none.
export async function fromAddress() {
  const text = /^#s=([\w-]+)$/.exec(location.hash)?.[1];
  if (!text) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
    return state && typeof state === "object" ? state : undefined;
  } catch {
    return undefined;
  }
}
