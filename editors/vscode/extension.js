// The extension starts 'refract lsp' and leaves the rest to it.
const { window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = async function () {
  const settings = workspace.getConfiguration('refract');
  const command = settings.get('path');
  client = new LanguageClient(
    'refract',
    'refract',
    { command, args: ['lsp'] },
    {
      documentSelector: [{ language: 'wgsl' }, { language: 'glsl' }, { language: 'kage' }],
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
