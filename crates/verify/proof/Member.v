(** Whether a word is in a language, by evaluation: to show of a string that one of two rules accepts it. *)

From Coq Require Import NArith PArith List Bool.
From Proof Require Import Abnf Pest Cells Order.
From Proof Require AbnfStep PestStep PestState.
Import ListNotations.

(** The cell of one character. *)
Definition only (c : char) : cell := (c, Some c).

Lemma only_inside : forall c, inside (only c) c.
Proof. intros c. split; cbn; apply N.le_refl. Qed.

Section Abnf.

Variable name : Type.
Variable code : name -> positive.
Hypothesis code_right : forall a b, code a = code b -> a = b.
Variable printed : name -> abnf name.

Fixpoint read (fuel : nat) (w : word) (t : AbnfStep.state name) : option bool :=
  match w with
  | [] => option_map fst (AbnfStep.step_state name code printed (fun _ => None) fuel (only 0%N) t)
  | c :: w =>
      match AbnfStep.step_state name code printed (fun _ => None) fuel (only c) t with
      | Some (_, t) => read fuel w t
      | None => None
      end
  end.

Definition derived (fuel : nat) (a : name) (w : word) : option bool := read fuel w (AbnfStep.start name a).

Lemma nothing_known : forall k, AbnfStep.known_right name printed k (fun _ => None).
Proof. intros k n empty ls H. discriminate. Qed.

Lemma read_right : forall fuel w t b, read fuel w t = Some b -> (AbnfStep.state_derives name printed t w <-> b = true).
Proof.
  intros fuel w. induction w as [|c w IH]; intros t b H; cbn [read] in H;
    destruct (AbnfStep.step_state _ _ _ _ _ _ t) as [[empty u]|] eqn:S; try discriminate;
    eapply AbnfStep.step_state_right in S as [E N]; eauto using nothing_known.
  - injection H as <-. exact E.
  - rewrite (N c w (only_inside c)). auto.
Qed.

Theorem derived_right : forall fuel a w b, derived fuel a w = Some b -> (derives printed (Rule a) w <-> b = true).
Proof. intros fuel a w b H. apply read_right in H. rewrite <- H. symmetry. apply AbnfStep.start_right. Qed.

End Abnf.

Section Pest.

Variable rule : Type.
Variable code : rule -> positive.
Hypothesis code_right : forall a b, code a = code b -> a = b.
Variable transcribed : rule -> pest rule.

Fixpoint run (fuel : nat) (w : word) (t : PestState.state rule) : option bool :=
  match w with
  | [] => PestState.last_state rule transcribed fuel t
  | c :: w =>
      match PestState.step_state rule code transcribed (fun _ => None) fuel (only c) t with
      | Some t => run fuel w t
      | None => None
      end
  end.

Definition accepted (fuel : nat) (p : rule) (w : word) : option bool :=
  if PestStep.well rule transcribed fuel (Call p) then run fuel w (PestState.start rule p) else None.

Lemma run_right : forall fuel w t b,
  run fuel w t = Some b -> PestState.state_well rule transcribed t -> PestState.holds rule transcribed w t b.
Proof.
  intros fuel w. induction w as [|c w IH]; intros t b H W; cbn [run] in H.
  - eapply PestState.last_state_holds. exact H.
  - destruct (PestState.step_state _ _ _ _ _ _ t) as [u|] eqn:S; [|discriminate].
    assert (K : PestStep.known_right rule transcribed (only c) (fun _ => None)) by (intros n x E; discriminate).
    assert (L : PestStep.known_well rule transcribed (fun _ => None)) by (intros n x E; discriminate).
    eapply PestState.step_state_holds; eauto using only_inside.
    apply IH; [exact H|]. eapply PestState.step_state_well; eauto.
Qed.

Theorem accepted_right : forall fuel p w b, accepted fuel p w = Some b -> (accepts transcribed p w <-> b = true).
Proof.
  intros fuel p w b H. unfold accepted in H. destruct (PestStep.well _ _ fuel (Call p)) eqn:W; [|discriminate].
  apply run_right in H; [|eapply PestState.start_well; eauto]. now apply PestState.start_holds.
Qed.

End Pest.
