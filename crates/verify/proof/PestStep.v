(** What is left of an expression of pest when its first character is known.

    A predicate looks ahead of what it reads, so that more than one expression may be under way at once. A state is
    therefore a tree of tests: does this stack of expressions succeed on what follows? *)

From Coq Require Import NArith PArith PeanoNat List Lia Bool FMapPositive.
From Proof Require Import Abnf Pest Cells Order.
Import ListNotations.

Section Step.

Variable rule : Type.
Variable code : rule -> positive.
Hypothesis code_right : forall a b, code a = code b -> a = b.
Variable grammar : rule -> pest rule.

Notation pest := (pest rule).
Notation runs := (runs grammar).

(** ** Expressions in an order *)

Definition tag (a : pest) : positive :=
  match a with
  | Call _ => 1 | Str _ => 2 | Insensitive _ => 3 | Between _ _ => 4 | Any => 5 | Seq _ _ => 6 | Or _ _ => 7
  | Repeat _ _ _ => 8 | Ahead _ => 9 | Not _ => 10
  end.

Fixpoint compare_pest (x y : pest) : comparison :=
  match x, y with
  | Call a, Call b => Pos.compare (code a) (code b)
  | Str a, Str b => compare_list N.compare a b
  | Insensitive a, Insensitive b => compare_list N.compare a b
  | Between a b, Between c d => then_ (N.compare a c) (fun _ => N.compare b d)
  | Any, Any => Eq
  | Seq a b, Seq c d => then_ (compare_pest a c) (fun _ => compare_pest b d)
  | Or a b, Or c d => then_ (compare_pest a c) (fun _ => compare_pest b d)
  | Repeat a b x, Repeat c d y =>
      then_ (compare_nat a c) (fun _ => then_ (compare_option compare_nat b d) (fun _ => compare_pest x y))
  | Ahead a, Ahead b => compare_pest a b
  | Not a, Not b => compare_pest a b
  | _, _ => Pos.compare (tag x) (tag y)
  end.

Lemma compare_pest_right : right compare_pest.
Proof.
  pose proof (compare_list_right _ compare_N_right) as W.
  intros x. induction x; intros [] H; try discriminate; cbn in H;
    repeat (apply then_eq in H as [? H]); f_equal; auto.
  - apply code_right, compare_pos_right, H.
  - now apply compare_N_right.
  - now apply compare_N_right.
  - now apply compare_nat_right.
  - eapply compare_option_right; eauto. apply compare_nat_right.
Qed.

(** ** An expression has at most one outcome *)

Lemma runs_one : forall e w p, runs e w p -> forall q, runs e w q -> p = q.
Proof.
  intros e w p R. induction R; intros q Q; inversion Q; subst; auto;
    try congruence;
    try match goal with
    | H : _ ++ _ = _ ++ _ |- _ => apply app_inv_head in H; congruence
    | H : forall r, _ ++ _ <> _ ++ r |- _ => now destruct (H _ eq_refl)
    end;
    try match goal with
    | A : forall q, runs ?a ?w q -> ?p = q, B : runs ?a ?w ?r |- _ =>
        specialize (A _ B); try discriminate; try (injection A as <-); auto
    end;
    try match goal with
    | A : forall t r, same_but_case t ?s -> ?u ++ ?v <> t ++ r, B : same_but_case ?u ?s |- _ =>
        now destruct (A _ _ B eq_refl)
    end;
    try tauto.
  (* the same letters but for case, twice: as many of them *)
  assert (L : length t = length t0).
  { unfold same_but_case in *. rewrite <- (map_length lower t), <- (map_length lower t0). congruence. }
  assert (E : forall (a b x y : word), length a = length b -> a ++ x = b ++ y -> x = y).
  { clear. induction a as [|c a IH]; intros [|d b] x y L E; try discriminate; auto.
    injection E as -> E. injection L as L. eauto. }
  f_equal. symmetry. eapply E; [|eassumption]. auto.
Qed.

Lemma seq_inv : forall a b w res, runs (Seq a b) w res ->
  (exists r, runs a w (Some r) /\ runs b r res) \/ (runs a w None /\ res = None).
Proof.
  intros a b w res R. inversion R; subst; [left; eexists; eauto | auto].
Qed.

Definition enough (least : nat) (w : word) : option word := if Nat.eqb least 0 then Some w else None.

Lemma repeat_inv : forall least most a w res, runs (Repeat least most a) w res ->
  (exists r, runs a w (Some r) /\ runs (Repeat (pred least) (less most) a) r res) \/ res = enough least w.
Proof.
  intros least most a w res R. inversion R; subst; [left; eexists; eauto | auto | auto].
Qed.

(** ** What an expression leaves is not longer than what it was given *)

Lemma runs_shrinks : forall e w res, runs e w res -> forall r, res = Some r -> length r <= length w.
Proof.
  intros e w res R. induction R; intros q Q; try discriminate; try (injection Q as <-);
    rewrite ?app_length; cbn; auto; try lia.
  - specialize (IHR1 _ eq_refl). specialize (IHR2 _ Q). lia.
  - specialize (IHR1 _ eq_refl). specialize (IHR2 _ Q). lia.
  - destruct (Nat.eqb least 0); inversion Q; subst; auto.
  - destruct (Nat.eqb least 0); inversion Q; subst; auto.
Qed.

(** Whether the success of an expression is known to take a character. *)
Fixpoint consumes (fuel : nat) (e : pest) : bool :=
  match fuel with
  | O => false
  | S fuel =>
      match e with
      | Call name => consumes fuel (grammar name)
      | Str s | Insensitive s => match s with [] => false | _ => true end
      | Between _ _ | Any => true
      | Seq a b => consumes fuel a || consumes fuel b
      | Or a b => consumes fuel a && consumes fuel b
      | Repeat least _ a => negb (Nat.eqb least 0) && consumes fuel a
      | Ahead _ | Not _ => false
      end
  end.

Lemma consumes_right : forall fuel e w r,
  consumes fuel e = true -> runs e w (Some r) -> length r < length w.
Proof.
  induction fuel as [|fuel IH]; intros e w r C R; [discriminate|].
  destruct e as [name|s|s|low high| |a b|a b|least most a|a|a]; cbn in C; try discriminate.
  - inversion R; subst. eauto.
  - inversion R; subst. destruct s; [discriminate|]. rewrite app_length. cbn. lia.
  - inversion R; subst. destruct s as [|x s]; [discriminate|]. destruct t; [discriminate|].
    rewrite app_length. cbn. lia.
  - inversion R; subst. cbn. lia.
  - inversion R; subst. cbn. lia.
  - apply seq_inv in R as [(q & A & B)|[_ R]]; [|discriminate].
    pose proof (runs_shrinks _ _ _ A _ eq_refl). pose proof (runs_shrinks _ _ _ B _ eq_refl).
    apply orb_true_iff in C as [C|C].
    + specialize (IH _ _ _ C A). lia.
    + specialize (IH _ _ _ C B). lia.
  - apply andb_true_iff in C as [C D]. inversion R; subst; eauto.
  - apply andb_true_iff in C as [Z C]. apply negb_true_iff in Z. apply repeat_inv in R as [(q & A & B)|R].
    + specialize (IH _ _ _ C A). pose proof (runs_shrinks _ _ _ B _ eq_refl). lia.
    + unfold enough in R. rewrite Z in R. discriminate.
Qed.

(** ** An expression that is well formed succeeds or fails on every word *)

Fixpoint well (fuel : nat) (e : pest) : bool :=
  match fuel with
  | O => false
  | S n =>
      match e with
      | Call name => well n (grammar name)
      | Str _ | Insensitive _ | Between _ _ | Any => true
      | Seq a b | Or a b => well n a && well n b
      | Repeat _ most a => well n a && (match most with Some _ => true | None => consumes n a end)
      | Ahead a | Not a => well n a
      end
  end.

Definition Well (e : pest) : Prop := exists fuel, well fuel e = true.

Definition ends (e : pest) : Prop := forall w, exists res, runs e w res.

Lemma begins_or_not : forall (s w : word), (exists r, w = s ++ r) \/ (forall r, w <> s ++ r).
Proof.
  induction s as [|x s IH]; intros w.
  - left. now exists w.
  - destruct w as [|y w]; [right; discriminate|].
    destruct (N.eq_dec x y) as [->|D].
    + destruct (IH w) as [[r ->]|N].
      * left. now exists r.
      * right. intros r E. injection E as E. now apply (N r).
    + right. intros r E. injection E as E _. congruence.
Qed.

Lemma text_begins_or_not : forall (s w : word),
  (exists t r, same_but_case t s /\ w = t ++ r) \/ (forall t r, same_but_case t s -> w <> t ++ r).
Proof.
  unfold same_but_case. induction s as [|x s IH]; intros w.
  - left. exists [], w. auto.
  - destruct w as [|y w].
    { right. intros [|z t] r E F; discriminate. }
    destruct (N.eq_dec (lower y) (lower x)) as [Y|D].
    + destruct (IH w) as [(t & r & T & ->)|N].
      * left. exists (y :: t), r. cbn. rewrite Y, T. auto.
      * right. intros [|z t] r E F; [discriminate|]. injection E as E1 E2. injection F as -> F.
        now apply (N t r).
    + right. intros [|z t] r E F; [discriminate|]. injection E as E1 E2. injection F as -> F. congruence.
Qed.

Lemma repeat_ends_n : forall a, ends a -> forall m least w, exists res, runs (Repeat least (Some m) a) w res.
Proof.
  intros a A. induction m as [|m IH]; intros least w.
  - eexists. apply runs_full.
  - destruct (A w) as [[r|] R].
    + destruct (IH (pred least) r) as [res Q]. exists res. eapply runs_more; eauto. discriminate.
    + eexists. apply runs_no_more; auto. discriminate.
Qed.

Lemma repeat_ends : forall a,
  ends a -> (forall w r, runs a w (Some r) -> length r < length w) ->
  forall n least w, length w < n -> exists res, runs (Repeat least None a) w res.
Proof.
  intros a A C. induction n as [|n IH]; intros least w L; [lia|].
  destruct (A w) as [[r|] R].
  - specialize (C _ _ R). destruct (IH (pred least) r) as [res Q]; [lia|].
    exists res. eapply runs_more; eauto. discriminate.
  - eexists. apply runs_no_more; auto. discriminate.
Qed.

Lemma well_ends : forall fuel e, well fuel e = true -> ends e.
Proof.
  induction fuel as [|n IH]; intros e W; [discriminate|].
  destruct e as [name|s|s|low high| |a b|a b|least most a|a|a]; cbn in W.
  - intros w. destruct (IH _ W w) as [res R]. exists res. now constructor.
  - intros w. destruct (begins_or_not s w) as [[r ->]|N]; eexists; constructor; auto.
  - intros w. destruct (text_begins_or_not s w) as [(t & r & T & ->)|N]; eexists; constructor; auto.
  - intros [|c w]; [eexists; constructor|].
    destruct (N.le_gt_cases low c), (N.le_gt_cases c high).
    + eexists. now apply runs_between.
    + eexists. apply fails_between. lia.
    + eexists. apply fails_between. lia.
    + eexists. apply fails_between. lia.
  - intros [|c w]; eexists; constructor.
  - apply andb_true_iff in W as [A B]. intros w. destruct (IH _ A w) as [[r|] R].
    + destruct (IH _ B r) as [res Q]. exists res. eapply runs_seq; eauto.
    + exists None. now apply fails_seq.
  - apply andb_true_iff in W as [A B]. intros w. destruct (IH _ A w) as [[r|] R].
    + exists (Some r). now apply runs_first.
    + destruct (IH _ B w) as [res Q]. exists res. now apply runs_second.
  - apply andb_true_iff in W as [A B]. destruct most as [m|].
    + intros w. apply repeat_ends_n. eauto.
    + intros w. eapply repeat_ends; eauto. intros. eapply consumes_right; eauto.
  - intros w. destruct (IH _ W w) as [[r|] R]; eexists; [eapply runs_ahead | eapply fails_ahead]; eauto.
  - intros w. destruct (IH _ W w) as [[r|] R]; eexists; [eapply fails_not | eapply runs_not]; eauto.
Qed.

(** ** Stacks *)

Definition stack : Type := list pest.

Inductive stack_runs : stack -> word -> option word -> Prop :=
| stack_done w : stack_runs [] w (Some w)
| stack_more a s w r res : runs a w (Some r) -> stack_runs s r res -> stack_runs (a :: s) w res
| stack_fails a s w : runs a w None -> stack_runs (a :: s) w None.

Lemma stack_inv : forall a s w res, stack_runs (a :: s) w res ->
  (exists r, runs a w (Some r) /\ stack_runs s r res) \/ (runs a w None /\ res = None).
Proof.
  intros a s w res R. inversion R; subst; [left; eexists; eauto | auto].
Qed.

Lemma stack_one : forall s w p, stack_runs s w p -> forall q, stack_runs s w q -> p = q.
Proof.
  intros s w p R. induction R as [w|a s w r res A R IH|a s w A]; intros q Q.
  - now inversion Q.
  - apply stack_inv in Q as [(x & B & S)|[B ->]].
    + pose proof (runs_one _ _ _ A _ B) as E. injection E as <-. auto.
    + pose proof (runs_one _ _ _ A _ B). discriminate.
  - apply stack_inv in Q as [(x & B & S)|[B ->]]; auto.
    pose proof (runs_one _ _ _ A _ B). discriminate.
Qed.

Lemma stack_ends : forall s, Forall Well s -> forall w, exists res, stack_runs s w res.
Proof.
  intros s W. induction W as [|a s [n A] W IH]; intros w.
  - eexists. constructor.
  - destruct (well_ends _ _ A w) as [[r|] R].
    + destruct (IH r) as [res Q]. exists res. econstructor; eauto.
    + exists None. now constructor.
Qed.

Lemma stack_app : forall s t w res,
  stack_runs (s ++ t) w res ->
  (exists r, stack_runs s w (Some r) /\ stack_runs t r res) \/ (stack_runs s w None /\ res = None).
Proof.
  induction s as [|a s IH]; intros t w res R; cbn in R.
  - left. exists w. split; auto. constructor.
  - apply stack_inv in R as [(x & A & R)|[A ->]].
    + destruct (IH _ _ _ R) as [(q & S & T)|[S ->]].
      * left. exists q. split; auto. econstructor; eauto.
      * right. split; auto. econstructor; eauto.
    + right. split; auto. now constructor.
Qed.

Lemma stack_single : forall a w res, stack_runs [a] w res -> runs a w res.
Proof.
  intros a w res R. apply stack_inv in R as [(r & A & S)|[A ->]]; auto. now inversion S; subst.
Qed.

(** ** The step

    What became of an expression at the first character: it has failed, it has succeeded without the character, or
    it has read the character and succeeds if a stack does. Between these lie tests of what follows the character. *)

Inductive leaf : Type :=
| Failed
| Kept
| Read (s : stack).

Inductive tree : Type :=
| Leaf (l : leaf)
| Test (s : stack) (yes no : tree).

(** What the outcome is, of [c :: w]. *)
Definition leaf_runs (c : char) (w : word) (l : leaf) (res : option word) : Prop :=
  match l with
  | Failed => res = None
  | Kept => res = Some (c :: w)
  | Read s => stack_runs s w res
  end.

Fixpoint reaches (w : word) (t : tree) (l : leaf) : Prop :=
  match t with
  | Leaf k => k = l
  | Test s yes no => (exists r, stack_runs s w (Some r)) /\ reaches w yes l \/ stack_runs s w None /\ reaches w no l
  end.

Definition tree_runs (c : char) (w : word) (t : tree) (res : option word) : Prop :=
  exists l, reaches w t l /\ leaf_runs c w l res.

Definition test (s : stack) (yes no : tree) : tree :=
  match s with
  | [] => yes
  | _ => Test s yes no
  end.

Lemma test_reaches : forall s yes no w l, reaches w (test s yes no) l -> reaches w (Test s yes no) l.
Proof.
  intros [|a s] yes no w l H; auto. left. split; auto. exists w. constructor.
Qed.

(** Another tree in the place of each leaf. *)
Fixpoint graft (f : leaf -> option tree) (t : tree) : option tree :=
  match t with
  | Leaf l => f l
  | Test s yes no =>
      match graft f yes, graft f no with
      | Some yes, Some no => Some (test s yes no)
      | _, _ => None
      end
  end.

Lemma graft_reaches : forall f t t' w l,
  graft f t = Some t' -> reaches w t' l -> exists k u, reaches w t k /\ f k = Some u /\ reaches w u l.
Proof.
  intros f t. induction t as [k|s yes IHy no IHn]; intros t' w l G R; cbn in G.
  - exists k, t'. cbn. auto.
  - destruct (graft f yes) as [y|] eqn:Y; [|discriminate]. destruct (graft f no) as [n|] eqn:N; [|discriminate].
    injection G as <-. apply test_reaches in R. destruct R as [[S R]|[S R]].
    + destruct (IHy _ _ _ eq_refl R) as (k & u & A & B & C). exists k, u. cbn. auto.
    + destruct (IHn _ _ _ eq_refl R) as (k & u & A & B & C). exists k, u. cbn. auto.
Qed.

Definition rest_str (s : word) : stack := match s with [] => [] | _ => [Str s] end.
Definition rest_insensitive (s : word) : stack := match s with [] => [] | _ => [Insensitive s] end.
Definition rest_repeat (least : nat) (most : option nat) (a : pest) : stack :=
  match least, most with
  | O, Some O => []
  | _, _ => [Repeat least most a]
  end.

Definition one (b : option bool) (s : stack) : option tree :=
  match b with
  | Some true => Some (Leaf (Read s))
  | Some false => Some (Leaf Failed)
  | None => None
  end.

Definition stop (least : nat) : leaf := if Nat.eqb least 0 then Kept else Failed.

(** What is known of the rules for one cell, so that it is not worked out again. *)
Definition knowledge : Type := rule -> option tree.

Fixpoint step (known : knowledge) (fuel : nat) (k : cell) (e : pest) : option tree :=
  match fuel with
  | O => None
  | S fuel =>
      let of (a : pest) (f : leaf -> option tree) : option tree :=
        match step known fuel k a with
        | Some t => graft f t
        | None => None
        end in
      match e with
      | Call name =>
          match known name with
          | Some t => Some t
          | None => step known fuel k (grammar name)
          end
      | Str [] | Insensitive [] => Some (Leaf Kept)
      | Str (x :: s) => one (is x k) (rest_str s)
      | Insensitive (x :: s) => one (is_text x k) (rest_insensitive s)
      | Between low high => one (within low high k) []
      | Any => Some (Leaf (Read []))
      | Seq a b =>
          of a (fun l => match l with
            | Failed => Some (Leaf Failed)
            | Kept => step known fuel k b
            | Read s => Some (Leaf (Read (s ++ [b])))
            end)
      | Or a b =>
          of a (fun l => match l with
            | Failed => step known fuel k b
            | Kept => Some (Leaf Kept)
            | Read [] => Some (Leaf (Read []))
            | Read s =>
                match step known fuel k b with
                | Some t => Some (test s (Leaf (Read s)) t)
                | None => None
                end
            end)
      | Repeat least most a =>
          match most with
          | Some O => Some (Leaf (stop least))
          | _ =>
              of a (fun l => match l with
                | Failed => Some (Leaf (stop least))
                | Kept => step known fuel k (Repeat (pred least) (less most) a)
                | Read s =>
                    Some (test s (Leaf (Read (s ++ rest_repeat (pred least) (less most) a))) (Leaf (stop least)))
                end)
          end
      | Ahead a =>
          of a (fun l => match l with
            | Failed => Some (Leaf Failed)
            | Kept => Some (Leaf Kept)
            | Read s => Some (test s (Leaf Kept) (Leaf Failed))
            end)
      | Not a =>
          of a (fun l => match l with
            | Failed => Some (Leaf Kept)
            | Kept => Some (Leaf Failed)
            | Read s => Some (test s (Leaf Failed) (Leaf Kept))
            end)
      end
  end.

(** *** The step is right *)

Definition known_right (k : cell) (known : knowledge) : Prop :=
  forall name t, known name = Some t ->
  forall c w res, inside k c -> tree_runs c w t res -> runs (Call name) (c :: w) res.

Lemma graft_runs : forall f t t' c w res,
  graft f t = Some t' -> tree_runs c w t' res ->
  exists l u, reaches w t l /\ f l = Some u /\ tree_runs c w u res.
Proof.
  intros f t t' c w res G (l & R & L). destruct (graft_reaches _ _ _ _ _ G R) as (k & u & A & B & C).
  exists k, u. repeat split; auto. exists l. auto.
Qed.

Lemma test_runs : forall s yes no c w res,
  tree_runs c w (test s yes no) res ->
  (exists r, stack_runs s w (Some r) /\ tree_runs c w yes res) \/ (stack_runs s w None /\ tree_runs c w no res).
Proof.
  intros s yes no c w res (l & R & L). apply test_reaches in R. destruct R as [[[r S] R]|[S R]].
  - left. exists r. split; auto. exists l. auto.
  - right. split; auto. exists l. auto.
Qed.

Lemma leaf_tree : forall c w l res, tree_runs c w (Leaf l) res -> leaf_runs c w l res.
Proof. intros c w l res (k & <- & L). exact L. Qed.

Lemma stop_runs : forall least c w res, leaf_runs c w (stop least) res -> res = enough least (c :: w).
Proof. intros least c w res. unfold stop, enough. destruct (Nat.eqb least 0); auto. Qed.

Lemma rest_str_runs : forall s w res, stack_runs (rest_str s) w res -> runs (Str s) w res.
Proof.
  intros [|x s] w res R; [|now apply stack_single].
  inversion R; subst. apply (runs_str _ _ [] w).
Qed.

Lemma rest_insensitive_runs : forall s w res,
  stack_runs (rest_insensitive s) w res -> runs (Insensitive s) w res.
Proof.
  intros [|x s] w res R; [|now apply stack_single].
  inversion R; subst. now apply (runs_insensitive _ _ [] [] w).
Qed.

Lemma rest_repeat_runs : forall least most a w res,
  stack_runs (rest_repeat least most a) w res -> runs (Repeat least most a) w res.
Proof.
  intros [|least] [[|m]|] a w res R; try now apply stack_single.
  inversion R; subst. apply (runs_full _ _ 0).
Qed.

Lemma one_runs : forall b s t c w res,
  one b s = Some t -> tree_runs c w t res ->
  (b = Some true /\ stack_runs s w res) \/ (b = Some false /\ res = None).
Proof.
  intros [[]|] s t c w res O R; inversion O; subst; apply leaf_tree in R; cbn in R; auto.
Qed.

Lemma step_runs : forall known k, known_right k known -> forall fuel e t, step known fuel k e = Some t ->
  forall c w res, inside k c -> tree_runs c w t res -> runs e (c :: w) res.
Proof.
  intros known k K. induction fuel as [|fuel IH]; intros e t H c w res I R; [discriminate|].
  destruct e as [name|s|s|low high| |a b|a b|least most a|a|a]; cbn in H.
  - destruct (known name) as [u|] eqn:Q; [injection H as ->; eapply K; eauto|]. constructor. eauto.
  - destruct s as [|x s].
    + injection H as <-. apply leaf_tree in R. cbn in R. subst. apply (runs_str _ _ [] (c :: w)).
    + destruct (one_runs _ _ _ _ _ _ H R) as [[E S]|[E ->]]; pose proof (is_right _ _ _ _ E I) as C.
      * destruct C as [_ C]. rewrite (C eq_refl). apply rest_str_runs in S. inversion S; subst.
        -- apply (runs_str _ _ (x :: s)).
        -- constructor. intros r F. injection F as F. now apply (H1 r).
      * constructor. intros r F. injection F as F _. destruct C as [C _]. discriminate (C F).
  - destruct s as [|x s].
    + injection H as <-. apply leaf_tree in R. cbn in R. subst. now apply (runs_insensitive _ _ [] [] (c :: w)).
    + destruct (one_runs _ _ _ _ _ _ H R) as [[E S]|[E ->]]; pose proof (is_text_right _ _ _ _ E I) as C.
      * destruct C as [_ C]. specialize (C eq_refl). apply rest_insensitive_runs in S. inversion S; subst.
        -- apply (runs_insensitive _ _ (x :: s) (c :: t0)). unfold same_but_case in *. cbn. congruence.
        -- constructor. intros [|y u] r T F; [discriminate|]. injection F as -> F. injection T as T U.
           now apply (H1 u r).
      * constructor. intros [|y u] r T F; [discriminate|]. injection F as -> F. injection T as T U.
        destruct C as [C _]. discriminate (C T).
  - destruct (one_runs _ _ _ _ _ _ H R) as [[E S]|[E ->]]; pose proof (within_right _ _ _ _ _ E I) as C.
    + destruct C as [_ C]. destruct (C eq_refl). inversion S; subst. now constructor.
    + constructor. intros D. apply C in D. discriminate.
  - injection H as <-. apply leaf_tree in R. inversion R; subst. constructor.
  - destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    destruct (graft_runs _ _ _ _ _ _ H R) as (l & u & L & F & U).
    assert (G : forall p, leaf_runs c w l p -> runs a (c :: w) p).
    { intros p P. apply (IH _ _ A c w p I). exists l. auto. }
    destruct l as [| |s].
    + injection F as <-. apply leaf_tree in U. cbn in U. subst. apply fails_seq. now apply G.
    + eapply runs_seq; [now apply G|]. eauto.
    + injection F as <-. apply leaf_tree in U. cbn in U. apply stack_app in U as [(r & S & T)|[S ->]].
      * eapply runs_seq; [apply G; exact S|]. now apply stack_single.
      * apply fails_seq. now apply G.
  - destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    destruct (graft_runs _ _ _ _ _ _ H R) as (l & u & L & F & U).
    assert (G : forall p, leaf_runs c w l p -> runs a (c :: w) p).
    { intros p P. apply (IH _ _ A c w p I). exists l. auto. }
    destruct l as [| |s].
    + apply runs_second; [now apply G|]. eauto.
    + injection F as <-. apply leaf_tree in U. cbn in U. subst. apply runs_first. now apply G.
    + destruct s as [|y s].
      * injection F as <-. apply leaf_tree in U. inversion U; subst. apply runs_first. now apply G.
      * destruct (step known fuel k b) as [tb|] eqn:B; [|discriminate]. injection F as <-.
        apply (test_runs (y :: s)) in U as [(r & S & U)|[S U]].
        -- apply leaf_tree in U. cbn in U. pose proof (stack_one _ _ _ S _ U) as <-.
           apply runs_first. now apply G.
        -- apply runs_second; [now apply G|]. eauto.
  - destruct (match most with Some O => true | _ => false end) eqn:Z.
    + destruct most as [[|m]|]; try discriminate. injection H as <-. apply leaf_tree, stop_runs in R. subst.
      apply runs_full.
    + assert (M : most <> Some 0) by (intros ->; discriminate).
      destruct (step known fuel k a) as [ta|] eqn:A; [|destruct most as [[|]|]; discriminate].
      assert (H' : graft (fun l => match l with
                | Failed => Some (Leaf (stop least))
                | Kept => step known fuel k (Repeat (pred least) (less most) a)
                | Read s =>
                    Some (test s (Leaf (Read (s ++ rest_repeat (pred least) (less most) a))) (Leaf (stop least)))
                end) ta = Some t) by (destruct most as [[|]|]; auto; discriminate).
      clear H. destruct (graft_runs _ _ _ _ _ _ H' R) as (l & u & L & F & U).
      assert (G : forall p, leaf_runs c w l p -> runs a (c :: w) p).
      { intros p P. apply (IH _ _ A c w p I). exists l. auto. }
      destruct l as [| |s].
      * injection F as <-. apply leaf_tree, stop_runs in U. subst. apply runs_no_more; auto. now apply G.
      * eapply runs_more; [auto | now apply G | eauto].
      * injection F as <-. apply test_runs in U as [(r & S & U)|[S U]]; apply leaf_tree in U.
        -- cbn in U. apply stack_app in U as [(q & T & V)|[T _]]; pose proof (stack_one _ _ _ S _ T) as E.
           ++ injection E as <-. eapply runs_more; [auto | apply G; exact S | now apply rest_repeat_runs].
           ++ discriminate.
        -- apply stop_runs in U. subst. apply runs_no_more; [exact M | apply G; exact S].
  - destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    destruct (graft_runs _ _ _ _ _ _ H R) as (l & u & L & F & U).
    assert (G : forall p, leaf_runs c w l p -> runs a (c :: w) p).
    { intros p P. apply (IH _ _ A c w p I). exists l. auto. }
    destruct l as [| |s]; injection F as <-.
    + apply leaf_tree in U. cbn in U. subst. apply fails_ahead. now apply G.
    + apply leaf_tree in U. cbn in U. subst. eapply runs_ahead. now apply G.
    + apply test_runs in U as [(r & S & U)|[S U]]; apply leaf_tree in U; cbn in U; subst.
      * eapply runs_ahead. apply G. exact S.
      * apply fails_ahead. now apply G.
  - destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    destruct (graft_runs _ _ _ _ _ _ H R) as (l & u & L & F & U).
    assert (G : forall p, leaf_runs c w l p -> runs a (c :: w) p).
    { intros p P. apply (IH _ _ A c w p I). exists l. auto. }
    destruct l as [| |s]; injection F as <-.
    + apply leaf_tree in U. cbn in U. subst. apply runs_not. now apply G.
    + apply leaf_tree in U. cbn in U. subst. eapply fails_not. now apply G.
    + apply test_runs in U as [(r & S & U)|[S U]]; apply leaf_tree in U; cbn in U; subst.
      * eapply fails_not. apply G. exact S.
      * apply runs_not. now apply G.
Qed.

(** *** The step keeps expressions well formed *)

Definition leaf_well (l : leaf) : Prop := match l with Read s => Forall Well s | _ => True end.

Fixpoint tree_well (t : tree) : Prop :=
  match t with
  | Leaf l => leaf_well l
  | Test s yes no => Forall Well s /\ tree_well yes /\ tree_well no
  end.

Lemma test_well : forall s yes no, Forall Well s -> tree_well yes -> tree_well no -> tree_well (test s yes no).
Proof. intros [|a s] yes no S Y N; cbn; auto. Qed.

Lemma graft_well : forall f t t', graft f t = Some t' -> tree_well t ->
  (forall l u, leaf_well l -> f l = Some u -> tree_well u) -> tree_well t'.
Proof.
  intros f t. induction t as [l|s yes IHy no IHn]; intros t' G W F; cbn in *; eauto.
  destruct W as (S & Y & N). destruct (graft f yes); [|discriminate]. destruct (graft f no); [|discriminate].
  injection G as <-. apply test_well; eauto.
Qed.

Lemma well_two : forall n a b, well n a && well n b = true -> Well a /\ Well b.
Proof. intros n a b H. apply andb_true_iff in H as [A B]. split; now exists n. Qed.

Lemma stop_well : forall least, leaf_well (stop least).
Proof. intros least. unfold stop. destruct (Nat.eqb least 0); exact I. Qed.

Lemma repeat_well : forall least most a,
  Well (Repeat least most a) -> Well a /\ forall n, Well (Repeat n (less most) a).
Proof.
  intros least most a [[|n] W]; [discriminate|]. cbn in W. pose proof W as V. apply andb_true_iff in W as [A B].
  split; [now exists n|]. intros m. exists (S n). cbn. rewrite A. destruct most; auto.
Qed.

Lemma rest_repeat_well : forall least most a,
  Well (Repeat least most a) -> Forall Well (rest_repeat least most a).
Proof. intros [|n] [[|m]|] a W; cbn; auto. Qed.

Lemma one_well : forall b s t, one b s = Some t -> Forall Well s -> tree_well t.
Proof. intros [[]|] s t O W; inversion O; cbn; auto. Qed.

Definition known_well (known : knowledge) : Prop :=
  forall name t, known name = Some t -> Well (Call name) -> tree_well t.

Lemma step_well : forall known k, known_well known -> forall fuel e t,
  step known fuel k e = Some t -> Well e -> tree_well t.
Proof.
  intros known k K. induction fuel as [|fuel IH]; intros e t H W; [discriminate|].
  destruct e as [name|s|s|low high| |a b|a b|least most a|a|a]; cbn in H.
  - destruct (known name) as [u|] eqn:Q; [injection H as ->; eapply K; eauto|].
    apply IH in H; auto. destruct W as [[|n] W]; [discriminate|]. now exists n.
  - destruct s as [|x s]; [now injection H as <-|]. eapply one_well; eauto.
    destruct s; cbn; auto. constructor; auto. now exists 1.
  - destruct s as [|x s]; [now injection H as <-|]. eapply one_well; eauto.
    destruct s; cbn; auto. constructor; auto. now exists 1.
  - eapply one_well; eauto.
  - injection H as <-. cbn. auto.
  - destruct W as [[|n] W]; [discriminate|]. apply well_two in W as [Wa Wb].
    destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    eapply graft_well; eauto. intros [| |s] u L F; eauto; injection F as <-; cbn; auto.
    apply Forall_app. auto.
  - destruct W as [[|n] W]; [discriminate|]. apply well_two in W as [Wa Wb].
    destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    eapply graft_well; eauto. intros [| |[|y s]] u L F; eauto; try (injection F as <-; cbn; auto; fail).
    destruct (step known fuel k b) as [tb|] eqn:B; [|discriminate]. injection F as <-. apply (test_well (y :: s)); eauto.
  - pose proof (repeat_well _ _ _ W) as [Wa Wr]. destruct (step known fuel k a) as [ta|] eqn:A.
    + destruct most as [[|m]|].
      * injection H as <-. apply stop_well.
      * eapply graft_well; eauto. intros [| |s] u L F; eauto; injection F as <-; [apply stop_well|].
        apply test_well; [exact L | | apply stop_well]. apply Forall_app. split; [exact L|]. apply rest_repeat_well, Wr.
      * eapply graft_well; eauto. intros [| |s] u L F; eauto; injection F as <-; [apply stop_well|].
        apply test_well; [exact L | | apply stop_well]. apply Forall_app. split; [exact L|]. apply rest_repeat_well, Wr.
    + destruct most as [[|m]|]; try discriminate. injection H as <-. apply stop_well.
  - destruct W as [[|n] W]; [discriminate|]. cbn in W.
    destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    eapply graft_well; eauto; [eapply IH; eauto; now exists n|].
    intros [| |s] u L F; injection F as <-; cbn; auto. apply test_well; cbn; auto.
  - destruct W as [[|n] W]; [discriminate|]. cbn in W.
    destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    eapply graft_well; eauto; [eapply IH; eauto; now exists n|].
    intros [| |s] u L F; injection F as <-; cbn; auto. apply test_well; cbn; auto.
Qed.

(** ** What is known of the rules: worked out once for each cell *)

Definition table : Type := PositiveMap.t tree.

Definition look (t : table) : knowledge := fun name => PositiveMap.find (code name) t.

Definition learn (fuel : nat) (k : cell) (t : table) (name : rule) : table :=
  match step (look t) fuel k (Call name) with
  | Some answer => PositiveMap.add (code name) answer t
  | None => t
  end.

Definition learn_all (fuel : nat) (k : cell) (names : list rule) : table :=
  fold_left (learn fuel k) names (PositiveMap.empty _).

Definition sound (k : cell) (known : knowledge) : Prop := known_right k known /\ known_well known.

Lemma learn_right : forall fuel k t name, sound k (look t) -> sound k (look (learn fuel k t name)).
Proof.
  intros fuel k t name K. unfold learn. destruct (step (look t) fuel k (Call name)) as [a|] eqn:S; auto.
  destruct K as [K L]. split; intros n u F; unfold look in F;
    destruct (Pos.eq_dec (code n) (code name)) as [E|E].
  - apply code_right in E. subst. rewrite PositiveMap.gss in F. injection F as <-. eapply step_runs; eauto.
  - rewrite PositiveMap.gso in F by assumption. now apply K.
  - apply code_right in E. subst. rewrite PositiveMap.gss in F. injection F as <-. eapply step_well; eauto.
  - rewrite PositiveMap.gso in F by assumption. now apply L.
Qed.

Lemma learn_all_right : forall fuel k names, sound k (look (learn_all fuel k names)).
Proof.
  intros fuel k names. unfold learn_all.
  assert (K : sound k (look (PositiveMap.empty _))).
  { split; intros n u F; unfold look in F; rewrite PositiveMap.gempty in F; discriminate. }
  revert K. generalize (PositiveMap.empty tree). induction names as [|n names IH]; intros t K; auto.
  apply IH, learn_right, K.
Qed.

End Step.
