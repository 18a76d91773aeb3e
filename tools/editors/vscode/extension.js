// Starts `urispec-lsp`, and stops it.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const command = workspace.getConfiguration('urispec').get('path');
  const languages = ['pest', 'abnf', 'bnf', 'ebnf', 'markdown'];
  client = new LanguageClient('urispec', 'urispec', { command }, {
    documentSelector: languages.map((language) => ({ language })),
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
