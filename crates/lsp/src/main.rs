//! The program `urispec-lsp`: a language server for grammars.
//!
//! It speaks the Language Server Protocol, 3.17, on standard input and output: it publishes findings as diagnostics
//! while a grammar is edited, and answers requests about names. The server keeps the open documents and reads nothing
//! from disk. It runs one lint step between two messages, so that no message waits for more than one step.

use std::collections::HashMap;
use std::error::Error;
use std::process::ExitCode;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, DocumentSymbolRequest, GotoDefinition, HoverRequest, PrepareRenameRequest,
    References, Rename, Request as _,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentSymbolParams,
    GotoDefinitionParams, Hover, HoverContents, HoverParams, InitializeParams, MarkupContent,
    MarkupKind, OneOf, Position, PublishDiagnosticsParams, ReferenceParams, RenameOptions,
    RenameParams, ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncKind, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use answers::DocumentView;
use lint::{Columns, EmbeddedGrammar, Findings, blocks};

mod answers;
mod lint;

const HELP: &str = "\
A language server for grammars (LSP 3.17), on standard input and output.

It supports .pest, .abnf, .bnf and .ebnf files, and fenced blocks of these languages in Markdown: the findings of
`urispec lint`, with a shortest string and a quick fix where there is one; hover, definition, references and rename of a
name; the rules of a document. Your editor starts it; docs/lint.md has the settings for VS Code, Helix and Neovim.

Usage: urispec-lsp [--stdio]

Options:
      --stdio    Speak on standard input and output, which is the default
  -h, --help     Print this help
  -V, --version  Print the version

Exit codes: 0, the editor ended the session; 2, invalid usage, or the input is not the protocol.";

fn main() -> ExitCode {
    let failed = |why: &str| {
        eprintln!("error: {why}");
        ExitCode::from(2)
    };
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--stdio") => {}
            Some("-h" | "--help") => {
                println!("{HELP}");
                return ExitCode::SUCCESS;
            }
            Some("-V" | "--version") => {
                println!("urispec-lsp {}", env!("CARGO_PKG_VERSION"));
                return ExitCode::SUCCESS;
            }
            _ => {
                let argument = argument.display();
                return failed(&format!(
                    "unexpected argument \"{argument}\"; see urispec-lsp --help"
                ));
            }
        }
    }
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection);
    // The writing thread ends when the last sender is dropped.
    drop(connection);
    // The reader thread reports why a message could not be read.
    let why = match (served, threads.join()) {
        (Ok(()), Ok(())) => return ExitCode::SUCCESS,
        (_, Err(error)) => error.to_string(),
        (Err(_), Ok(())) => "the input ended before the session".to_owned(),
    };
    failed(&format!("the editor does not speak the Language Server Protocol: {why}"))
}

type Failure = Box<dyn Error + Send + Sync>;

struct OpenDocument {
    language: String,
    version: i32,
    text: String,
    blocks: Vec<EmbeddedGrammar>,
    findings: Findings,
}

struct Server {
    columns: Columns,
    documents: HashMap<Uri, OpenDocument>,
}

fn serve(connection: &Connection) -> Result<(), Failure> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let offered = params.capabilities.general.and_then(|general| general.position_encodings);
    let columns = Columns::chosen(offered.as_deref());
    let answer = json!({
        "capabilities": capabilities(columns),
        "serverInfo": { "name": "urispec", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let mut server = Server { columns, documents: HashMap::new() };
    loop {
        let message = match server.has_work() {
            true => match connection.receiver.try_recv() {
                Ok(message) => message,
                Err(error) if error.is_empty() => {
                    server.work(connection)?;
                    continue;
                }
                Err(_) => return Ok(()),
            },
            false => match connection.receiver.recv() {
                Ok(message) => message,
                Err(_) => return Ok(()),
            },
        };
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                connection.sender.send(Message::Response(server.answer(request)))?;
            }
            Message::Notification(notification) => {
                server.handle_notification(notification, connection)?
            }
            Message::Response(_) => {}
        }
    }
}

fn capabilities(columns: Columns) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(columns.kind()),
        text_document_sync: Some(TextDocumentSyncKind::INCREMENTAL.into()),
        hover_provider: Some(true.into()),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

impl Server {
    fn has_work(&self) -> bool {
        self.documents.values().any(|document| !document.findings.is_done())
    }

    /// Runs one lint step of a document. Publishes the findings after the first step, which lints the edited rule, and
    /// after each step that finds something.
    fn work(&mut self, connection: &Connection) -> Result<(), Failure> {
        let mut open = self.documents.iter_mut();
        let Some((uri, document)) = open.find(|(_, one)| !one.findings.is_done()) else {
            return Ok(());
        };
        let OpenDocument { text, blocks, findings, version, .. } = document;
        findings.step(uri.as_str(), text);
        if let Some(found) = findings.take_unreported() {
            let place = DocumentView { uri, text, blocks, columns: self.columns };
            let diagnostics = found.iter().map(|one| place.diagnostic(one)).collect();
            let params = PublishDiagnosticsParams::new(uri.clone(), diagnostics, Some(*version));
            notify::<PublishDiagnostics>(connection, params)?;
        }
        Ok(())
    }

    fn handle_notification(
        &mut self,
        notification: Notification,
        connection: &Connection,
    ) -> Result<(), Failure> {
        match &*notification.method {
            DidOpenTextDocument::METHOD => {
                let params: DidOpenTextDocumentParams =
                    serde_json::from_value(notification.params)?;
                let opened = params.text_document;
                let mut document = OpenDocument {
                    language: opened.language_id,
                    version: opened.version,
                    text: opened.text,
                    blocks: Vec::new(),
                    findings: Findings::default(),
                };
                document.changed(&opened.uri, None);
                self.documents.insert(opened.uri, document);
            }
            DidChangeTextDocument::METHOD => {
                let params: DidChangeTextDocumentParams =
                    serde_json::from_value(notification.params)?;
                let uri = params.text_document.uri;
                let Some(document) = self.documents.get_mut(&uri) else { return Ok(()) };
                document.version = params.text_document.version;
                let mut edited = None;
                for change in params.content_changes {
                    match change.range {
                        None => document.text = change.text,
                        Some(range) => {
                            let [from, to] = [range.start, range.end]
                                .map(|one| self.columns.offset(&document.text, one));
                            document.text.replace_range(from..to.max(from), &change.text);
                            edited = Some(from + change.text.len());
                        }
                    }
                }
                document.changed(&uri, edited);
            }
            DidCloseTextDocument::METHOD => {
                let params: DidCloseTextDocumentParams =
                    serde_json::from_value(notification.params)?;
                let uri = params.text_document.uri;
                self.documents.remove(&uri);
                notify::<PublishDiagnostics>(
                    connection,
                    PublishDiagnosticsParams::new(uri, Vec::new(), None),
                )?;
            }
            _ => {}
        }
        Ok(())
    }

    fn answer(&mut self, Request { id, method, params }: Request) -> Response {
        match self.dispatch(&method, params) {
            Ok(answer) => Response::new_ok(id, answer),
            Err((code, why)) => Response::new_err(id, code as i32, why),
        }
    }

    fn dispatch(&mut self, method: &str, params: Value) -> Result<Value, (ErrorCode, String)> {
        Ok(match method {
            HoverRequest::METHOD => {
                let params: HoverParams = read(params)?;
                json!(self.at(&params.text_document_position_params, |place, at| {
                    let (value, range) = place.hover(at)?;
                    let contents = MarkupContent { kind: MarkupKind::Markdown, value };
                    Some(Hover { contents: HoverContents::Markup(contents), range: Some(range) })
                }))
            }
            GotoDefinition::METHOD => {
                let params: GotoDefinitionParams = read(params)?;
                let at = params.text_document_position_params;
                json!(self.at(&at, |place, at| place.definition(at)))
            }
            References::METHOD => {
                let params: ReferenceParams = read(params)?;
                let with_definition = params.context.include_declaration;
                let at = params.text_document_position;
                json!(self.at(&at, |place, at| place.references(at, with_definition)))
            }
            PrepareRenameRequest::METHOD => {
                json!(self.at(&read(params)?, |place, at| place.renameable(at)))
            }
            Rename::METHOD => {
                let params: RenameParams = read(params)?;
                let renamed = self.at(&params.text_document_position, |place, at| {
                    Ok(place.edit(place.rename(at, &params.new_name)?))
                });
                json!(renamed.transpose().map_err(|why| (ErrorCode::RequestFailed, why))?)
            }
            DocumentSymbolRequest::METHOD => {
                let params: DocumentSymbolParams = read(params)?;
                let at = TextDocumentPositionParams::new(params.text_document, Position::default());
                json!(self.at(&at, |place, _| place.symbols()))
            }
            CodeActionRequest::METHOD => {
                let params: CodeActionParams =
                    read(params).map_err(|(code, _)| (code, "invalid parameters".to_owned()))?;
                let uri = params.text_document.uri;
                let Some(document) = self.documents.get_mut(&uri) else { return Ok(Value::Null) };
                let found = document.findings.found().to_vec();
                json!(document.place(&uri, self.columns).actions(&found, params.range))
            }
            _ => return Err((ErrorCode::MethodNotFound, format!("unknown method `{method}`"))),
        })
    }

    /// Answers a question about a position in a document, or returns `None` if the document is not open.
    fn at<R>(
        &self,
        params: &TextDocumentPositionParams,
        ask: impl FnOnce(&DocumentView<'_>, usize) -> R,
    ) -> Option<R> {
        let uri = &params.text_document.uri;
        let document = self.documents.get(uri)?;
        let at = self.columns.offset(&document.text, params.position);
        Some(ask(&document.place(uri, self.columns), at))
    }
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, (ErrorCode, String)> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

impl OpenDocument {
    fn place<'d>(&'d self, uri: &'d Uri, columns: Columns) -> DocumentView<'d> {
        DocumentView { uri, text: &self.text, blocks: &self.blocks, columns }
    }

    /// Restarts linting with the current text.
    fn changed(&mut self, uri: &Uri, edited: Option<usize>) {
        let file = uri.as_str();
        self.blocks = blocks(file, &self.language, &self.text);
        self.findings.begin(file, &self.text, &self.blocks, edited);
    }
}

fn notify<N: lsp_types::notification::Notification>(
    connection: &Connection,
    params: N::Params,
) -> Result<(), Failure> {
    let notification = Notification::new(N::METHOD.to_owned(), params);
    Ok(connection.sender.send(Message::Notification(notification))?)
}
