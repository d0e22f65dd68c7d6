// Answers requests of the page by the WebAssembly files, off the page's thread.

import { load } from "./refract/index.js";

const loading = load();
loading.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ ready: false, error: String(error) }),
);

addEventListener("message", async ({ data: { id, method, request } }) => {
  try {
    postMessage({ id, method, answer: await (await loading).call(method, request) });
  } catch (error) {
    postMessage({ id, method, answer: { ok: false, diagnostics: [], error: String(error) } });
  }
});
