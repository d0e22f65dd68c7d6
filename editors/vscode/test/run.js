// The extension, with the client library that it is packed with, on a stand-in for the editor
// and a real 'refract lsp': node test/run.js REFRACT, in a folder where 'npm install' has run.
const assert = require('assert');
const fs = require('fs');
const Module = require('module');
const os = require('os');
const path = require('path');

const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  return name === 'vscode' ? path.join(__dirname, 'vscode.js') : resolve.call(this, name, ...rest);
};
const vscode = require('vscode');
const extension = require('../extension.js');
const { settings, open, change, provider, diagnostics, messages } = vscode.test;
const token = new vscode.CancellationTokenSource().token;

async function main() {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '..', 'package.json'), 'utf8'));
  for (const [name, p] of Object.entries(manifest.contributes.configuration.properties)) settings[name.slice('refract.'.length)] = p.default;

  // Without the program the user is told what to do.
  settings.path = path.join(os.tmpdir(), 'there-is-no-refract');
  await extension.activate();
  await extension.deactivate();
  assert(messages.some((m) => /there-is-no-refract/.test(m) && /refract\.path/.test(m)), `told: ${messages}`);
  console.log('ok without refract');

  settings.path = process.argv[2];
  await extension.activate();
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'refract é '));
  for (const [name, language, source, wrong, right] of [
    ['wave.wgsl', 'wgsl', '// 🎨\nfn twice(x: f32) -> f32 { return 2 * x; }\nfn f() -> f32 { let a = twice(2.5); return a; }\n', 'twise(2.5)', 'twice(2.5)'],
    ['wave.frag', 'glsl', '#version 450\nlayout(location = 0) out vec4 c;\nfloat twice(float x) { return 2.0 * x; }\nvoid main() { float a = twice(2.5); c = vec4(a); }\n', 'twise(2.5)', 'twice(2.5)'],
  ]) {
    const document = open(path.join(dir, name), language, source);
    await diagnostics(document, (list) => list.length === 0);
    const call = document.text.indexOf('twice(2.5)');
    change(document, call, call + right.length, wrong);
    const list = await diagnostics(document, (found) => found.some((d) => /twise/.test(d.message)));
    assert.strictEqual(list[0].severity, vscode.DiagnosticSeverity.Error);
    assert.strictEqual(document.offsetAt(list[0].range.start), call);
    console.log(`ok diagnostics of ${name}`);

    const fixes = await provider('CodeActions', document).provideCodeActions(document, list[0].range, { diagnostics: list, triggerKind: 1 }, token);
    const fix = fixes.find((a) => a.edit);
    assert(fix, `fixes: ${JSON.stringify(fixes)}`);
    const [, edits] = fix.edit.entries()[0];
    change(document, document.offsetAt(edits[0].range.start), document.offsetAt(edits[0].range.end), edits[0].newText);
    assert.strictEqual(document.text, source);
    await diagnostics(document, (found) => found.length === 0);
    console.log(`ok a fix in ${name}`);

    const at = document.positionOf('twice(2.5)', 2);
    const hover = await provider('Hover', document).provideHover(document, at, token);
    assert(/twice/.test(JSON.stringify(hover.contents)), JSON.stringify(hover));
    const definition = await provider('Definition', document).provideDefinition(document, at, token);
    assert.strictEqual([].concat(definition)[0].range.start.line, document.positionOf('twice(').line);
    const references = await provider('Reference', document).provideReferences(document, at, { includeDeclaration: true }, token);
    assert.strictEqual(references.length, 2);
    const edit = await provider('Rename', document).provideRenameEdits(document, at, 'double2', token);
    assert.strictEqual(edit.entries()[0][1].length, 2);
    const refused = await provider('Rename', document).provideRenameEdits(document, at, '2x', token).then(() => undefined, (e) => e);
    assert(refused, 'a name that is none is taken');
    const items = await provider('CompletionItem', document).provideCompletionItems(document, at, token, { triggerKind: 0 });
    assert((items.items || items).some((i) => (i.label.label || i.label) === 'twice'));
    const help = await provider('SignatureHelp', document).provideSignatureHelp(document, document.positionOf('2.5'), token, { triggerKind: 1, isRetrigger: false });
    assert(/twice/.test(help.signatures[0].label));
    const laid = await provider('DocumentFormattingEdit', document).provideDocumentFormattingEdits(document, { tabSize: 4, insertSpaces: true }, token);
    assert(laid.length > 0);
    const tokens = await provider('DocumentSemanticTokens', document).provideDocumentSemanticTokens(document, token);
    assert(tokens.data.length >= 5);
    const symbols = await provider('DocumentSymbol', document).provideDocumentSymbols(document, token);
    assert(symbols.some((s) => s.name === 'twice'));
    const folds = await provider('FoldingRange', document).provideFoldingRanges(document, {}, token);
    assert(Array.isArray(folds));
    if (language === 'wgsl') {
      const hints = await provider('InlayHints', document).provideInlayHints(document, new vscode.Range(0, 0, 9, 0), token);
      assert(hints.length > 0);
    }
    console.log(`ok answers about ${name}`);
  }

  // A shader in a program, which has another formatter.
  const program = open(path.join(dir, 'gpu.go'), 'go', 'package gpu\n\n// 🎨\nvar s = /* wgsl 🎨 */ ""\nvar t = /* wgsl */ "// 🎨\\nfn f() -> f32 { return twise; }"\n');
  const inside = await diagnostics(program, (list) => list.length > 0);
  assert.strictEqual(program.offsetAt(inside[0].range.start), program.text.indexOf('twise'));
  assert.throws(() => provider('DocumentFormattingEdit', program));
  console.log('ok a shader in gpu.go');

  await extension.deactivate();
  fs.rmSync(dir, { recursive: true });
  console.log('done');
  process.exit(0); // the stand-in's timers
}

main().catch((e) => { console.error(e); process.exit(1); });
