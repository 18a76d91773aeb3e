(** Two grammars side by side: from the two states that two rules begin with, each cell of characters leads to two
    others; if wherever one comes by this, both say yes or both say no to the end of the word, then the rules
    accept the same words. *)

From Coq Require Import NArith PArith List Lia Bool.
From Proof Require Import Abnf Pest Cells Order.
From Proof Require AbnfStep PestStep PestState.
Import ListNotations.

Section Check.

Variable name : Type.
Variable code : name -> positive.
Hypothesis code_right : forall a b, code a = code b -> a = b.
Variable printed : name -> abnf name.

Variable rule : Type.
Variable rule_code : rule -> positive.
Hypothesis rule_code_right : forall a b, rule_code a = rule_code b -> a = b.
Variable transcribed : rule -> pest rule.

(** All names and rules: to work out once for each cell what it makes of them. *)
Variable names : list name.
Variable rules : list rule.

(** How deep terms and expressions may nest, and the first character of each cell but the first. *)
Variable fuel : nat.
Variable starts : list char.

Definition pair : Type := AbnfStep.state name * PestState.state rule.

Definition compare_pair (x y : pair) : comparison :=
  then_ (AbnfStep.compare_state name code (fst x) (fst y))
        (fun _ => PestState.compare_state rule rule_code (snd x) (snd y)).

Lemma compare_pair_right : right compare_pair.
Proof.
  intros [a p] [b q] H. apply then_eq in H as [H I]. cbn in *. f_equal.
  - eapply AbnfStep.compare_state_right; eauto.
  - eapply PestState.compare_state_right; eauto.
Qed.

(** A cell, and what is known for it. *)
Definition learned : Type := cell * (AbnfStep.table name * PestStep.table rule).

Definition learn (k : cell) : learned :=
  (k, (AbnfStep.learn_all name code printed fuel k names,
       PestStep.learn_all rule rule_code transcribed fuel k rules)).

(** The pairs after each cell; [None] if the first state does not say [b] to the end of the word. *)
Fixpoint next (b : bool) (ks : list learned) (x : pair) : option (list pair) :=
  match ks with
  | [] => Some []
  | (k, (known, known')) :: ks =>
      match AbnfStep.step_state name code printed (AbnfStep.look name code known) fuel k (fst x),
            PestState.step_state rule rule_code transcribed (PestStep.look rule rule_code known') fuel k (snd x) with
      | Some (empty, a), Some p =>
          if eqb empty b then
            match next b ks x with
            | Some rest => Some ((a, p) :: rest)
            | None => None
            end
          else None
      | _, _ => None
      end
  end.

Section Follow.

Variable ks : list learned.

Definition follow (x : pair) : option (list pair) :=
  match PestState.last_state rule transcribed fuel (snd x) with
  | Some b => next b ks x
  | None => None
  end.

(** The pairs that are new: to be followed, and found. *)
Fixpoint add (new todo : list pair) (seen : found pair) : list pair * found pair :=
  match new with
  | [] => (todo, seen)
  | x :: new =>
      if has compare_pair x seen then add new todo seen
      else add new (x :: todo) (put compare_pair x seen)
  end.

Fixpoint explore (n : nat) (todo : list pair) (seen : found pair) : option (found pair) :=
  match todo with
  | [] => Some seen
  | x :: todo =>
      match n with
      | O => None
      | S n =>
          match follow x with
          | None => None
          | Some new => let (todo, seen) := add new todo seen in explore n todo seen
          end
      end
  end.

End Follow.

Definition first (a : name) (p : rule) : pair := (AbnfStep.start name a, PestState.start rule p).

Definition found_from (n : nat) (a : name) (p : rule) : option (found pair) :=
  explore (map learn (cells starts)) n [first a p] (put compare_pair (first a p) Empty).

Definition check (n : nat) (a : name) (p : rule) : bool :=
  PestStep.well rule transcribed fuel (Call p) &&
  match found_from n a p with
  | Some _ => true
  | None => false
  end.

(** ** The check is right *)

Section Closed.

Variable ks : list learned.
Notation follow := (follow ks).
Notation explore := (explore ks).

Definition closed (x : pair) (seen : found pair) : Prop :=
  exists new, follow x = Some new /\ forall y, In y new -> Has y seen.

Lemma add_right : forall new todo seen todo' seen',
  add new todo seen = (todo', seen') ->
  (forall x, Has x seen -> Has x seen') /\
  (forall x, In x todo -> In x todo') /\
  (forall x, In x new -> Has x seen') /\
  (forall x, Has x seen' -> Has x seen \/ In x todo').
Proof.
  induction new as [|x new IH]; intros todo seen todo' seen' H; cbn in H.
  - injection H as <- <-. repeat split; auto. intros x [].
  - destruct (has compare_pair x seen) eqn:X.
    + apply (has_right _ compare_pair_right) in X. apply IH in H as (A & B & C & D).
      repeat split; auto. intros y [<-|I]; auto.
    + apply IH in H as (A & B & C & D). repeat split.
      * intros y Y. apply A, put_Has; auto. apply compare_pair_right.
      * intros y Y. apply B. now right.
      * intros y [<-|Y]; auto. apply A, put_Has; auto. apply compare_pair_right.
      * intros y Y. destruct (D y Y) as [E|E]; auto. apply put_Has in E; [|apply compare_pair_right].
        destruct E as [->|E]; auto. right. apply B. now left.
Qed.

Lemma explore_right : forall n todo seen final,
  explore n todo seen = Some final ->
  (forall x, Has x seen -> In x todo \/ closed x seen) ->
  (forall x, Has x seen -> Has x final) /\ (forall x, Has x final -> closed x final).
Proof.
  induction n as [|n IH]; intros todo seen final E V.
  - destruct todo; [|discriminate]. injection E as <-. split; auto. intros x X. destruct (V x X) as [[]|C]; auto.
  - destruct todo as [|x todo]; cbn in E.
    + injection E as <-. split; auto. intros x X. destruct (V x X) as [[]|C]; auto.
    + destruct (follow x) as [new|] eqn:F; [|discriminate].
      destruct (add new todo seen) as [todo' seen'] eqn:A. apply add_right in A as (A & B & C & D).
      apply IH in E as [P Q].
      * split; auto.
      * intros y Y. destruct (D y Y) as [Z|Z]; auto. destruct (V y Z) as [[<-|W]|(l & L & W)]; auto.
        -- right. exists new. auto.
        -- right. exists l. auto.
Qed.

End Closed.

Lemma next_right : forall b cs x new, next b (map learn cs) x = Some new ->
  forall k, In k cs ->
  exists known known' a p,
    AbnfStep.known_right name printed k known /\
    PestStep.known_right rule transcribed k known' /\ PestStep.known_well rule transcribed known' /\
    AbnfStep.step_state name code printed known fuel k (fst x) = Some (b, a) /\
    PestState.step_state rule rule_code transcribed known' fuel k (snd x) = Some p /\ In (a, p) new.
Proof.
  intros b cs x. induction cs as [|k cs IH]; intros new H j J; [destruct J|]. cbn in H.
  destruct (AbnfStep.step_state _ _ _ _ _ k (fst x)) as [[empty a]|] eqn:A; [|discriminate].
  destruct (PestState.step_state _ _ _ _ _ k (snd x)) as [p|] eqn:P; [|discriminate].
  destruct (eqb empty b) eqn:E; [|discriminate]. apply eqb_prop in E. subst.
  destruct (next b (map learn cs) x) as [rest|]; [|discriminate]. injection H as <-. destruct J as [<-|J].
  - destruct (PestStep.learn_all_right rule rule_code rule_code_right transcribed fuel k rules) as [K L].
    eexists. eexists. exists a, p. split; [|split; [|split; [|split; [|split]]]]; try eassumption.
    + apply AbnfStep.learn_all_right. exact code_right.
    + cbn. auto.
  - destruct (IH _ eq_refl _ J) as (l & m & c & q & C & Q & I & F & G & H). exists l, m, c, q. cbn. auto 10.
Qed.

Notation all := (map learn (cells starts)).

Lemma closed_right : forall final, (forall x, Has x final -> closed all x final) ->
  forall w a p, Has (a, p) final -> PestState.state_well rule transcribed p ->
  exists b, PestState.holds rule transcribed w p b /\ (AbnfStep.state_derives name printed a w <-> b = true).
Proof.
  intros final C w. induction w as [|c w IH]; intros a p H W; destruct (C _ H) as (new & F & N); unfold follow in F;
    cbn [fst snd] in F; destruct (PestState.last_state rule transcribed fuel p) as [b|] eqn:L; try discriminate.
  - exists b. split; [eapply PestState.last_state_holds; eauto|].
    destruct (cells_cover starts 0%N) as (k & K & _).
    destruct (next_right _ _ _ _ F k K) as (l & m & a' & p' & R & _ & _ & A & _ & _). cbn in A.
    eapply AbnfStep.step_state_right in A as [A _]; eauto.
  - destruct (cells_cover starts c) as (k & K & I).
    destruct (next_right _ _ _ _ F k K) as (l & m & a' & p' & R & S & T & A & P & J). cbn in A, P.
    destruct (IH a' p') as (d & D & E); auto.
    { eapply PestState.step_state_well; eauto. }
    exists d. split.
    + eapply PestState.step_state_holds; eauto.
    + eapply AbnfStep.step_state_right in A as [_ A]; eauto. rewrite (A c w I). exact E.
Qed.

Theorem check_right : forall n a p, check n a p = true ->
  forall w, derives printed (Rule a) w <-> accepts transcribed p w.
Proof.
  intros n a p H w. apply andb_true_iff in H as [W H]. unfold found_from in H.
  destruct (explore all n [first a p] (put compare_pair (first a p) Empty)) as [final|] eqn:E; [|discriminate].
  destruct (explore_right _ _ _ _ _ E) as [P C].
  { intros x X. apply put_Has in X; [|apply compare_pair_right]. destruct X as [->|[]]. left. now left. }
  destruct (closed_right final C w (AbnfStep.start name a) (PestState.start rule p)) as (b & B & D).
  - apply P, put_Has; [apply compare_pair_right | now left].
  - eapply PestState.start_well; eauto.
  - rewrite (PestState.start_holds _ _ _ _ _ B), <- D. symmetry. apply AbnfStep.start_right.
Qed.

End Check.
