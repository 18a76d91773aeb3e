//! The arguments of `urispec diff`, and its help.

use clap::Args;
use urispec::Edition;

use crate::args;

pub(crate) const ABOUT: &str = "\
Decide where two editions differ, and show it by the shortest strings that only one of them accepts. \
Nothing is sampled: the languages are compared as automata.

First stand the whole strings, by each of the productions for them; then, for each edition, the kinds \
of string that only it accepts. A string departs from the other edition at the first byte after which \
nothing that is valid there goes on, or at its end, where the other has to go on. Its kind is the \
production that this byte stands in, and the bytes that depart there alike; of each kind the shortest \
string is shown.

Then come the productions. Those of one name are compared; so are those that differ in `-` and `_` \
only, those that derive the same strings under another name, and those that alone have a role, such \
as that of the authority. What finds no partner is gone, or new.

Without editions: each of the six with each, as the whole strings stand to one another.

Exit codes: 0, they accept the same strings; 1, they do not; 2, wrong usage.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  $ urispec diff rfc2396 rfc3986 --rule IPv4address IPv4address; echo $?
  rfc2396 IPv4address contains rfc3986 IPv4address

  only rfc2396    departs  in           at
    \"0.0.0.00\"    7        IPv4address  0-9
  1
  $ urispec diff rfc2396 rfc3986 | sed -n '/^other name/,/=/p'
  other name, same strings
    rel_path = path-noscheme, rel_segment = segment-nz-nc, escaped = pct-encoded
  $ urispec diff --json rfc1738 rfc3986 --rule url URI | grep -o '\"only_left\":\"[^\"]*\"'
  \"only_left\":\"+:\"";

pub(crate) const JSON: &str = "\
Print one JSON object; without editions, one per line for each two.

Its keys: `schema`, `left`, `right` (editions), `left_rule`, `right_rule` (of --rule), `relation` \
(`equal`, `within`, `contains`, `overlaps`, `disjoint`: how the left one stands to the right one), \
`only_left`, `only_right`, `common` (shortest strings), `left_kinds` and `right_kinds` [{`input`, \
`offset`, `bytes`, `production`}], `rules` and `pairs` [{`left_rule`, `right_rule`, `by` (`name`, \
`spelling`, `language`, `role`), `relation`, `only_left`, `only_right`, `common`}], `gone` [..], \
`appeared` [..]. A key that is absent is undefined.";

#[derive(Args)]
pub(crate) struct Diff {
    /// An edition
    #[arg(value_name = "E1", requires = "right", value_parser = args::editions())]
    pub(crate) left: Option<Edition>,
    /// Another
    #[arg(value_name = "E2", value_parser = args::editions())]
    pub(crate) right: Option<Edition>,
    /// Compare only a production of the one with a production of the other, spelled as their
    /// documents print them
    #[arg(long, num_args = 2, value_names = ["R1", "R2"], requires = "right")]
    pub(crate) rule: Vec<String>,
    /// Print one JSON object for each two editions
    #[arg(short, long, long_help = JSON)]
    pub(crate) json: bool,
}
