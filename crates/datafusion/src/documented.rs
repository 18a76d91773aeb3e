//! What DataFusion shows about each function, as in `information_schema.routines`.

use datafusion_expr::{DocSection, Documentation};
use urispec_columns::Component;

use crate::arguments::Choice;
use crate::verb::Verb;

const SECTION: DocSection = DocSection {
    include: true,
    label: "URI Functions",
    description: Some("URIs by the letter of RFC 3986, or of another edition."),
};

pub(crate) fn documentation(verb: Verb) -> Documentation {
    let mut arguments: Vec<_> = verb.texts().iter().map(|name| (*name, "A text.")).collect();
    let mut options = match verb.choice() {
        Some(Choice::Rung) => {
            vec![("rung", "How far to normalize, a literal; `path-segments` is the default.")]
        }
        Some(Choice::Pack) => {
            vec![("pack", "Which lints to ask, a literal; `letter` is the default.")]
        }
        None => Vec::new(),
    };
    options
        .push(("edition", "The edition, a literal such as `rfc2396`; `rfc3986` is the default."));
    let names = |list: &[(&'static str, &'static str)]| {
        list.iter().map(|(name, _)| *name).collect::<Vec<_>>()
    };
    let syntax = format!(
        "{}({}[, {}{}",
        verb.name(),
        names(&arguments).join(", "),
        names(&options).join("[, "),
        "]".repeat(options.len()) + ")"
    );
    arguments.append(&mut options);
    let builder = Documentation::builder(SECTION, about(verb), syntax);
    let builder = arguments
        .iter()
        .fold(builder, |builder, (name, about)| builder.with_argument(*name, *about));
    builder.with_sql_example(example(verb)).build()
}

fn about(verb: Verb) -> String {
    let null = "Null where the string is no reference";
    match verb {
        Verb::Component(Component::HostKind) => {
            format!("The kind of the host, such as `reg-name`. {null}, or has no host.")
        }
        Verb::Component(component) => {
            format!("The {component} as it stands. {null}, or has no {component}.")
        }
        Verb::PortNumber => {
            format!("The port as a number. {null}, has no port, or a port above 65535.")
        }
        Verb::Components => format!("All components, as a struct. {null}."),
        Verb::Valid => "Whether the string is a URI or a relative reference.".to_owned(),
        Verb::Error => {
            "What is wrong with the string, with byte and section. Null where nothing is."
                .to_owned()
        }
        Verb::Normalize => format!("The normal form. {null}."),
        Verb::Resolve => format!(
            "The target of a reference against a base. {null}, the base is none, or there is no target."
        ),
        Verb::Relativize => {
            format!("The shortest reference that resolves to the target. {null}, or none does.")
        }
        Verb::Compare => {
            format!("The lowest rung at which two strings are equivalent. {null}, or they are not.")
        }
        Verb::Lint => format!("The ids of the lints that have something to say. {null}."),
    }
}

fn example(verb: Verb) -> String {
    let arguments = match verb {
        Verb::Resolve => "'http://a/b/c', '../d'",
        Verb::Relativize => "'http://a/b/c', 'http://a/d'",
        Verb::Compare => "'http://a', 'HTTP://a:80/'",
        Verb::Normalize => "'http://a:80/%7e', 'scheme'",
        _ => "'http://example.com:80/a'",
    };
    format!("SELECT {}({arguments});", verb.name())
}
