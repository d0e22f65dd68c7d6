// The extension starts 'refract lsp' and leaves the rest to it.
const { window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

// Programs, whose string literals may be shaders.
const programs = ['go', 'rust', 'c', 'cpp', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact'];

exports.activate = async function () {
  const settings = workspace.getConfiguration('refract');
  const command = settings.get('path');
  client = new LanguageClient(
    'refract',
    'refract',
    { command, args: ['lsp'] },
    {
      documentSelector: ['wgsl', 'glsl', 'hlsl', 'kage', ...(settings.get('programs') ? programs : [])].map((language) => ({ language })),
      initializationOptions: {
        capabilities: settings.get('capabilities'),
        includes: settings.get('includes'),
        defines: settings.get('defines'),
      },
    },
  );
  try {
    await client.start();
  } catch (e) {
    client = undefined;
    window.showErrorMessage(`${command} can't be started (${e.message || e}): install refract, or say where it is by the setting refract.path`);
  }
};

exports.deactivate = function () {
  return client ? client.stop() : undefined;
};
