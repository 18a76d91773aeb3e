//! The program `urispec-lsp`: a language server for grammars.
//!
//! In: messages of the Language Server Protocol, 3.17, on standard input. Out: findings as diagnostics while a grammar
//! is edited, and answers about names, on standard output. The server keeps the open documents and reads nothing from
//! disk. It works on one lint step between two messages, so that no message waits longer than that.

use std::collections::HashMap;
use std::error::Error;
use std::process::ExitCode;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
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
    DocumentSymbolResponse, GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverContents,
    HoverParams, InitializeParams, MarkupContent, MarkupKind, OneOf, Position,
    PrepareRenameResponse, PublishDiagnosticsParams, ReferenceParams, RenameOptions, RenameParams,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncKind, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use answers::DocumentView;
use block::{Columns, EmbeddedGrammar, blocks};
use lint::Findings;

mod answers;
mod block;
mod lint;

const HELP: &str = "\
A language server for grammars (LSP 3.17), on standard input and output.

It serves .pest, .abnf, .bnf and .ebnf files, and fenced blocks of these languages in Markdown: the findings of `urispec
lint`, with a shortest string and a quick fix where there is one; hover, definition, references and rename of a name; the
rules of a document. An editor starts it; docs/lint.md has the settings of VS Code, Helix and Neovim.

Usage: urispec-lsp [--stdio]

Options:
      --stdio    Speak on standard input and output, which is the default
  -h, --help     Print this help
  -V, --version  Print the version

Exit codes: 0, the editor ended the session; 2, wrong usage, or the input is not the protocol.";

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
                let given = argument.display();
                return failed(&format!("unexpected argument \"{given}\"; see urispec-lsp --help"));
            }
        }
    }
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection);
    // The writing thread ends when the last sender is dropped.
    drop(connection);
    // The reading thread knows why a message could not be read.
    let why = match (served, threads.join()) {
        (Ok(()), Ok(())) => return ExitCode::SUCCESS,
        (_, Err(error)) => error.to_string(),
        (Err(_), Ok(())) => "it ended before the session did".to_owned(),
    };
    failed(&format!("the editor does not speak the Language Server Protocol: {why}"))
}

type Failure = Box<dyn Error + Send + Sync>;

/// An open document.
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
    let (id, given) = connection.initialize_start()?;
    let given: InitializeParams = serde_json::from_value(given)?;
    let offered = given.capabilities.general.and_then(|general| general.position_encodings);
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
            Message::Notification(notification) => server.hear(notification, connection)?,
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

    /// Works on one step of a document, and tells what is found by then: after the first step, which is the rule that is
    /// being edited, and after each that finds something.
    fn work(&mut self, connection: &Connection) -> Result<(), Failure> {
        let mut open = self.documents.iter_mut();
        let Some((uri, document)) = open.find(|(_, one)| !one.findings.is_done()) else {
            return Ok(());
        };
        let OpenDocument { text, blocks, findings, version, .. } = document;
        findings.step(uri.as_str(), text);
        if let Some(found) = findings.news() {
            let place = DocumentView { uri, text, blocks, columns: self.columns };
            let diagnostics = found.iter().map(|one| place.diagnostic(one)).collect();
            let params = PublishDiagnosticsParams::new(uri.clone(), diagnostics, Some(*version));
            tell::<PublishDiagnostics>(connection, params)?;
        }
        Ok(())
    }

    fn hear(&mut self, heard: Notification, connection: &Connection) -> Result<(), Failure> {
        match &*heard.method {
            DidOpenTextDocument::METHOD => {
                let given: DidOpenTextDocumentParams = serde_json::from_value(heard.params)?;
                let opened = given.text_document;
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
                let given: DidChangeTextDocumentParams = serde_json::from_value(heard.params)?;
                let uri = given.text_document.uri;
                let Some(document) = self.documents.get_mut(&uri) else { return Ok(()) };
                document.version = given.text_document.version;
                let mut edited = None;
                for change in given.content_changes {
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
                let given: DidCloseTextDocumentParams = serde_json::from_value(heard.params)?;
                let uri = given.text_document.uri;
                self.documents.remove(&uri);
                tell::<PublishDiagnostics>(
                    connection,
                    PublishDiagnosticsParams::new(uri, Vec::new(), None),
                )?;
            }
            _ => {}
        }
        Ok(())
    }

    fn answer(&mut self, asked: Request) -> Response {
        let Request { id, method, params } = asked;
        match &*method {
            HoverRequest::METHOD => self.about(id, params, |given: HoverParams| {
                let at = given.text_document_position_params;
                Ok((at.text_document.uri, at.position, |place: &DocumentView<'_>, at| {
                    let found = place.hover(at).map(|(value, range)| Hover {
                        contents: HoverContents::Markup(MarkupContent {
                            kind: MarkupKind::Markdown,
                            value,
                        }),
                        range: Some(range),
                    });
                    Ok(found)
                }))
            }),
            GotoDefinition::METHOD => self.about(id, params, |given: GotoDefinitionParams| {
                let at = given.text_document_position_params;
                Ok((at.text_document.uri, at.position, |place: &DocumentView<'_>, at| {
                    Ok(Some(GotoDefinitionResponse::Array(place.definition(at))))
                }))
            }),
            References::METHOD => self.about(id, params, |given: ReferenceParams| {
                let (at, with) = (given.text_document_position, given.context.include_declaration);
                Ok((at.text_document.uri, at.position, move |place: &DocumentView<'_>, at| {
                    Ok(Some(place.references(at, with)))
                }))
            }),
            PrepareRenameRequest::METHOD => {
                self.about(id, params, |at: TextDocumentPositionParams| {
                    Ok((at.text_document.uri, at.position, |place: &DocumentView<'_>, at| {
                        Ok(place.renameable(at).map(PrepareRenameResponse::Range))
                    }))
                })
            }
            Rename::METHOD => self.about(id, params, |given: RenameParams| {
                let at = given.text_document_position;
                Ok((at.text_document.uri, at.position, move |place: &DocumentView<'_>, at| {
                    Ok(Some(place.edit(place.rename(at, &given.new_name)?)))
                }))
            }),
            DocumentSymbolRequest::METHOD => {
                self.about(id, params, |given: DocumentSymbolParams| {
                    Ok((
                        given.text_document.uri,
                        Position::default(),
                        |place: &DocumentView<'_>, _| {
                            Ok(Some(DocumentSymbolResponse::Nested(place.symbols())))
                        },
                    ))
                })
            }
            CodeActionRequest::METHOD => {
                let Ok(given) = serde_json::from_value::<CodeActionParams>(params) else {
                    return Response::new_err(
                        id,
                        ErrorCode::InvalidParams as i32,
                        "no parameters of it".to_owned(),
                    );
                };
                let uri = given.text_document.uri;
                let Some(document) = self.documents.get_mut(&uri) else {
                    return Response::new_ok(id, Value::Null);
                };
                let found = document.findings.found().to_vec();
                let place = document.place(&uri, self.columns);
                Response::new_ok(id, place.actions(&found, given.range))
            }
            _ => Response::new_err(
                id,
                ErrorCode::MethodNotFound as i32,
                format!("no method `{method}`"),
            ),
        }
    }

    /// Answers a question about a place of a document: `read` gives the document, the place, and what to ask.
    fn about<P, A, R>(
        &self,
        id: RequestId,
        params: Value,
        read: impl FnOnce(P) -> Result<(Uri, Position, A), String>,
    ) -> Response
    where
        P: DeserializeOwned,
        A: FnOnce(&DocumentView<'_>, usize) -> Result<Option<R>, String>,
        R: Serialize,
    {
        let given =
            serde_json::from_value(params).map_err(|error| error.to_string()).and_then(read);
        let (uri, position, ask) = match given {
            Ok(given) => given,
            Err(why) => return Response::new_err(id, ErrorCode::InvalidParams as i32, why),
        };
        let Some(document) = self.documents.get(&uri) else {
            return Response::new_ok(id, Value::Null);
        };
        let at = self.columns.offset(&document.text, position);
        match ask(&document.place(&uri, self.columns), at) {
            Ok(answer) => Response::new_ok(id, answer),
            Err(why) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
        }
    }
}

impl OpenDocument {
    fn place<'d>(&'d self, uri: &'d Uri, columns: Columns) -> DocumentView<'d> {
        DocumentView { uri, text: &self.text, blocks: &self.blocks, columns }
    }

    /// Begins anew with the text as it is now.
    fn changed(&mut self, uri: &Uri, edited: Option<usize>) {
        let file = uri.as_str();
        self.blocks = blocks(file, &self.language, &self.text);
        self.findings.begin(file, &self.text, &self.blocks, edited);
    }
}

fn tell<N: lsp_types::notification::Notification>(
    connection: &Connection,
    params: N::Params,
) -> Result<(), Failure> {
    let told = Notification::new(N::METHOD.to_owned(), params);
    Ok(connection.sender.send(Message::Notification(told))?)
}
