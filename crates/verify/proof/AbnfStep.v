(** What is left of a term of ABNF when its first character is known: Antimirov's partial derivatives.

    A stack of terms derives what these derive one after another. A cell of characters takes a term to a list of
    stacks: the term derives [c :: w] if and only if one of them derives [w]. *)

From Coq Require Import NArith PArith PeanoNat List Lia Bool FMapPositive.
From Proof Require Import Abnf Cells Order.
Import ListNotations.

(** [list char] is [word], also for [lia]. *)
Ltac arith := unfold word in *; cbn in *; lia.

Section Step.

Variable rule : Type.
Variable code : rule -> positive.
Hypothesis code_right : forall a b, code a = code b -> a = b.
Variable grammar : rule -> abnf rule.

Notation abnf := (abnf rule).
Notation derives := (derives grammar).

(** ** Terms in an order *)

Definition tag (a : abnf) : positive :=
  match a with
  | Rule _ => 1 | Value _ => 2 | Text _ => 3 | Cat _ _ => 4 | Alt _ _ => 5 | Range _ _ => 6 | Rep _ _ _ => 7
  end.

Fixpoint compare_abnf (x y : abnf) : comparison :=
  match x, y with
  | Rule a, Rule b => Pos.compare (code a) (code b)
  | Value a, Value b => compare_list N.compare a b
  | Text a, Text b => compare_list N.compare a b
  | Cat a b, Cat c d => then_ (compare_abnf a c) (fun _ => compare_abnf b d)
  | Alt a b, Alt c d => then_ (compare_abnf a c) (fun _ => compare_abnf b d)
  | Range a b, Range c d => then_ (N.compare a c) (fun _ => N.compare b d)
  | Rep a b x, Rep c d y =>
      then_ (compare_nat a c) (fun _ => then_ (compare_option compare_nat b d) (fun _ => compare_abnf x y))
  | _, _ => Pos.compare (tag x) (tag y)
  end.

Lemma compare_abnf_right : right compare_abnf.
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

(** ** Stacks *)

Definition stack : Type := list abnf.

Fixpoint stack_derives (s : stack) (w : word) : Prop :=
  match s with
  | [] => w = []
  | a :: rest => exists u v, w = u ++ v /\ derives a u /\ stack_derives rest v
  end.

Lemma stack_app : forall s t w,
  stack_derives (s ++ t) w <-> exists u v, w = u ++ v /\ stack_derives s u /\ stack_derives t v.
Proof.
  induction s as [|a s IH]; intros t w; cbn.
  - split.
    + intros H. exists [], w. auto.
    + intros (u & v & -> & -> & H). exact H.
  - split.
    + intros (u & v & -> & A & H). apply IH in H as (x & y & -> & S & T).
      exists (u ++ x), y. rewrite app_assoc. split; auto. split; auto. exists u, x. auto.
    + intros (u & v & -> & (x & y & -> & A & S) & T). exists x, (y ++ v). rewrite app_assoc.
      split; auto. split; auto. apply IH. exists y, v. auto.
Qed.

Lemma stack_one : forall a w, stack_derives [a] w <-> derives a w.
Proof.
  intros a w. cbn. split.
  - intros (u & v & -> & A & ->). now rewrite app_nil_r.
  - intros A. exists w, []. rewrite app_nil_r. auto.
Qed.

(** What is left of a literal or of a repetition: nothing, where nothing more can come. *)
Definition rest_value (s : word) : stack := match s with [] => [] | _ => [Value s] end.
Definition rest_text (s : word) : stack := match s with [] => [] | _ => [Text s] end.
Definition rest_rep (least : nat) (most : option nat) (a : abnf) : stack :=
  match least, most with
  | O, Some O => []
  | _, _ => [Rep least most a]
  end.

Definition less (most : option nat) : option nat := option_map pred most.

(** ** The step: whether the term derives the empty word, and the stacks that are left; [None] where the fuel, which
    counts the terms that one is in, does not suffice, or a cell is too wide. *)

Definition one (b : option bool) (s : stack) : option (bool * list stack) :=
  match b with
  | Some true => Some (false, [s])
  | Some false => Some (false, [])
  | None => None
  end.

Definition repeats (least : nat) (most : option nat) : bool :=
  match most with
  | Some m => Nat.leb least m
  | None => true
  end.

(** What is known of the names for one cell, so that it is not worked out again. *)
Definition knowledge : Type := rule -> option (bool * list stack).

Fixpoint step (known : knowledge) (fuel : nat) (k : cell) (e : abnf) : option (bool * list stack) :=
  match fuel with
  | O => None
  | S fuel =>
      match e with
      | Rule name =>
          match known name with
          | Some answer => Some answer
          | None => step known fuel k (grammar name)
          end
      | Value [] | Text [] => Some (true, [])
      | Value (x :: s) => one (is x k) (rest_value s)
      | Text (x :: s) => one (is_text x k) (rest_text s)
      | Range low high => one (within low high k) []
      | Cat a b =>
          match step known fuel k a with
          | None => None
          | Some (empty, ls) =>
              let ls := map (fun s => s ++ [b]) ls in
              if empty then
                match step known fuel k b with
                | None => None
                | Some (empty, more) => Some (empty, ls ++ more)
                end
              else Some (false, ls)
          end
      | Alt a b =>
          match step known fuel k a, step known fuel k b with
          | Some (empty, ls), Some (empty', more) => Some (empty || empty', ls ++ more)
          | _, _ => None
          end
      | Rep least most a =>
          if repeats least most then
            match most with
            | Some O => Some (true, [])
            | _ =>
                match step known fuel k a with
                | None => None
                | Some (empty, ls) =>
                    Some (empty || Nat.eqb least 0,
                          map (fun s => s ++ rest_rep (pred least) (less most) a) ls)
                end
            end
          else None
      end
  end.

Definition step_right (k : cell) (e : abnf) (empty : bool) (ls : list stack) : Prop :=
  (derives e [] <-> empty = true) /\
  (forall c w, inside k c -> (derives e (c :: w) <-> exists s, In s ls /\ stack_derives s w)).

Definition known_right (k : cell) (known : knowledge) : Prop :=
  forall name empty ls, known name = Some (empty, ls) -> step_right k (Rule name) empty ls.

(** *** Each kind of term *)

Lemma rest_value_right : forall s w, stack_derives (rest_value s) w <-> w = s.
Proof.
  intros [|x s] w; [cbn; tauto|]. unfold rest_value. rewrite stack_one. split.
  - intros H. now inversion H.
  - intros ->. constructor.
Qed.

Lemma rest_text_right : forall s w, stack_derives (rest_text s) w <-> same_but_case w s.
Proof.
  intros [|x s] w.
  - cbn. unfold same_but_case. cbn. destruct w; cbn; split; congruence.
  - unfold rest_text. rewrite stack_one. split.
    + intros H. now inversion H.
    + intros H. now constructor.
Qed.

Lemma value_right : forall x s k b empty ls,
  is x k = Some b -> one (Some b) (rest_value s) = Some (empty, ls) ->
  step_right k (Value (x :: s)) empty ls.
Proof.
  intros x s k b empty ls H O. split.
  - destruct b; injection O as <- <-; split; intros D; inversion D.
  - intros c w I. pose proof (is_right _ _ _ _ H I) as E. split.
    + intros D. inversion D; subst. destruct b; injection O as <- <-.
      * eexists. split; [now left|]. now apply rest_value_right.
      * destruct E as [E _]. discriminate E. reflexivity.
    + intros (t & J & D). destruct b; injection O as <- <-; [destruct J as [<-|[]] | destruct J].
      apply rest_value_right in D. subst. destruct E as [_ E]. rewrite E by reflexivity. constructor.
Qed.

Lemma text_right : forall x s k b empty ls,
  is_text x k = Some b -> one (Some b) (rest_text s) = Some (empty, ls) ->
  step_right k (Text (x :: s)) empty ls.
Proof.
  intros x s k b empty ls H O. split.
  - destruct b; injection O as <- <-; split; intros D; inversion D; discriminate.
  - intros c w I. pose proof (is_text_right _ _ _ _ H I) as E. split.
    + intros D. inversion D; subst. injection H1 as L M. destruct b; injection O as <- <-.
      * exists (rest_text s). split; [now left|]. now apply rest_text_right.
      * destruct E as [E _]. discriminate E. exact L.
    + intros (t & J & D). destruct b; injection O as <- <-; [destruct J as [<-|[]] | destruct J].
      apply rest_text_right in D. constructor. unfold same_but_case in *. cbn. f_equal; auto. now apply E.
Qed.

Lemma range_right : forall low high k b empty ls,
  within low high k = Some b -> one (Some b) [] = Some (empty, ls) ->
  step_right k (Range low high) empty ls.
Proof.
  intros low high k b empty ls H O. split.
  - destruct b; injection O as <- <-; split; intros D; inversion D.
  - intros c w I. pose proof (within_right _ _ _ _ _ H I) as E. split.
    + intros D. inversion D; subst. destruct b; injection O as <- <-.
      * exists []. split; [now left | reflexivity].
      * destruct E as [E _]. discriminate E. auto.
    + intros (t & J & D). destruct b; injection O as <- <-; [destruct J as [<-|[]] | destruct J].
      cbn in D. subst. destruct E as [_ E]. constructor; apply E; reflexivity.
Qed.

Lemma rep_inv : forall least most a w,
  derives (Rep least most a) w ->
  exists ws, w = concat ws /\ Forall (derives a) ws /\ least <= length ws /\ at_most (length ws) most.
Proof.
  intros least most a w D. remember (Rep least most a) as e eqn:E.
  destruct D; try discriminate. injection E as -> -> ->. exists ws. auto.
Qed.

(** The first occurrence that is not empty begins a repetition. *)
Lemma rep_first : forall a ws c w,
  Forall (derives a) ws -> concat ws = c :: w ->
  exists u vs, derives a (c :: u) /\ Forall (derives a) vs /\ w = u ++ concat vs /\ length ws = S (length vs).
Proof.
  intros a ws c w F. revert c w. induction F as [|x ws D F IH]; intros c w H; [discriminate|].
  destruct x as [|x u]; cbn in H.
  - apply IH in H as (u & vs & A & G & -> & L). exists u, ([] :: vs). repeat split; auto. cbn. now rewrite L.
  - injection H as -> <-. exists u, ws. auto.
Qed.

Lemma rep_cons : forall least most a c w,
  most <> Some 0 ->
  (derives (Rep least most a) (c :: w) <->
   exists u v, w = u ++ v /\ derives a (c :: u) /\ derives (Rep (pred least) (less most) a) v).
Proof.
  intros least most a c w M. split.
  - intros D. apply rep_inv in D as (ws & E & F & L & U). symmetry in E.
    destruct (rep_first _ _ _ _ F E) as (u & vs & A & G & -> & K).
    exists u, (concat vs). repeat split; auto. constructor; auto; [arith|].
    destruct most; cbn in *; auto; arith.
  - intros (u & v & -> & A & D). apply rep_inv in D as (ws & -> & F & L & U).
    change (c :: u ++ concat ws) with (concat ((c :: u) :: ws)). constructor; [now constructor | cbn; arith |].
    destruct most as [[|m]|]; cbn in *; auto; try arith. congruence.
Qed.

Lemma rep_nil : forall least most a,
  repeats least most = true ->
  (derives (Rep least most a) [] <-> least = 0 \/ derives a []).
Proof.
  intros least most a R. split.
  - intros D. apply rep_inv in D as (ws & E & F & L & U). destruct ws as [|x ws].
    + left. cbn in *. arith.
    + right. inversion F; subst. destruct x; [assumption|discriminate].
  - intros [->|A].
    + apply (derives_rep _ _ 0 most a []); cbn; auto. destruct most; cbn; auto. arith.
    + assert (E : concat (repeat (@nil char) least) = []) by (clear; induction least; auto).
      rewrite <- E. constructor.
      * apply Forall_forall. intros x I. apply repeat_spec in I. now subst.
      * rewrite repeat_length. auto.
      * rewrite repeat_length. destruct most; cbn in *; auto. now apply Nat.leb_le.
Qed.

Lemma rest_rep_right : forall least most a w,
  stack_derives (rest_rep least most a) w <-> derives (Rep least most a) w.
Proof.
  intros least most a w.
  assert (G : stack_derives [Rep least most a] w <-> derives (Rep least most a) w) by apply stack_one.
  destruct least, most as [[|m]|]; try exact G. cbn. split.
  - intros ->. apply (derives_rep _ _ 0 (Some 0) a []); cbn; auto.
  - intros D. apply rep_inv in D as (ws & -> & F & L & U). destruct ws; cbn in *; auto. arith.
Qed.

Lemma app_right : forall ls rest w,
  (exists s, In s (map (fun s => s ++ rest) ls) /\ stack_derives s w) <->
  (exists u v, w = u ++ v /\ (exists s, In s ls /\ stack_derives s u) /\ stack_derives rest v).
Proof.
  intros ls rest w. split.
  - intros (s & I & D). apply in_map_iff in I as (t & <- & I). apply stack_app in D as (u & v & -> & T & R).
    exists u, v. repeat split; auto. exists t. auto.
  - intros (u & v & -> & (s & I & D) & R). exists (s ++ rest). split.
    + apply in_map_iff. exists s. auto.
    + apply stack_app. exists u, v. auto.
Qed.

Lemma or_right : forall (p q : list stack) w,
  (exists s, In s (p ++ q) /\ stack_derives s w) <->
  (exists s, In s p /\ stack_derives s w) \/ (exists s, In s q /\ stack_derives s w).
Proof.
  intros p q w. split.
  - intros (s & I & D). apply in_app_iff in I as [I|I]; [left|right]; exists s; auto.
  - intros [(s & I & D)|(s & I & D)]; exists s; rewrite in_app_iff; auto.
Qed.

Lemma cat_inv : forall a b w, derives (Cat a b) w -> exists u v, w = u ++ v /\ derives a u /\ derives b v.
Proof.
  intros a b w D. remember (Cat a b) as e eqn:E.
  destruct D; try discriminate. injection E as -> ->. exists u, v. auto.
Qed.

Lemma cat_nil : forall a b, derives (Cat a b) [] <-> derives a [] /\ derives b [].
Proof.
  intros a b. split.
  - intros D. apply cat_inv in D as (u & v & E & A & B). symmetry in E. apply app_eq_nil in E as [-> ->]. auto.
  - intros [A B]. now apply (derives_cat _ _ a b [] []).
Qed.

Lemma cat_cons : forall a b c w,
  derives (Cat a b) (c :: w) <->
  (exists u v, w = u ++ v /\ derives a (c :: u) /\ derives b v) \/ (derives a [] /\ derives b (c :: w)).
Proof.
  intros a b c w. split.
  - intros D. apply cat_inv in D as (u & v & E & A & B). destruct u as [|x u]; cbn in E; subst.
    + auto.
    + injection E as <- ->. left. exists u, v. auto.
  - intros [(u & v & -> & A & B)|[A B]].
    + now apply (derives_cat _ _ a b (c :: u) v).
    + now apply (derives_cat _ _ a b [] (c :: w)).
Qed.

Lemma step_is_right : forall known k, known_right k known -> forall fuel e empty ls,
  step known fuel k e = Some (empty, ls) -> step_right k e empty ls.
Proof.
  intros known k K. induction fuel as [|fuel IH]; intros e empty ls H; [discriminate|].
  destruct e as [name|s|s|a b|a b|low high|least most a]; cbn in H.
  - destruct (known name) as [answer|] eqn:Q; [injection H as ->; now apply K|].
    apply IH in H as [N C]. split.
    + rewrite <- N. split; intros D; [now inversion D | now constructor].
    + intros c w I. rewrite <- C by exact I. split; intros D; [now inversion D | now constructor].
  - destruct s as [|x s].
    + injection H as <- <-. split; [split; auto; constructor|]. intros c w I. split.
      * intros D. inversion D.
      * intros (t & [] & _).
    + destruct (is x k) as [b|] eqn:E; [|discriminate]. eapply value_right; eauto.
  - destruct s as [|x s].
    + injection H as <- <-. split; [split; auto; now constructor|]. intros c w I. split.
      * intros D. inversion D. discriminate.
      * intros (t & [] & _).
    + destruct (is_text x k) as [b|] eqn:E; [|discriminate]. eapply text_right; eauto.
  - destruct (step known fuel k a) as [[ea la]|] eqn:A; [|discriminate]. apply IH in A as [An Ac].
    destruct ea.
    + destruct (step known fuel k b) as [[eb lb]|] eqn:B; [|discriminate]. apply IH in B as [Bn Bc].
      injection H as <- <-. split.
      * rewrite cat_nil. tauto.
      * intros c w I. rewrite or_right, app_right, cat_cons, (Bc c w I). split.
        -- intros [(u & v & -> & D & F)|[_ D]]; auto. left. exists u, v. rewrite stack_one, <- (Ac c); auto.
        -- intros [(u & v & -> & D & F)|D]; [left|right; tauto]. exists u, v.
           rewrite stack_one in F. rewrite Ac; auto.
    + injection H as <- <-. split.
      * rewrite cat_nil. split; [tauto|discriminate].
      * intros c w I. rewrite app_right, cat_cons. split.
        -- intros [(u & v & -> & D & F)|[D _]].
           ++ exists u, v. rewrite stack_one, <- (Ac c); auto.
           ++ apply An in D. discriminate.
        -- intros (u & v & -> & D & F). left. exists u, v. rewrite stack_one in F. rewrite Ac; auto.
  - destruct (step known fuel k a) as [[ea la]|] eqn:A; [|discriminate]. apply IH in A as [An Ac].
    destruct (step known fuel k b) as [[eb lb]|] eqn:B; [|discriminate]. apply IH in B as [Bn Bc].
    injection H as <- <-. split.
    + rewrite orb_true_iff, <- An, <- Bn. split.
      * intros D. inversion D; auto.
      * intros [D|D]; [now apply derives_left | now apply derives_right].
    + intros c w I. rewrite or_right, <- (Ac c w I), <- (Bc c w I). split.
      * intros D. inversion D; auto.
      * intros [D|D]; [now apply derives_left | now apply derives_right].
  - destruct (within low high k) as [b|] eqn:E; [|discriminate]. eapply range_right; eauto.
  - destruct (repeats least most) eqn:R; [|discriminate].
    destruct (match most with Some O => true | _ => false end) eqn:Z.
    + destruct most as [[|m]|]; try discriminate. injection H as <- <-.
      apply Nat.leb_le in R. assert (least = 0) by arith. subst. split.
      * split; auto. intros _. apply rep_nil; auto.
      * intros c w I. split.
        -- intros D. apply rep_inv in D as (ws & E & F & L & U). destruct ws; cbn in *; [discriminate | arith].
        -- intros (t & [] & _).
    + assert (M : most <> Some 0) by (intros ->; discriminate).
      assert (H' : match step known fuel k a with
                   | None => None
                   | Some (empty, ls) =>
                       Some (empty || Nat.eqb least 0,
                             map (fun s => s ++ rest_rep (pred least) (less most) a) ls)
                   end = Some (empty, ls)) by (destruct most as [[|m]|]; auto; congruence).
      clear H. destruct (step known fuel k a) as [[ea la]|] eqn:A; [|discriminate]. apply IH in A as [An Ac].
      injection H' as <- <-. split.
      * rewrite rep_nil by assumption. rewrite orb_true_iff, Nat.eqb_eq, An. tauto.
      * intros c w I. rewrite rep_cons, app_right by assumption. split.
        -- intros (u & v & -> & D & F). exists u, v. rewrite rest_rep_right, <- (Ac c); auto.
        -- intros (u & v & -> & D & F). exists u, v. rewrite rest_rep_right in F. rewrite Ac; auto.
Qed.

(** ** The same of stacks, and of sets of stacks *)

Fixpoint step_stack (known : knowledge) (fuel : nat) (k : cell) (s : stack) : option (bool * list stack) :=
  match s with
  | [] => Some (true, [])
  | a :: rest =>
      match step known fuel k a with
      | None => None
      | Some (empty, ls) =>
          let ls := map (fun s => s ++ rest) ls in
          if empty then
            match step_stack known fuel k rest with
            | None => None
            | Some (empty, more) => Some (empty, ls ++ more)
            end
          else Some (false, ls)
      end
  end.

Lemma step_stack_right : forall known k, known_right k known -> forall fuel s empty ls,
  step_stack known fuel k s = Some (empty, ls) ->
  (stack_derives s [] <-> empty = true) /\
  (forall c w, inside k c -> (stack_derives s (c :: w) <-> exists t, In t ls /\ stack_derives t w)).
Proof.
  intros known k K fuel s. induction s as [|a rest IH]; intros empty ls H; cbn in H.
  - injection H as <- <-. split; [cbn; tauto|]. intros c w I. split; [discriminate|]. intros (t & [] & _).
  - assert (N : stack_derives (a :: rest) [] <-> derives a [] /\ stack_derives rest []).
    { cbn. split.
      - intros (u & v & E & D & F). symmetry in E. apply app_eq_nil in E as [-> ->]. auto.
      - intros [D F]. exists [], []. auto. }
    assert (C : forall c w, stack_derives (a :: rest) (c :: w) <->
              (exists u v, w = u ++ v /\ derives a (c :: u) /\ stack_derives rest v) \/
              (derives a [] /\ stack_derives rest (c :: w))).
    { intros c w. cbn. split.
      - intros ([|x u] & v & E & D & F); cbn in E.
        + subst. auto.
        + injection E as <- ->. left. exists u, v. auto.
      - intros [(u & v & -> & D & F)|[D F]]; [exists (c :: u), v | exists [], (c :: w)]; auto. }
    destruct (step known fuel k a) as [[ea la]|] eqn:A; [|discriminate]. apply step_is_right in A as [An Ac]; [|exact K].
    destruct ea.
    + destruct (step_stack known fuel k rest) as [[eb lb]|] eqn:B; [|discriminate].
      destruct (IH _ _ eq_refl) as [Bn Bc]. injection H as <- <-. split.
      * rewrite N. tauto.
      * intros c w I. rewrite or_right, app_right, C, (Bc c w I). split.
        -- intros [(u & v & -> & D & F)|[_ D]]; auto. left. exists u, v. rewrite <- (Ac c); auto.
        -- intros [(u & v & -> & D & F)|D]; [left|right; tauto]. exists u, v. rewrite Ac; auto.
    + injection H as <- <-. split.
      * rewrite N. split; [tauto|discriminate].
      * intros c w I. rewrite app_right, C. split.
        -- intros [(u & v & -> & D & F)|[D _]].
           ++ exists u, v. rewrite <- (Ac c); auto.
           ++ apply An in D. discriminate.
        -- intros (u & v & -> & D & F). left. exists u, v. rewrite Ac; auto.
Qed.

(** A set of stacks derives what one of them derives. *)
Definition state : Type := list stack.

Definition state_derives (t : state) (w : word) : Prop := exists s, In s t /\ stack_derives s w.

Definition compare_stack : stack -> stack -> comparison := compare_list compare_abnf.
Definition compare_state : state -> state -> comparison := compare_list compare_stack.

Lemma compare_stack_right : right compare_stack.
Proof. apply compare_list_right, compare_abnf_right. Qed.

Lemma compare_state_right : right compare_state.
Proof. apply compare_list_right, compare_stack_right. Qed.

Fixpoint step_all (known : knowledge) (fuel : nat) (k : cell) (t : state) : option (bool * list stack) :=
  match t with
  | [] => Some (false, [])
  | s :: rest =>
      match step_stack known fuel k s, step_all known fuel k rest with
      | Some (empty, ls), Some (empty', more) =>
          Some (empty || empty', fold_right (insert compare_stack) more ls)
      | _, _ => None
      end
  end.

Definition step_state : knowledge -> nat -> cell -> state -> option (bool * state) := step_all.

Lemma step_state_right : forall known k, known_right k known -> forall fuel t empty t',
  step_state known fuel k t = Some (empty, t') ->
  (state_derives t [] <-> empty = true) /\
  (forall c w, inside k c -> (state_derives t (c :: w) <-> state_derives t' w)).
Proof.
  intros known k K fuel t. unfold step_state. induction t as [|s rest IH]; intros empty t' H; cbn in H.
  - injection H as <- <-. split.
    + split; [intros (s & [] & _)|discriminate].
    + intros c w _. split; intros (s & [] & _).
  - assert (U : forall w, state_derives (s :: rest) w <-> stack_derives s w \/ state_derives rest w).
    { intros w. unfold state_derives. cbn. split.
      - intros (t & [<-|I] & D); auto. right. exists t. auto.
      - intros [D|(t & I & D)]; [exists s | exists t]; auto. }
    destruct (step_stack known fuel k s) as [[es ls]|] eqn:S; [|discriminate]. apply step_stack_right in S as [Sn Sc]; [|exact K].
    destruct (step_all known fuel k rest) as [[er lr]|] eqn:R; [|discriminate].
    destruct (IH _ _ eq_refl) as [Rn Rc]. injection H as <- <-. split.
    + rewrite U, orb_true_iff. tauto.
    + intros c w I. rewrite U, (Sc c w I), (Rc c w I). unfold state_derives.
      assert (J : forall z, In z (fold_right (insert compare_stack) lr ls) <-> In z ls \/ In z lr).
      { intros z. clear - code_right. induction ls as [|x ls IH]; cbn; [tauto|].
        rewrite insert_In by apply compare_stack_right. rewrite IH. tauto. }
      split.
      * intros [(z & Z & D)|(z & Z & D)]; exists z; rewrite J; auto.
      * intros (z & Z & D). apply J in Z as [Z|Z]; [left|right]; exists z; auto.
Qed.

Definition start (name : rule) : state := [[Rule name]].

Lemma start_right : forall name w, state_derives (start name) w <-> derives (Rule name) w.
Proof.
  intros name w. unfold state_derives, start. cbn [In]. split.
  - intros (s & [<-|[]] & D). now apply stack_one.
  - intros D. exists [Rule name]. split; auto. now apply stack_one.
Qed.

(** ** What is known of the names: worked out once for each cell *)

Definition table : Type := PositiveMap.t (bool * list stack).

Definition look (t : table) : knowledge := fun name => PositiveMap.find (code name) t.

Definition learn (fuel : nat) (k : cell) (t : table) (name : rule) : table :=
  match step (look t) fuel k (Rule name) with
  | Some answer => PositiveMap.add (code name) answer t
  | None => t
  end.

Definition learn_all (fuel : nat) (k : cell) (names : list rule) : table :=
  fold_left (learn fuel k) names (PositiveMap.empty _).

Lemma learn_right : forall fuel k t name, known_right k (look t) -> known_right k (look (learn fuel k t name)).
Proof.
  intros fuel k t name K. unfold learn. destruct (step (look t) fuel k (Rule name)) as [[e l]|] eqn:S; auto.
  apply step_is_right in S; auto. intros n empty ls F. unfold look in F.
  destruct (Pos.eq_dec (code n) (code name)) as [E|E].
  - apply code_right in E. subst. rewrite PositiveMap.gss in F. now injection F as <- <-.
  - rewrite PositiveMap.gso in F by assumption. now apply K.
Qed.

Lemma learn_all_right : forall fuel k names, known_right k (look (learn_all fuel k names)).
Proof.
  intros fuel k names. unfold learn_all.
  assert (K : known_right k (look (PositiveMap.empty _))).
  { intros n empty ls F. unfold look in F. rewrite PositiveMap.gempty in F. discriminate. }
  revert K. generalize (PositiveMap.empty (bool * list stack)). induction names as [|n names IH]; intros t K; auto.
  apply IH, learn_right, K.
Qed.

End Step.
