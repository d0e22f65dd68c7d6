// What the extension and its client library use of the editor: enough of the API to open and
// change documents, and to ask the providers that the client registers.
const { pathToFileURL, fileURLToPath } = require('url');

class Position {
  constructor(line, character) { this.line = line; this.character = character; }
}
class Range {
  constructor(a, b, c, d) {
    this.start = a instanceof Position ? a : new Position(a, b);
    this.end = b instanceof Position ? b : new Position(c, d);
  }
}
class Uri {
  constructor(text) { this.text = text; this.scheme = text.slice(0, text.indexOf(':')); }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(pathToFileURL(path).href); }
  get fsPath() { return fileURLToPath(this.text); }
  get path() { return new URL(this.text).pathname; }
  toString() { return this.text; }
  with() { return this; }
}
class EventEmitter {
  constructor() {
    this.all = new Set();
    this.event = (f, self) => {
      const g = self ? f.bind(self) : f;
      this.all.add(g);
      return { dispose: () => this.all.delete(g) };
    };
  }
  fire(x) { for (const f of [...this.all]) f(x); }
  dispose() { this.all.clear(); }
}
class CancellationTokenSource {
  constructor() {
    this.emitter = new EventEmitter();
    this.token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  }
  cancel() { this.token.isCancellationRequested = true; this.emitter.fire(); }
  dispose() {}
}
class Disposable {
  constructor(f) { this.f = f; }
  dispose() { if (this.f) this.f(); }
  static from(...list) { return new Disposable(() => list.forEach((x) => x.dispose())); }
}
class TextEdit {
  constructor(range, newText) { this.range = range; this.newText = newText; }
  static replace(range, text) { return new TextEdit(range, text); }
}
class WorkspaceEdit {
  constructor() { this.map = new Map(); }
  set(uri, edits) { this.map.set(uri.toString(), edits); }
  replace(uri, range, text) { this.set(uri, [...(this.map.get(uri.toString()) || []), new TextEdit(range, text)]); }
  entries() { return [...this.map]; }
}
class MarkdownString {
  constructor(value = '') { this.value = value; }
  appendMarkdown(text) { this.value += text; return this; }
  appendCodeblock(text, language) { this.value += '```' + language + '\n' + text + '\n```'; return this; }
}

// Classes that only hold what they are given, and enumerations.
const holder = (...names) => class {
  constructor(...values) { names.forEach((name, i) => { this[name] = values[i]; }); }
};
const numbers = (...names) => Object.fromEntries(names.flatMap((name, i) => [[name, i], [i, name]]));

class CodeActionKind {
  constructor(value) { this.value = value; }
  append(x) { return new CodeActionKind(this.value ? `${this.value}.${x}` : x); }
  contains(other) { return other.value === this.value || other.value.startsWith(this.value + '.'); }
}
CodeActionKind.Empty = new CodeActionKind('');
for (const [name, value] of [['QuickFix', 'quickfix'], ['Refactor', 'refactor'], ['Source', 'source'], ['SourceFixAll', 'source.fixAll'], ['SourceOrganizeImports', 'source.organizeImports'],
  ['RefactorExtract', 'refactor.extract'], ['RefactorInline', 'refactor.inline'], ['RefactorRewrite', 'refactor.rewrite'], ['Notebook', 'notebook']]) {
  CodeActionKind[name] = new CodeActionKind(value);
}

const documents = [];
const emitters = {};
const on = (name) => (emitters[name] = new EventEmitter()).event;
const providers = {};
const collections = [];
const messages = [];
const settings = {};
const never = () => new Disposable();

class Document {
  constructor(path, languageId, text) {
    Object.assign(this, { uri: Uri.file(path), fileName: path, languageId, version: 1, text, isClosed: false, isDirty: false, isUntitled: false, eol: 1 });
  }
  getText() { return this.text; }
  get lineCount() { return this.text.split('\n').length; }
  offsetAt(p) { return this.text.split('\n').slice(0, p.line).join('\n').length + (p.line > 0 ? 1 : 0) + p.character; }
  positionAt(at) {
    const before = this.text.slice(0, at).split('\n');
    return new Position(before.length - 1, before[before.length - 1].length);
  }
  positionOf(word, more = 0) { return this.positionAt(this.text.indexOf(word) + more); }
}

const matches = (selector, document) =>
  [].concat(selector).some((s) => typeof s === 'string' ? s === document.languageId : !s.language || s.language === document.languageId) ? 10 : 0;

const languages = new Proxy({
  match: matches,
  createDiagnosticCollection() {
    const all = new Map();
    const changed = new EventEmitter();
    const collection = {
      all, changed: changed.event, set: (uri, list) => { all.set(uri.toString(), list || []); changed.fire(uri.toString()); }, delete: (uri) => all.delete(uri.toString()), clear: () => all.clear(),
      get: (uri) => all.get(uri.toString()), has: (uri) => all.has(uri.toString()), forEach() {}, dispose() {},
    };
    collections.push(collection);
    return collection;
  },
}, {
  get(target, name) {
    if (name in target) return target[name];
    const found = /^register(.*)Provider$/.exec(name);
    return found ? (selector, provider, ...rest) => {
      (providers[found[1]] ||= []).push({ selector, provider, rest });
      return new Disposable();
    } : undefined;
  },
});

const vscode = {
  version: '1.90.0', Position, Range, Selection: Range, Uri, EventEmitter, CancellationTokenSource, Disposable, TextEdit, WorkspaceEdit, MarkdownString, CodeActionKind, languages,
  CancellationError: class extends Error {},
  Diagnostic: holder('range', 'message', 'severity'), DiagnosticRelatedInformation: holder('location', 'message'), Location: holder('uri', 'range'), Hover: holder('contents', 'range'),
  CompletionItem: holder('label', 'kind'), CompletionList: holder('items', 'isIncomplete'), SnippetString: holder('value'), SignatureHelp: holder(), SignatureInformation: holder('label', 'documentation'),
  ParameterInformation: holder('label', 'documentation'), DocumentHighlight: holder('range', 'kind'), DocumentSymbol: holder('name', 'detail', 'kind', 'range', 'selectionRange'),
  SymbolInformation: holder('name', 'kind', 'containerName', 'location'), CodeAction: holder('title', 'kind'), CodeLens: holder('range', 'command'), DocumentLink: holder('range', 'target'),
  FoldingRange: holder('start', 'end', 'kind'), SelectionRange: holder('range', 'parent'), InlayHint: holder('position', 'label', 'kind'), InlayHintLabelPart: holder('value'),
  SemanticTokens: holder('data', 'resultId'), SemanticTokensLegend: holder('tokenTypes', 'tokenModifiers'), SemanticTokensEdit: holder(), SemanticTokensEdits: holder(), Color: holder(), ColorInformation: holder(),
  ColorPresentation: holder(), CallHierarchyItem: holder(), CallHierarchyIncomingCall: holder(), CallHierarchyOutgoingCall: holder(), TypeHierarchyItem: holder(), LinkedEditingRanges: holder(),
  InlineCompletionItem: holder(), InlineCompletionList: holder(), InlineValueText: holder(), InlineValueVariableLookup: holder(), InlineValueEvaluatableExpression: holder(), RelativePattern: holder('baseUri', 'pattern'),
  TabInputText: class {}, TabInputTextDiff: class {}, TabInputCustom: class {}, TabInputNotebook: class {}, NotebookCellData: class {},
  DiagnosticSeverity: numbers('Error', 'Warning', 'Information', 'Hint'), DiagnosticTag: { Unnecessary: 1, Deprecated: 2 }, CompletionItemTag: { Deprecated: 1 }, SymbolTag: { Deprecated: 1 },
  CompletionItemKind: numbers('Text', 'Method', 'Function', 'Constructor', 'Field', 'Variable', 'Class', 'Interface', 'Module', 'Property', 'Unit', 'Value', 'Enum', 'Keyword', 'Snippet', 'Color', 'File',
    'Reference', 'Folder', 'EnumMember', 'Constant', 'Struct', 'Event', 'Operator', 'TypeParameter'),
  CompletionTriggerKind: numbers('Invoke', 'TriggerCharacter', 'TriggerForIncompleteCompletions'), SignatureHelpTriggerKind: { Invoke: 1, TriggerCharacter: 2, ContentChange: 3 },
  SymbolKind: numbers('File', 'Module', 'Namespace', 'Package', 'Class', 'Method', 'Property', 'Field', 'Constructor', 'Enum', 'Interface', 'Function', 'Variable', 'Constant', 'String', 'Number', 'Boolean', 'Array',
    'Object', 'Key', 'Null', 'EnumMember', 'Struct', 'Event', 'Operator', 'TypeParameter'),
  DocumentHighlightKind: numbers('Text', 'Read', 'Write'), InlayHintKind: { Type: 1, Parameter: 2 }, FoldingRangeKind: { Comment: 1, Imports: 2, Region: 3 }, CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  TextDocumentSaveReason: { Manual: 1, AfterDelay: 2, FocusOut: 3 }, TextDocumentChangeReason: { Undo: 1, Redo: 2 }, FileType: numbers('Unknown', 'File', 'Directory'), ProgressLocation: { SourceControl: 1, Window: 10 },
  NotebookCellKind: { Markup: 1, Code: 2 }, ViewColumn: { Active: -1 }, StatusBarAlignment: { Left: 1, Right: 2 }, ConfigurationTarget: { Global: 1 }, InlineCompletionTriggerKind: { Invoke: 0, Automatic: 1 },
  env: { language: 'en', appName: 'test', openExternal() {}, clipboard: {} },
  commands: { registerCommand: never, executeCommand() {} },
  workspace: {
    workspaceFolders: undefined, textDocuments: documents, notebookDocuments: [], fs: {}, isTrusted: true,
    getConfiguration: () => ({ get: (name, otherwise) => name in settings ? settings[name] : otherwise, has: (name) => name in settings, inspect: () => undefined, update() {} }),
    getWorkspaceFolder: () => undefined, createFileSystemWatcher: () => ({ onDidCreate: never, onDidChange: never, onDidDelete: never, dispose() {} }), applyEdit: async () => true,
    asRelativePath: (x) => String(x),
  },
  window: {
    activeTextEditor: undefined, visibleTextEditors: [], tabGroups: { all: [], onDidChangeTabs: never, onDidChangeTabGroups: never },
    createOutputChannel: () => ({ append() {}, appendLine(text) { messages.push(text); }, show() {}, clear() {}, replace() {}, hide() {}, dispose() {}, trace() {}, info() {}, warn() {}, error() {} }),
    showErrorMessage: async (text) => { messages.push(text); }, showWarningMessage: async (text) => { messages.push(text); }, showInformationMessage: async (text) => { messages.push(text); },
    showTextDocument: async () => {}, withProgress: (_, f) => f({ report() {} }, new CancellationTokenSource().token), createStatusBarItem: () => ({ show() {}, hide() {}, dispose() {} }),
  },
};
for (const name of ['onDidOpenTextDocument', 'onDidCloseTextDocument', 'onDidChangeTextDocument', 'onDidSaveTextDocument', 'onWillSaveTextDocument', 'onDidChangeConfiguration', 'onDidChangeWorkspaceFolders',
  'onDidCreateFiles', 'onDidRenameFiles', 'onDidDeleteFiles', 'onWillCreateFiles', 'onWillRenameFiles', 'onWillDeleteFiles', 'onDidOpenNotebookDocument', 'onDidCloseNotebookDocument',
  'onDidChangeNotebookDocument', 'onDidSaveNotebookDocument']) vscode.workspace[name] = on(name);
for (const name of ['onDidChangeActiveTextEditor', 'onDidChangeVisibleTextEditors', 'onDidChangeWindowState']) vscode.window[name] = on(name);
vscode.window.tabGroups.onDidChangeTabs = on('onDidChangeTabs');

// What a test does.
vscode.test = {
  settings, providers, collections, messages,
  open(path, languageId, text) {
    const document = new Document(path, languageId, text);
    documents.push(document);
    emitters.onDidOpenTextDocument.fire(document);
    return document;
  },
  change(document, start, end, text) {
    const range = new Range(document.positionAt(start), document.positionAt(end));
    document.text = document.text.slice(0, start) + text + document.text.slice(end);
    document.version++;
    emitters.onDidChangeTextDocument.fire({ document, contentChanges: [{ range, rangeOffset: start, rangeLength: end - start, text }], reason: undefined });
  },
  provider(name, document) {
    const found = (providers[name] || []).find((p) => matches(p.selector, document));
    if (!found) throw new Error(`no ${name} provider for ${document.languageId}`);
    return found.provider;
  },
  diagnostics(document, good, ms = 20000) {
    return new Promise((resolve, reject) => {
      const at = setTimeout(() => reject(new Error('no such diagnostics: ' + JSON.stringify(collections.map((c) => c.get(document.uri))))), ms);
      const look = () => {
        for (const c of collections) {
          const list = c.get(document.uri);
          if (list && good(list)) { clearTimeout(at); resolve(list); return true; }
        }
        return false;
      };
      if (!look()) { const again = setInterval(() => { if (look()) clearInterval(again); }, 20); }
    });
  },
};
module.exports = vscode;
