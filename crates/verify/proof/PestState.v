(** States: trees of tests that end in yes or no, what a character makes of them, and what the end of the word does. *)

From Coq Require Import NArith PArith PeanoNat List Lia Bool.
From Proof Require Import Abnf Pest Cells Order PestStep.
Import ListNotations.

Section State.

Variable rule : Type.
Variable code : rule -> positive.
Hypothesis code_right : forall a b, code a = code b -> a = b.
Variable grammar : rule -> pest rule.

Notation pest := (pest rule).
Notation stack := (stack rule).
Notation runs := (runs grammar).
Notation stack_runs := (stack_runs rule grammar).
Notation Well := (Well rule grammar).
Notation tree := (tree rule).
Notation Leaf := (Leaf rule).
Notation Test := (Test rule).
Notation Failed := (Failed rule).
Notation Kept := (Kept rule).
Notation Read := (Read rule).
Notation step := (step rule grammar).
Notation knowledge := (knowledge rule).
Notation known_right := (known_right rule grammar).
Notation known_well := (known_well rule grammar).

(** ** The end of the word *)

Fixpoint last (fuel : nat) (e : pest) : option bool :=
  match fuel with
  | O => None
  | S fuel =>
      match e with
      | Call name => last fuel (grammar name)
      | Str s | Insensitive s => Some match s with [] => true | _ => false end
      | Between _ _ | Any => Some false
      | Seq a b =>
          match last fuel a with
          | Some true => last fuel b
          | other => other
          end
      | Or a b =>
          match last fuel a with
          | Some false => last fuel b
          | other => other
          end
      | Repeat least most a =>
          match most with
          | Some O => Some (Nat.eqb least 0)
          | _ =>
              match last fuel a with
              | Some true => last fuel (Repeat (pred least) (less most) a)
              | Some false => Some (Nat.eqb least 0)
              | None => None
              end
          end
      | Ahead a => last fuel a
      | Not a => option_map negb (last fuel a)
      end
  end.

Definition outcome (b : bool) : option word := if b then Some [] else None.

Lemma last_runs : forall fuel e b, last fuel e = Some b -> runs e [] (outcome b).
Proof.
  assert (E : forall least, outcome (Nat.eqb least 0) = if Nat.eqb least 0 then Some [] else None) by reflexivity.
  induction fuel as [|fuel IH]; intros e b L; [discriminate|].
  destruct e as [name|s|s|low high| |x y|x y|least most x|x|x]; cbn in L.
  - constructor. auto.
  - injection L as <-. destruct s as [|c s]; cbn.
    + apply (runs_str _ _ [] []).
    + constructor. discriminate.
  - injection L as <-. destruct s as [|c s]; cbn.
    + now apply (runs_insensitive _ _ [] [] []).
    + constructor. intros [|d t] r T; discriminate.
  - injection L as <-. constructor.
  - injection L as <-. constructor.
  - destruct (last fuel x) as [[]|] eqn:X; try discriminate; apply IH in X.
    + eapply runs_seq; [exact X | exact (IH _ _ L)].
    + injection L as <-. now apply fails_seq.
  - destruct (last fuel x) as [[]|] eqn:X; try discriminate; apply IH in X.
    + injection L as <-. now apply runs_first.
    + apply runs_second; [exact X | exact (IH _ _ L)].
  - assert (C : most = Some 0 \/ most <> Some 0) by (destruct most as [[|m]|]; auto; right; discriminate).
    destruct C as [->|M].
    + injection L as <-. rewrite E. apply runs_full.
    + assert (L' : match last fuel x with
              | Some true => last fuel (Repeat (pred least) (less most) x)
              | Some false => Some (Nat.eqb least 0)
              | None => None
              end = Some b) by (destruct most as [[|m]|]; auto; congruence).
      destruct (last fuel x) as [[]|] eqn:X; try discriminate; apply IH in X.
      * eapply runs_more; [exact M | exact X | exact (IH _ _ L')].
      * injection L' as <-. rewrite E. now apply runs_no_more.
  - apply IH in L. destruct b; [eapply runs_ahead | eapply fails_ahead]; exact L.
  - destruct (last fuel x) as [[]|] eqn:X; try discriminate; injection L as <-; apply IH in X.
    + eapply fails_not. exact X.
    + now apply runs_not.
Qed.

Fixpoint last_stack (fuel : nat) (s : stack) : option bool :=
  match s with
  | [] => Some true
  | a :: rest =>
      match last fuel a with
      | Some true => last_stack fuel rest
      | other => other
      end
  end.

Lemma last_stack_runs : forall fuel s b, last_stack fuel s = Some b -> stack_runs s [] (outcome b).
Proof.
  intros fuel s. induction s as [|a s IH]; intros b L; cbn in L.
  - injection L as <-. constructor.
  - destruct (last fuel a) as [[]|] eqn:A; try discriminate; apply last_runs in A.
    + econstructor; [exact A|]. auto.
    + injection L as <-. now constructor.
Qed.

(** ** The step of a stack *)

Fixpoint step_stack (known : knowledge) (fuel : nat) (k : cell) (s : stack) : option tree :=
  match s with
  | [] => Some (Leaf Kept)
  | a :: rest =>
      match step known fuel k a with
      | None => None
      | Some t =>
          graft rule (fun l => match l with
            | PestStep.Failed _ => Some (Leaf Failed)
            | PestStep.Kept _ => step_stack known fuel k rest
            | PestStep.Read _ s => Some (Leaf (Read (s ++ rest)))
            end) t
      end
  end.

Lemma step_stack_runs : forall known k, known_right k known -> forall fuel s t, step_stack known fuel k s = Some t ->
  forall c w res, inside k c -> tree_runs rule grammar c w t res -> stack_runs s (c :: w) res.
Proof.
  intros known k K fuel s. induction s as [|a s IH]; intros t H c w res I R; cbn in H.
  - injection H as <-. apply leaf_tree in R. cbn in R. subst. constructor.
  - destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    destruct (graft_runs _ _ _ _ _ _ _ _ H R) as (l & u & L & F & U).
    assert (G : forall p, leaf_runs rule grammar c w l p -> runs a (c :: w) p).
    { intros p P. apply (step_runs _ _ _ _ K _ _ _ A c w p I). exists l. auto. }
    destruct l as [| |s'].
    + injection F as <-. apply leaf_tree in U. cbn in U. subst. constructor. now apply G.
    + econstructor; [now apply G|]. eauto.
    + injection F as <-. apply leaf_tree in U. cbn in U. apply stack_app in U as [(r & S & T)|[S ->]].
      * econstructor; [apply G; exact S | exact T].
      * constructor. apply G. exact S.
Qed.

Lemma step_stack_well : forall known k, known_well known -> forall fuel s t,
  step_stack known fuel k s = Some t -> Forall Well s -> tree_well rule grammar t.
Proof.
  intros known k K fuel s. induction s as [|a s IH]; intros t H W; cbn in H.
  - injection H as <-. exact I.
  - inversion W; subst. destruct (step known fuel k a) as [ta|] eqn:A; [|discriminate].
    eapply graft_well; eauto using step_well. intros [| |s'] u L F; eauto; injection F as <-; cbn; auto.
    apply Forall_app. auto.
Qed.

(** ** Expressions that cannot fail *)

Fixpoint sure (fuel : nat) (e : pest) : bool :=
  match fuel with
  | O => false
  | S n =>
      match e with
      | Call name => sure n (grammar name)
      | Str [] | Insensitive [] => true
      | Seq a b => sure n a && sure n b
      | Or a b => sure n a || sure n b
      | Repeat O _ _ => true
      | Ahead a => sure n a
      | _ => false
      end
  end.

Lemma repeat_sure : forall e w res, runs e w res -> forall most a, e = Repeat 0 most a -> res <> None.
Proof.
  intros e w res R. induction R; intros m x E; try discriminate; inversion E; subst; try discriminate.
  eapply IHR2. reflexivity.
Qed.

Lemma sure_runs : forall fuel e w, sure fuel e = true -> ~ runs e w None.
Proof.
  induction fuel as [|n IH]; intros e w H R; [discriminate|].
  destruct e as [name|s|s|low high| |a b|a b|least most a|a|a]; cbn in H; try discriminate.
  - inversion R; subst. eapply IH; eauto.
  - destruct s; [|discriminate]. inversion R; subst. match goal with F : forall r, _ |- _ => now apply (F w) end.
  - destruct s; [|discriminate]. inversion R; subst. match goal with F : forall t r, _ |- _ => now apply (F [] w) end.
  - apply andb_true_iff in H as [A B]. apply seq_inv in R as [(r & _ & R)|[R _]].
    + exact (IH _ _ B R).
    + exact (IH _ _ A R).
  - inversion R; subst. apply orb_true_iff in H as [A|B]; eapply IH; eauto.
  - destruct least; [|discriminate]. eapply repeat_sure; eauto.
  - inversion R; subst. eapply IH; eauto.
Qed.

Lemma sure_stack : forall fuel s w, forallb (sure fuel) s = true -> ~ stack_runs s w None.
Proof.
  intros fuel s. induction s as [|a s IH]; intros w H R; [inversion R|].
  cbn in H. apply andb_true_iff in H as [A B]. apply stack_inv in R as [(r & _ & R)|[R _]].
  - eapply IH; eauto.
  - eapply sure_runs; eauto.
Qed.

(** How deep [sure] looks. *)
Definition near : nat := 12.

(** ** States *)

Inductive state : Type :=
| Yes
| No
| Ask (s : stack) (yes no : state).

Fixpoint holds (w : word) (t : state) (b : bool) : Prop :=
  match t with
  | Yes => b = true
  | No => b = false
  | Ask s yes no => (exists r, stack_runs s w (Some r)) /\ holds w yes b \/ stack_runs s w None /\ holds w no b
  end.

Fixpoint state_well (t : state) : Prop :=
  match t with
  | Ask s yes no => Forall Well s /\ state_well yes /\ state_well no
  | _ => True
  end.

Definition compare_stack : stack -> stack -> comparison := compare_list (compare_pest rule code).

Lemma compare_stack_right : right compare_stack.
Proof. apply compare_list_right, compare_pest_right, code_right. Qed.

Fixpoint compare_state (x y : state) : comparison :=
  match x, y with
  | Yes, Yes | No, No => Eq
  | Yes, _ => Lt
  | _, Yes => Gt
  | No, _ => Lt
  | _, No => Gt
  | Ask s a b, Ask t c d =>
      then_ (compare_stack s t) (fun _ => then_ (compare_state a c) (fun _ => compare_state b d))
  end.

Lemma compare_state_right : right compare_state.
Proof.
  intros x. induction x as [| |s a A b B]; intros [| |t c d] H; try discriminate; auto.
  cbn in H. apply then_eq in H as [H I]. apply then_eq in I as [I J].
  f_equal; auto. now apply compare_stack_right.
Qed.

(** A test is left out where its answer is the same. *)
Definition join (s : stack) (yes no : state) : state :=
  if equal compare_state yes no then yes else Ask s yes no.

Lemma join_holds : forall s yes no w b,
  Forall Well s -> holds w (join s yes no) b -> holds w (Ask s yes no) b.
Proof.
  intros s yes no w b W H. unfold join in H. destruct (equal compare_state yes no) eqn:E; auto.
  apply equal_right in E; [|exact compare_state_right]. subst. cbn.
  destruct (stack_ends _ _ _ W w) as [[r|] R]; [left | right]; eauto.
Qed.

Lemma join_well : forall s yes no, Forall Well s -> state_well yes -> state_well no -> state_well (join s yes no).
Proof. intros s yes no S Y N. unfold join. destruct (equal compare_state yes no); cbn; auto. Qed.

(** What is known of a stack answers other tests: if a stack succeeds, so does what it begins with; if a stack fails,
    so does what begins with it. *)
Fixpoint know (s : stack) (answer : bool) (t : state) : state :=
  match t with
  | Ask u yes no =>
      if (if answer then begins (compare_pest rule code) u s else begins (compare_pest rule code) s u)
      then know s answer (if answer then yes else no)
      else join u (know s answer yes) (know s answer no)
  | _ => t
  end.

Lemma stack_prefix : forall s t w r, stack_runs (s ++ t) w (Some r) -> exists q, stack_runs s w (Some q).
Proof.
  intros s t w r R. apply stack_app in R as [(q & S & _)|[_ E]]; [now exists q | discriminate].
Qed.

Lemma stack_fails_app : forall s t w, stack_runs s w None -> stack_runs (s ++ t) w None.
Proof.
  induction s as [|a s IH]; intros t w R; [inversion R|].
  apply stack_inv in R as [(r & A & R)|[A _]]; cbn.
  - econstructor; eauto.
  - now constructor.
Qed.

Lemma know_well : forall s answer t, state_well t -> state_well (know s answer t).
Proof.
  intros s answer t. induction t as [| |u yes IHy no IHn]; intros W; cbn; auto.
  destruct W as (U & Y & N).
  destruct (if answer then begins _ u s else begins _ s u); [destruct answer; auto | apply join_well; auto].
Qed.

Lemma know_holds : forall s (answer : bool) t w b,
  state_well t ->
  (if answer then exists r, stack_runs s w (Some r) else stack_runs s w None) ->
  holds w (know s answer t) b -> holds w t b.
Proof.
  intros s answer t w b W K. induction t as [| |u yes IHy no IHn]; cbn; auto. intros H.
  destruct W as (U & Y & N).
  destruct (if answer then begins _ u s else begins _ s u) eqn:P.
  - destruct answer; apply begins_right in P as [rest ->]; try (apply compare_pest_right, code_right).
    + left. destruct K as [r R]. split; [eapply stack_prefix; eauto | auto].
    + right. split; [now apply stack_fails_app | auto].
  - apply join_holds in H; auto. destruct H as [[R H]|[R H]]; [left | right]; auto.
Qed.

Definition ask (s : stack) (yes no : state) : state :=
  if forallb (sure near) s then yes
  else join s (know s true yes) (know s false no).

Lemma ask_holds : forall s yes no w b,
  Forall Well s -> state_well yes -> state_well no -> holds w (ask s yes no) b -> holds w (Ask s yes no) b.
Proof.
  intros s yes no w b S Y N H. unfold ask in H. destruct (forallb (sure near) s) eqn:F.
  - left. split; auto. destruct (stack_ends _ _ _ S w) as [[r|] R]; [now exists r|].
    now apply (sure_stack _ _ _ F) in R.
  - apply join_holds in H; auto. destruct H as [[R H]|[R H]]; [left | right]; split; auto.
    + eapply know_holds in H; eauto.
    + eapply know_holds in H; eauto.
Qed.

Lemma ask_well : forall s yes no, Forall Well s -> state_well yes -> state_well no -> state_well (ask s yes no).
Proof.
  intros s yes no S Y N. unfold ask. destruct (forallb (sure near) s); auto. apply join_well; auto using know_well.
Qed.

(** ** The step of a state *)

(** The tree of a stack's step, with the two states that follow the stack in the place of its leaves. *)
Fixpoint settle (yes no : state) (t : tree) : state :=
  match t with
  | PestStep.Leaf _ l =>
      match l with
      | PestStep.Failed _ => no
      | PestStep.Kept _ => yes
      | PestStep.Read _ s => ask s yes no
      end
  | PestStep.Test _ s a b => ask s (settle yes no a) (settle yes no b)
  end.

Lemma settle_well : forall yes no t,
  state_well yes -> state_well no -> tree_well rule grammar t -> state_well (settle yes no t).
Proof.
  intros yes no t Y N. induction t as [[| |s]|s a A b B]; intros W; cbn in *; auto.
  - now apply ask_well.
  - destruct W as (S & U & V). apply ask_well; auto.
Qed.

Lemma settle_holds : forall yes no t c w b,
  state_well yes -> state_well no -> tree_well rule grammar t -> holds w (settle yes no t) b ->
  (exists r, tree_runs rule grammar c w t (Some r) /\ holds w yes b) \/
  (tree_runs rule grammar c w t None /\ holds w no b).
Proof.
  intros yes no t c w b Y N. induction t as [l|s t1 IH1 t2 IH2]; intros W H.
  - destruct l as [| |s]; cbn in H.
    + right. split; auto. exists Failed. cbn. auto.
    + left. exists (c :: w). split; auto. exists Kept. cbn. auto.
    + apply ask_holds in H; auto. destruct H as [[[r R] H]|[R H]].
      * left. exists r. split; auto. exists (Read s). cbn. auto.
      * right. split; auto. exists (Read s). cbn. auto.
  - cbn in H, W. destruct W as (S & U & V).
    apply ask_holds in H; auto using settle_well. destruct H as [[[r R] H]|[R H]].
    + destruct (IH1 U H) as [(q & (l & A & L) & K)|[(l & A & L) K]]; [left | right].
      * exists q. split; auto. exists l. cbn. eauto.
      * split; auto. exists l. cbn. eauto.
    + destruct (IH2 V H) as [(q & (l & A & L) & K)|[(l & A & L) K]]; [left | right].
      * exists q. split; auto. exists l. cbn. eauto.
      * split; auto. exists l. cbn. eauto.
Qed.

Fixpoint step_state (known : knowledge) (fuel : nat) (k : cell) (t : state) : option state :=
  match t with
  | Ask s yes no =>
      match step_state known fuel k yes, step_state known fuel k no, step_stack known fuel k s with
      | Some yes, Some no, Some t => Some (settle yes no t)
      | _, _, _ => None
      end
  | _ => Some t
  end.

Lemma step_state_well : forall known k, known_well known -> forall fuel t u, step_state known fuel k t = Some u -> state_well t -> state_well u.
Proof.
  intros known k K fuel t. induction t as [| |s yes IHy no IHn]; intros u H W; cbn in H; try (injection H as <-; exact I).
  destruct W as (S & Y & N).
  destruct (step_state known fuel k yes) as [y|]; [|discriminate]. destruct (step_state known fuel k no) as [n|]; [|discriminate].
  destruct (step_stack known fuel k s) as [t|] eqn:T; [|discriminate]. injection H as <-.
  apply settle_well; eauto. eapply step_stack_well; eauto.
Qed.

Lemma step_state_holds : forall known k, known_right k known -> known_well known -> forall fuel t u,
  step_state known fuel k t = Some u -> state_well t ->
  forall c w b, inside k c -> holds w u b -> holds (c :: w) t b.
Proof.
  intros known k K L fuel t. induction t as [| |s yes IHy no IHn]; intros u H W c w b I Q; cbn in H;
    try (injection H as <-; exact Q).
  destruct W as (S & Y & N).
  destruct (step_state known fuel k yes) as [y|] eqn:A; [|discriminate].
  destruct (step_state known fuel k no) as [n|] eqn:B; [|discriminate].
  destruct (step_stack known fuel k s) as [t|] eqn:T; [|discriminate]. injection H as <-.
  assert (Wy : state_well y) by (eapply step_state_well; eauto).
  assert (Wn : state_well n) by (eapply step_state_well; eauto).
  assert (Wt : tree_well rule grammar t) by (eapply step_stack_well; eauto).
  destruct (settle_holds _ _ _ c _ _ Wy Wn Wt Q) as [(r & R & M)|[R M]]; [left | right].
  - split; [exists r; eapply step_stack_runs; eauto | eauto].
  - split; [eapply step_stack_runs; eauto | eauto].
Qed.

Fixpoint last_state (fuel : nat) (t : state) : option bool :=
  match t with
  | Yes => Some true
  | No => Some false
  | Ask s yes no =>
      match last_stack fuel s with
      | Some true => last_state fuel yes
      | Some false => last_state fuel no
      | None => None
      end
  end.

Lemma last_state_holds : forall fuel t b, last_state fuel t = Some b -> holds [] t b.
Proof.
  intros fuel t. induction t as [| |s yes IHy no IHn]; intros b L; cbn in L; try (injection L as <-; reflexivity).
  destruct (last_stack fuel s) as [[]|] eqn:S; [| |discriminate]; apply last_stack_runs in S.
  - left. split; [now exists [] | auto].
  - right. auto.
Qed.

(** ** The state that a rule begins with: the rule, and then the end of input. *)

Definition start (name : rule) : state := Ask [Call name; Eoi] Yes No.

Lemma start_well : forall fuel name, well rule grammar fuel (Call name) = true -> state_well (start name).
Proof.
  intros fuel name W. cbn. repeat split; auto. constructor; [now exists fuel|]. constructor; auto. now exists 2.
Qed.

Lemma start_holds : forall name w b, holds w (start name) b -> (accepts grammar name w <-> b = true).
Proof.
  intros name w b H. unfold accepts. destruct H as [[[r R] ->]|[R ->]].
  - split; auto. intros _. apply stack_inv in R as [(q & A & B)|[_ E]]; [|discriminate].
    apply stack_inv in B as [(p & B & C)|[_ E]]; [|discriminate].
    inversion B; subst. destruct p as [|c p]; [exact A|].
    exfalso. match goal with H : runs Any (c :: p) None |- _ => inversion H end.
  - split; [|discriminate]. intros A. exfalso.
    apply stack_inv in R as [(q & B & C)|[B _]].
    + pose proof (runs_one _ _ _ _ _ A _ B) as E. injection E as <-.
      apply stack_inv in C as [(p & C & D)|[C _]].
      * inversion D.
      * inversion C; subst. match goal with H : runs Any [] _ |- _ => inversion H end.
    + pose proof (runs_one _ _ _ _ _ A _ B). discriminate.
Qed.

End State.
