"""Writes syntax trees as Coq: the file `Grammar.v` of a document has both grammars, and `Part.v` theorems of some
productions."""

import re

KEYWORDS = set(
    "as at cofix else end exists exists2 fix for forall fun if IF in let match mod return Set Prop Type SProp "
    "then using where with by".split()
)
# The names that the files below use themselves.
USED = set(
    "Rule Value Text Cat Alt Range Rep Opt Call Str Insensitive Between Any Seq Or Repeat Star Plus Maybe Ahead Not "
    "Eoi of char word name rule code all grammar abnf pest Some None derives accepts Printed Transcribed nth".split()
)


def spelled(name):
    """The name as pest writes it."""
    return re.sub(r"\+_?", "_plus_", name).replace("-", "_").replace(" ", "_")


def identifier(name):
    """The name as Coq can write it."""
    name = spelled(name)
    return name + "_" if name in KEYWORDS or name in USED else name


def characters(codes):
    """A literal: between quotes where all of it can be seen, else as numbers."""
    if all(0x20 <= c < 0x7F for c in codes):
        return '(of "' + "".join(chr(c) for c in codes).replace('"', '""') + '")'
    return "[" + "; ".join(str(c) for c in codes) + "]%N"


def module_name(stem):
    """The file of a document, without its suffix."""
    return identifier(stem)


def number(most):
    return "None" if most is None else f"(Some {most})"


def chain(sign, trees, write):
    return f" {sign} ".join(write(tree, True) for tree in trees)


def abnf(tree, inner=False):
    kind, *rest = tree
    if kind == "rule":
        text = f"Rule {identifier(rest[0])}"
    elif kind in ("value", "text"):
        text = f"{kind.capitalize()} {characters(rest[0])}"
    elif kind == "range":
        text = f"Range {rest[0]} {rest[1]}"
    elif kind in ("cat", "alt"):
        text = chain({"cat": "+++", "alt": "///"}[kind], rest[0], abnf)
    elif rest[:2] == [0, 1]:
        text = f"Opt {abnf(rest[2], True)}"
    else:
        text = f"Rep {rest[0]} {number(rest[1])} {abnf(rest[2], True)}"
    return f"({text})" if inner else text


def pest(tree, inner=False):
    kind, *rest = tree
    if kind == "any":
        return "Any"
    if kind == "call":
        text = f"Call {identifier(rest[0])}"
    elif kind in ("str", "insensitive"):
        text = f"{kind.capitalize()} {characters(rest[0])}"
    elif kind == "between":
        text = f"Between {rest[0]} {rest[1]}"
    elif kind in ("seq", "or"):
        text = chain({"seq": "~~~", "or": "|||"}[kind], rest[0], pest)
    elif kind in ("ahead", "not"):
        text = f"{kind.capitalize()} {pest(rest[0], True)}"
    else:
        short = {(0, None): "Star", (1, None): "Plus", (0, 1): "Maybe"}.get(tuple(rest[:2]))
        text = f"{short or f'Repeat {rest[0]} {number(rest[1])}'} {pest(rest[2], True)}"
    return f"({text})" if inner else text


def comment(source):
    """The source as a comment. Coq looks for its own signs in comments, so that some are written with a space, and
    quotes that it would take otherwise as apostrophes."""
    source = "\n".join(line.rstrip() for line in source.splitlines() if line.strip())
    source = source.replace("(*", "( *").replace("*)", "* )")
    if "\\" in source or source.count('"') % 2 or '"""' in source or '<">' in source:
        source = source.replace('"', "''")
    # A sign may be on both sides of a quote.
    if re.search(r"\(\*|\*\)", source):
        source = source.replace("(*", "( *").replace("*)", "* )")
    return "  (* " + source.replace("\n", "\n     ") + " *)"


def module(title, enumeration, kind, rules, write):
    """One grammar: its names, their numbers, and the tree behind each. A rule is its name, source and tree."""
    ids = [identifier(name) for name, _, _ in rules]
    lines = [f"Module {title}.", f"Inductive {enumeration} : Set :="]
    lines += [f"| {i}" for i in ids]
    lines[-1] += "."
    lines += [f"Definition code (n : {enumeration}) : positive :=", "  match n with"]
    lines += [f"  | {i} => {k + 1}" for k, i in enumerate(ids)]
    lines += ["  end%positive."]
    lines += [f"Definition all : list {enumeration} := [" + "; ".join(ids) + "]."]
    lines += ["Lemma code_right : forall a b, code a = code b -> a = b."]
    lines += [f"Proof. apply (by_number code all {ids[0]}). intros []; reflexivity. Qed.", ""]
    lines += [f"Definition grammar : {enumeration} -> {kind} {enumeration} := Eval cbv in fun n =>", "  match n with"]
    for i, (_, source, tree) in zip(ids, rules):
        lines += [comment(source), f"  | {i} =>", f"      {write(tree)}", ""]
    lines += [f"  end%{kind}.", f"End {title}.", ""]
    return lines


def theorems(stem, pairs):
    """Theorems of some productions: for each its name, that of its rule, and where its cells begin."""
    lines = [
        f"(** Written by the printer: theorems about productions of {stem}. *)",
        "From Proof Require Import Base.",
        f"From Proof Require {module_name(stem)}.",
        f"Module Printed := {module_name(stem)}.Printed. Module Transcribed := {module_name(stem)}.Transcribed.",
        "",
    ]
    for name, rule, starts in pairs:
        i, r = identifier(name), identifier(rule)
        lines += [
            f"Definition abnf_{i} (w : word) : Prop := derives Printed.grammar (Rule Printed.{i}) w.",
            f"Definition pest_{i} (w : word) : Prop := accepts Transcribed.grammar Transcribed.{r} w.",
            f"Theorem {i} : forall w, abnf_{i} w <-> pest_{i} w.",
            "Proof.",
            "  apply (check_right _ Printed.code Printed.code_right Printed.grammar",
            "    _ Transcribed.code Transcribed.code_right Transcribed.grammar Printed.all Transcribed.all fuel",
            f"    [{'; '.join(map(str, starts))}]%N pairs Printed.{i} Transcribed.{r}).",
            "  vm_cast_no_check (eq_refl true).",
            "Qed.",
            f"Print Assumptions {i}.",
            "",
        ]
    return "\n".join(lines)


def grammar(stem, printed, transcribed):
    """Both grammars of a document: their rules, each a name, a source and a tree."""
    lines = [
        f"(** Written by the printer: {stem}, as printed and as transcribed. *)",
        "From Proof Require Import Base.",
        "",
    ]
    lines += module("Printed", "name", "abnf", printed, abnf)
    lines += module("Transcribed", "rule", "pest", transcribed, pest)
    return "\n".join(lines)
