(** What an expression of pest does with an input: the chapter "Grammar syntax" of pest's book.

    This file has definitions only. They are trusted: a reader compares them with the book. A grammar without the
    rules WHITESPACE and COMMENT is meant: then nothing is skipped between the parts of a sequence, and the marks
    "@", "$", "_" and "!" of a rule change the tree, but not what is accepted. SOI and the stack (PUSH, POP, PEEK and
    their like) have no expression here: the printer refuses them, and it refuses the two rules. *)

From Coq Require Import NArith List.
From Proof Require Import Abnf.
Import ListNotations.

Section Pest.

Variable rule : Type.

Inductive pest : Type :=
| Call (name : rule)                                   (* a rule *)
| Str (s : word)                                       (* "ab" *)
| Insensitive (s : word)                               (* ^"ab": letters of US-ASCII match in both cases *)
| Between (low high : char)                            (* 'a'..'z' *)
| Any                                                  (* ANY *)
| Seq (a b : pest)                                     (* a ~ b *)
| Or (a b : pest)                                      (* a | b *)
| Repeat (least : nat) (most : option nat) (a : pest)  (* a*, a+, a?, a{n}, a{n,}, a{,m}, a{n,m} *)
| Ahead (a : pest)                                     (* &a *)
| Not (a : pest)                                       (* !a *).

Definition Star (a : pest) : pest := Repeat 0 None a.
Definition Plus (a : pest) : pest := Repeat 1 None a.
Definition Maybe (a : pest) : pest := Repeat 0 (Some 1) a.

(** EOI "matches only when a parser has reached the end of its input". *)
Definition Eoi : pest := Not Any.

(** One time less, of how many times are still asked for or allowed. *)
Definition less (most : option nat) : option nat := option_map pred most.

Variable grammar : rule -> pest.

(** [runs e w (Some r)]: [e] succeeds on [w] and leaves the rest [r]. [runs e w None]: [e] fails on [w]. *)
Inductive runs : pest -> word -> option word -> Prop :=
| runs_call name w res :
    runs (grammar name) w res -> runs (Call name) w res

| runs_str s r :
    runs (Str s) (s ++ r) (Some r)
| fails_str s w :
    (forall r, w <> s ++ r) -> runs (Str s) w None

| runs_insensitive s t r :
    same_but_case t s -> runs (Insensitive s) (t ++ r) (Some r)
| fails_insensitive s w :
    (forall t r, same_but_case t s -> w <> t ++ r) -> runs (Insensitive s) w None

| runs_between low high c r :
    (low <= c)%N -> (c <= high)%N -> runs (Between low high) (c :: r) (Some r)
| fails_between low high c r :
    ~ ((low <= c)%N /\ (c <= high)%N) -> runs (Between low high) (c :: r) None
| ends_between low high :
    runs (Between low high) [] None

| runs_any c r :
    runs Any (c :: r) (Some r)
| ends_any :
    runs Any [] None

(* "a sequence (~) matches the first, then the second"; if either fails, the sequence fails *)
| runs_seq a b w r res :
    runs a w (Some r) -> runs b r res -> runs (Seq a b) w res
| fails_seq a b w :
    runs a w None -> runs (Seq a b) w None

(* "ordered choice": the second is tried only where the first fails, at the same place *)
| runs_first a b w r :
    runs a w (Some r) -> runs (Or a b) w (Some r)
| runs_second a b w res :
    runs a w None -> runs b w res -> runs (Or a b) w res

(* "as many times as possible": what once was read is never given back *)
| runs_more least most a w r res :
    most <> Some 0 -> runs a w (Some r) -> runs (Repeat (pred least) (less most) a) r res ->
    runs (Repeat least most a) w res
| runs_no_more least most a w :
    most <> Some 0 -> runs a w None ->
    runs (Repeat least most a) w (if Nat.eqb least 0 then Some w else None)
| runs_full least a w :
    runs (Repeat least (Some 0) a) w (if Nat.eqb least 0 then Some w else None)

(* the predicates "make no progress" *)
| runs_ahead a w r :
    runs a w (Some r) -> runs (Ahead a) w (Some w)
| fails_ahead a w :
    runs a w None -> runs (Ahead a) w None
| runs_not a w :
    runs a w None -> runs (Not a) w (Some w)
| fails_not a w r :
    runs a w (Some r) -> runs (Not a) w None.

(** The rule, run to the end of input: it succeeds and leaves nothing. *)
Definition accepts (name : rule) (w : word) : Prop := runs (Call name) w (Some []).

End Pest.

Arguments Call {rule}.
Arguments Str {rule}.
Arguments Insensitive {rule}.
Arguments Between {rule} (low high)%N_scope.
Arguments Any {rule}.
Arguments Seq {rule}.
Arguments Or {rule}.
Arguments Repeat {rule}.
Arguments Ahead {rule}.
Arguments Not {rule}.
Arguments Star {rule}.
Arguments Plus {rule}.
Arguments Maybe {rule}.
Arguments Eoi {rule}.
Arguments runs {rule}.
Arguments accepts {rule}.
