(** What a term of ABNF derives: RFC 5234, sections 2 to 4.

    This file has definitions only. They are trusted: a reader compares them with RFC 5234 and RFC 7405. Prose in angle
    brackets (section 4) and incremental alternatives (section 3.3) have no term here: the printer refuses them. *)

From Coq Require Import NArith List.
Import ListNotations.

(** Section 2.3: "a character is merely a non-negative integer." *)
Definition char := N.
Definition word := list char.

(** The small letter of a capital letter of US-ASCII; every other character is left as it is. *)
Definition lower (c : char) : char :=
  if ((65 <=? c) && (c <=? 90))%N%bool then (c + 32)%N else c.

(** Two words that differ at most in the case of letters of US-ASCII. *)
Definition same_but_case (u v : word) : Prop := map lower u = map lower v.

Section Abnf.

(** The names of the rules of one grammar: an enumeration, so that no name is undefined. *)
Variable rule : Type.

Inductive abnf : Type :=
| Rule (name : rule)                               (* 2.1 *)
| Value (s : word)                                 (* 2.3: %x41.42; RFC 7405: %s"AB" *)
| Text (s : word)                                  (* 2.3: "ab", and RFC 7405: %i"ab" *)
| Cat (a b : abnf)                                 (* 3.1: a b *)
| Alt (a b : abnf)                                 (* 3.2: a / b *)
| Range (low high : char)                          (* 3.4: %x30-39 *)
| Rep (least : nat) (most : option nat) (a : abnf) (* 3.6, 3.7: least*most a *).

(** Section 3.8: [a] "is equivalent to" *1(a). *)
Definition Opt (a : abnf) : abnf := Rep 0 (Some 1) a.

(** [None] is "infinity", the default of section 3.6. *)
Definition at_most (k : nat) (most : option nat) : Prop :=
  match most with
  | Some m => k <= m
  | None => True
  end.

(** The term that stands behind each name. *)
Variable grammar : rule -> abnf.

Inductive derives : abnf -> word -> Prop :=
| derives_rule name w :
    derives (grammar name) w -> derives (Rule name) w
| derives_value s :
    derives (Value s) s
| derives_text s w :
    same_but_case w s -> derives (Text s) w
| derives_cat a b u v :
    derives a u -> derives b v -> derives (Cat a b) (u ++ v)
| derives_left a b w :
    derives a w -> derives (Alt a b) w
| derives_right a b w :
    derives b w -> derives (Alt a b) w
| derives_range low high c :
    (low <= c)%N -> (c <= high)%N -> derives (Range low high) [c]
| derives_rep least most a ws :
    Forall (derives a) ws -> least <= length ws -> at_most (length ws) most ->
    derives (Rep least most a) (concat ws).

End Abnf.

Arguments Rule {rule}.
Arguments Value {rule}.
Arguments Text {rule}.
Arguments Cat {rule}.
Arguments Alt {rule}.
Arguments Range {rule} (low high)%N_scope.
Arguments Rep {rule}.
Arguments Opt {rule}.
Arguments derives {rule}.
