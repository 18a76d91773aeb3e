(** Intervals of characters that a grammar cannot tell apart, and what of a terminal one of them decides. *)

From Coq Require Import NArith List Lia Bool.
From Proof Require Import Abnf.
Import ListNotations.
Local Open Scope N_scope.

(** From the first character to the last; without a last one, all from the first. *)
Definition cell : Type := char * option char.

Definition inside (k : cell) (c : char) : Prop :=
  fst k <= c /\ match snd k with Some last => c <= last | None => True end.

(** The cells between each of the given characters and the next. *)
Fixpoint cells_from (first : char) (starts : list char) : list cell :=
  match starts with
  | [] => [(first, None)]
  | s :: rest => (first, Some (N.pred s)) :: cells_from s rest
  end.

Definition cells (starts : list char) : list cell := cells_from 0 starts.

Lemma cells_from_cover : forall starts first c,
  first <= c -> exists k, In k (cells_from first starts) /\ inside k c.
Proof.
  induction starts as [|s rest IH]; intros first c H.
  - exists (first, None). split; [now left | split; cbn; auto].
  - cbn. destruct (N.lt_ge_cases c s) as [L|G].
    + exists (first, Some (N.pred s)). split; [now left|]. split; cbn; lia.
    + destruct (IH s c G) as (k & I & J). exists k. auto.
Qed.

Lemma cells_cover : forall starts c, exists k, In k (cells starts) /\ inside k c.
Proof. intros. apply cells_from_cover. lia. Qed.

(** Whether all characters of a cell lie in a range, or none; [None] if some do. *)
Definition within (low high : char) (k : cell) : option bool :=
  if high <? fst k then Some false
  else match snd k with
  | Some last =>
      if last <? low then Some false
      else if (low <=? fst k) && (last <=? high) then Some true
      else None
  | None => None
  end.

Lemma within_right : forall low high k b c,
  within low high k = Some b -> inside k c -> (low <= c /\ c <= high <-> b = true).
Proof.
  intros low high [f l] b c. unfold within, inside. cbn.
  destruct (N.ltb_spec high f).
  - intros [= <-] [? ?]. split; [lia | discriminate].
  - destruct l as [l|]; [|discriminate].
    destruct (N.ltb_spec l low).
    + intros [= <-] [? ?]. split; [lia | discriminate].
    + destruct (N.leb_spec low f), (N.leb_spec l high); cbn; try discriminate.
      intros [= <-] [? ?]. split; [reflexivity | lia].
Qed.

(** Whether all characters of a cell are this one. *)
Definition is (x : char) (k : cell) : option bool := within x x k.

Lemma is_right : forall x k b c, is x k = Some b -> inside k c -> (c = x <-> b = true).
Proof.
  intros x k b c H I. rewrite <- (within_right _ _ _ _ _ H I). lia.
Qed.

Definition upper (c : char) : char :=
  if (97 <=? c) && (c <=? 122) then c - 32 else c.

Lemma lower_same : forall c x, lower c = lower x <-> c = lower x \/ c = upper (lower x).
Proof.
  intros c x. unfold lower, upper.
  destruct (N.leb_spec 65 c), (N.leb_spec c 90), (N.leb_spec 65 x), (N.leb_spec x 90); cbn [andb];
    repeat match goal with |- context [?a <=? ?b] => destruct (N.leb_spec a b); cbn [andb] end; lia.
Qed.

(** Whether all characters of a cell are this one but for the case of letters. *)
Definition is_text (x : char) (k : cell) : option bool :=
  match is (lower x) k, is (upper (lower x)) k with
  | Some true, _ => Some true
  | _, Some true => Some true
  | Some false, Some false => Some false
  | _, _ => None
  end.

Lemma is_text_right : forall x k b c,
  is_text x k = Some b -> inside k c -> (lower c = lower x <-> b = true).
Proof.
  intros x k b c H I. rewrite lower_same. unfold is_text in H.
  destruct (is (lower x) k) as [p|] eqn:P, (is (upper (lower x)) k) as [q|] eqn:Q;
    try pose proof (is_right _ _ _ _ P I); try pose proof (is_right _ _ _ _ Q I);
    try destruct p; try destruct q; inversion H; subst; intuition congruence.
Qed.
