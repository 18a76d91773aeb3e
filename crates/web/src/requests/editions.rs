//! `editions`: what each edition says of a string, and what browsers make of it.

use serde::Deserialize;
use urispec::Edition;
use urispec_compare::across::Across;
use urispec_compare::since::since;
use urispec_views::{editions, since as spans, subject, whatwg};

use super::Answer;

#[derive(Deserialize)]
pub(crate) struct Request {
    text: String,
    /// A URI to resolve against. One that is a base in no edition is left out.
    base: Option<String>,
}

pub(crate) fn answer(request: &Request) -> Answer {
    let is_base = |base: &&str| Edition::ALL.iter().any(|&one| subject::base(one, base).is_ok());
    let base = request.base.as_deref().filter(is_base);
    let mut across = Across::new();
    if let Some(base) = base {
        across = across.base(base);
    }
    let mut answers = across.ask(&request.text);
    if let Some(answer) = whatwg::answer(&request.text, base) {
        answers.push(answer);
    }
    let found = answers.disagreements_in_substance();
    let since = since(&request.text);
    Ok(editions::of(&answers, base, &found).with_all("since", since.iter().map(spans::one)))
}
