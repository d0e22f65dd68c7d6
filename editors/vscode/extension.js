// The extension starts 'refract lsp' and leaves the rest to it.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = async function () {
  const settings = workspace.getConfiguration('refract');
  client = new LanguageClient(
    'refract',
    'refract',
    { command: settings.get('path'), args: ['lsp'] },
    {
      documentSelector: [{ language: 'wgsl' }, { language: 'glsl' }],
      initializationOptions: {
        capabilities: settings.get('capabilities'),
        includes: settings.get('includes'),
        defines: settings.get('defines'),
      },
    },
  );
  await client.start();
};

exports.deactivate = function () {
  return client ? client.stop() : undefined;
};
