(** Resolution of a reference, RFC 3986, sections 5.2.2 to 5.2.4, and theorems about dot segments.

    The definitions before "What holds" are trusted: a reader compares them with the document, whose names and order
    they keep. The examples of sections 5.2.4 and 5.4 stand at the end. *)

From Coq Require Import String Lia.
From Proof Require Import Base.
Local Open Scope bool_scope.

(** ** Words *)

Definition slash : char := 47%N.

Definition equal (u v : word) : bool := if list_eq_dec N.eq_dec u v then true else false.

Fixpoint begins (prefix w : word) : bool :=
  match prefix, w with
  | [], _ => true
  | p :: prefix, c :: w => N.eqb p c && begins prefix w
  | _ :: _, [] => false
  end.

Definition defined (component : option word) : bool := if component then true else false.

(** "up to, but not including, the next '/' character or the end", and what follows. *)
Fixpoint to_slash (w : word) : word :=
  match w with
  | [] => []
  | c :: w => if N.eqb c slash then [] else c :: to_slash w
  end.

Fixpoint from_slash (w : word) : word :=
  match w with
  | [] => []
  | c :: r => if N.eqb c slash then w else from_slash r
  end.

(** The text before the last "/"; [None] if there is none. *)
Fixpoint before_last_slash (w : word) : option word :=
  match w with
  | [] => None
  | c :: w =>
      match before_last_slash w with
      | Some v => Some (c :: v)
      | None => if N.eqb c slash then Some [] else None
      end
  end.

(** ** Section 5.2.4: Remove Dot Segments *)

(** "the last segment and its preceding '/' (if any)" are removed. *)
Definition remove_last_segment (output : word) : word :=
  match before_last_slash output with
  | Some rest => rest
  | None => []
  end.

(** "including the initial '/' character (if any)" *)
Definition first_segment (input : word) : word :=
  match input with
  | c :: rest => if N.eqb c slash then c :: to_slash rest else to_slash input
  | [] => []
  end.

Definition after_first_segment (input : word) : word :=
  match input with
  | c :: rest => if N.eqb c slash then from_slash rest else from_slash input
  | [] => []
  end.

(** The output buffer and the input buffer. *)
Definition buffers : Type := word * word.

Definition step (both : buffers) : buffers :=
  let (output, input) := both in
  (* A *)
  if begins (of "../") input then (output, skipn 3 input)
  else if begins (of "./") input then (output, skipn 2 input)
  (* B *)
  else if begins (of "/./") input then (output, of "/" ++ skipn 3 input)
  else if equal input (of "/.") then (output, of "/")
  (* C *)
  else if begins (of "/../") input then (remove_last_segment output, of "/" ++ skipn 4 input)
  else if equal input (of "/..") then (remove_last_segment output, of "/")
  (* D *)
  else if equal input (of ".") || equal input (of "..") then (output, [])
  (* E *)
  else (output ++ first_segment input, after_first_segment input).

(** "While the input buffer is not empty, loop", but at most [n] times. *)
Fixpoint loop (n : nat) (both : buffers) : buffers :=
  match snd both, n with
  | [], _ => both
  | _, O => both
  | _, S n => loop n (step both)
  end.

(** Each step makes the input shorter. So its length is enough, as [input_is_used_up] says. *)
Definition remove_dot_segments (path : word) : word := fst (loop (length path) ([], path)).

(** ** Sections 5.2.2 and 5.2.3: Transform References, Merge Paths *)

Record reference : Type := {
  scheme : option word;
  authority : option word;
  path : word;
  query : option word;
  fragment : option word
}.

Definition merge (base : reference) (path_of_reference : word) : word :=
  if defined (authority base) && equal (path base) [] then of "/" ++ path_of_reference
  else match before_last_slash (path base) with
  | Some rest => rest ++ of "/" ++ path_of_reference
  | None => path_of_reference
  end.

(** "A non-strict parser may ignore a scheme in the reference if it is identical to the base URI's scheme." *)
Definition scheme_of (strict : bool) (base R : reference) : option word :=
  match scheme R, scheme base with
  | Some s, Some t => if negb strict && equal s t then None else Some s
  | s, _ => s
  end.

Definition transform (strict : bool) (base R : reference) : reference :=
  if defined (scheme_of strict base R) then {|
    scheme := scheme_of strict base R;
    authority := authority R;
    path := remove_dot_segments (path R);
    query := query R;
    fragment := fragment R |}
  else if defined (authority R) then {|
    scheme := scheme base;
    authority := authority R;
    path := remove_dot_segments (path R);
    query := query R;
    fragment := fragment R |}
  else if equal (path R) [] then {|
    scheme := scheme base;
    authority := authority base;
    path := path base;
    query := if defined (query R) then query R else query base;
    fragment := fragment R |}
  else if begins (of "/") (path R) then {|
    scheme := scheme base;
    authority := authority base;
    path := remove_dot_segments (path R);
    query := query R;
    fragment := fragment R |}
  else {|
    scheme := scheme base;
    authority := authority base;
    path := remove_dot_segments (merge base (path R));
    query := query R;
    fragment := fragment R |}.

(** ** What holds *)

(** The complete segments of a path: the texts between its slashes, before the first and after the last. *)
Fixpoint segments (path : word) : list word :=
  match path with
  | [] => [[]]
  | c :: rest =>
      if N.eqb c slash then [] :: segments rest
      else match segments rest with
      | first :: others => (c :: first) :: others
      | [] => [[c]]
      end
  end.

Definition without_dot_segments (path : word) : Prop :=
  ~ In (of ".") (segments path) /\ ~ In (of "..") (segments path).

(** The one case in which section 5.2.2 removes nothing: "T.path = Base.path". *)
Definition takes_path_of_base (strict : bool) (base R : reference) : Prop :=
  scheme_of strict base R = None /\ authority R = None /\ path R = [].

(** *** Proofs about words *)

Lemma equal_right : forall u v, equal u v = true <-> u = v.
Proof. intros u v. unfold equal. destruct (list_eq_dec N.eq_dec u v); split; congruence. Qed.

Lemma begins_right : forall prefix w, begins prefix w = true -> w = prefix ++ skipn (length prefix) w.
Proof.
  induction prefix as [|p prefix IH]; intros w H; [reflexivity|].
  destruct w as [|c w]; [discriminate|]. cbn in *. apply Bool.andb_true_iff in H as [E H].
  apply N.eqb_eq in E. f_equal; auto.
Qed.

Lemma begins_app : forall prefix w, begins prefix (prefix ++ w) = true.
Proof. induction prefix as [|p prefix IH]; intros w; cbn; [reflexivity|]. now rewrite N.eqb_refl, IH. Qed.

Lemma to_from : forall w, to_slash w ++ from_slash w = w.
Proof. induction w as [|c w IH]; cbn; [reflexivity|]. destruct (N.eqb c slash); cbn; congruence. Qed.

Lemma from_slash_form : forall w, from_slash w = [] \/ exists r, from_slash w = slash :: r.
Proof.
  induction w as [|c w IH]; cbn; auto. destruct (N.eqb_spec c slash); auto. subst. right. now exists w.
Qed.

Lemma first_after : forall input, first_segment input ++ after_first_segment input = input.
Proof.
  intros [|c w]; [reflexivity|]. unfold first_segment, after_first_segment.
  destruct (N.eqb c slash); [cbn; now rewrite to_from | apply to_from].
Qed.

Lemma after_first_form : forall input,
  after_first_segment input = [] \/ exists r, after_first_segment input = slash :: r.
Proof. intros [|c w]; cbn [after_first_segment]; auto. destruct (N.eqb c slash); apply from_slash_form. Qed.

Lemma first_segment_moves : forall c w, length (after_first_segment (c :: w)) < length (c :: w).
Proof.
  intros c w. assert (L : forall v, length (from_slash v) <= length v).
  { intros v. rewrite <- (to_from v) at 2. rewrite app_length. lia. }
  unfold after_first_segment. destruct (N.eqb c slash) eqn:E; cbn [from_slash]; rewrite ?E; cbn [length];
    specialize (L w); lia.
Qed.

Lemma segments_some : forall w, exists s rest, segments w = s :: rest.
Proof.
  induction w as [|c w (s & rest & IH)]; cbn; eauto. destruct (N.eqb c slash); eauto. rewrite IH. eauto.
Qed.

Lemma segments_slash : forall u v, segments (u ++ slash :: v) = segments u ++ segments v.
Proof.
  induction u as [|c u IH]; intros v; [reflexivity|]. cbn [app segments]. rewrite IH.
  destruct (N.eqb c slash); [reflexivity|]. destruct (segments_some u) as (s & rest & ->). reflexivity.
Qed.

Lemma segments_to_slash : forall w, segments (to_slash w) = [to_slash w].
Proof.
  induction w as [|c w IH]; cbn; auto. destruct (N.eqb c slash) eqn:E; auto. cbn. now rewrite E, IH.
Qed.

Lemma before_last_right : forall w v, before_last_slash w = Some v -> exists r, w = v ++ slash :: r.
Proof.
  induction w as [|c w IH]; intros v H; [discriminate|]. cbn in H. destruct (before_last_slash w) as [u|].
  - injection H as <-. destruct (IH u eq_refl) as [r ->]. now exists r.
  - destruct (N.eqb_spec c slash); [|discriminate]. injection H as <-. subst. now exists w.
Qed.

(** *** The loop comes to its end *)

Lemma step_shorter : forall output input, input <> [] -> length (snd (step (output, input))) < length input.
Proof.
  intros output input H. unfold step.
  repeat match goal with
  | |- context [if begins ?p input then _ else _] => destruct (begins p input) eqn:B;
      [apply begins_right in B; revert B; generalize (skipn (length p) input); intros r ->; cbn; lia | clear B]
  | |- context [if equal input ?w then _ else _] => destruct (equal input w) eqn:B;
      [apply equal_right in B; subst; cbn; lia | clear B]
  | |- context [if ?b || ?c then _ else _] => destruct (b || c);
      [destruct input; [congruence | cbn; lia]|]
  end.
  destruct input as [|c w]; [congruence|]. apply first_segment_moves.
Qed.

Theorem input_is_used_up : forall output input, snd (loop (length input) (output, input)) = [].
Proof.
  assert (H : forall n both, length (snd both) <= n -> snd (loop n both) = []).
  { induction n as [|n IH]; intros [output input] L; destruct input as [|c w]; try reflexivity; cbn in L; [lia|].
    change (snd (loop n (step (output, c :: w))) = []). apply IH.
    pose proof (step_shorter output (c :: w) ltac:(discriminate)) as M.
    change (length (c :: w)) with (S (length w)) in M. unfold word in *. lia. }
  intros output input. now apply H.
Qed.
Print Assumptions input_is_used_up.

(** *** No dot segment is left *)

Lemma empty_without : without_dot_segments [].
Proof. split; cbn; intuition discriminate. Qed.

Lemma remove_last_without : forall output,
  without_dot_segments output -> without_dot_segments (remove_last_segment output).
Proof.
  intros output [A B]. unfold remove_last_segment. destruct (before_last_slash output) as [v|] eqn:E.
  - apply before_last_right in E as [r ->]. rewrite segments_slash in A, B.
    split; intros I; [apply A | apply B]; apply in_or_app; auto.
  - apply empty_without.
Qed.

Lemma add_without : forall output w,
  without_dot_segments output -> to_slash w <> of "." -> to_slash w <> of ".." ->
  without_dot_segments (output ++ slash :: to_slash w).
Proof.
  intros output w [A B] C D. unfold without_dot_segments. rewrite segments_slash, segments_to_slash.
  split; intros I; apply in_app_or in I as [I|[I|[]]]; auto.
Qed.

(** A word whose first segment is [s] is [s], or begins with [s] and "/". *)
Lemma to_slash_is : forall w s, to_slash w = s -> w = s \/ begins (s ++ [slash]) w = true.
Proof.
  intros w s <-. pose proof (to_from w) as T. destruct (from_slash_form w) as [E|[r E]]; rewrite E in T.
  - left. now rewrite app_nil_r in T.
  - right. rewrite <- T at 2. change (slash :: r) with ([slash] ++ r). rewrite app_assoc. apply begins_app.
Qed.

(** The output has no dot segment; and where it is not empty, the input begins with "/" or is empty. *)
Definition invariant (both : buffers) : Prop :=
  without_dot_segments (fst both) /\
  (fst both = [] \/ snd both = [] \/ exists r, snd both = slash :: r).

Lemma step_invariant : forall both, invariant both -> invariant (step both).
Proof.
  intros [output input] [W F]. cbn [fst snd] in *. unfold step.
  destruct (begins (of "../") input) eqn:A1.
  { apply begins_right in A1. rewrite A1 in F. destruct F as [->|[F|[r F]]]; try discriminate F.
    split; cbn; auto. }
  destruct (begins (of "./") input) eqn:A2.
  { apply begins_right in A2. rewrite A2 in F. destruct F as [->|[F|[r F]]]; try discriminate F.
    split; cbn; auto. }
  destruct (begins (of "/./") input) eqn:B1; [split; cbn; eauto|].
  destruct (equal input (of "/.")) eqn:B2; [split; cbn; eauto|].
  destruct (begins (of "/../") input) eqn:C1.
  { split; [now apply remove_last_without | cbn; eauto]. }
  destruct (equal input (of "/..")) eqn:C2.
  { split; [now apply remove_last_without | cbn; eauto]. }
  destruct (equal input (of ".") || equal input (of "..")) eqn:D; [split; cbn; auto|].
  apply Bool.orb_false_iff in D as [D1 D2].
  split; cbn [fst snd]; [|right; apply after_first_form].
  destruct input as [|c w]; [cbn; now rewrite app_nil_r|]. unfold first_segment.
  destruct (N.eqb_spec c slash) as [->|E].
  - apply add_without; auto; intros T; apply to_slash_is in T as [T|T].
    + rewrite T in B2. discriminate B2.
    + change (begins (of "./") w = true) in T. change (begins (of "./") w = false) in B1. congruence.
    + rewrite T in C2. discriminate C2.
    + change (begins (of "../") w = true) in T. change (begins (of "../") w = false) in C1. congruence.
  - destruct F as [->|[F|[r F]]]; [|discriminate F | congruence]. cbn [app].
    unfold without_dot_segments. rewrite segments_to_slash.
    split; intros [T|[]]; apply to_slash_is in T as [T|T]; cbn [app of] in T.
    + rewrite T in D1. discriminate D1.
    + change (begins (of "./") (c :: w) = true) in T. congruence.
    + rewrite T in D2. discriminate D2.
    + change (begins (of "../") (c :: w) = true) in T. congruence.
Qed.

Theorem remove_dot_segments_leaves_none : forall w, without_dot_segments (remove_dot_segments w).
Proof.
  intros w. unfold remove_dot_segments.
  assert (H : forall n both, invariant both -> invariant (loop n both)).
  { induction n as [|n IH]; intros [output [|c input]] H; auto. cbn [loop snd]. apply IH, step_invariant, H. }
  apply (H (length w) ([], w)). split; cbn; auto using empty_without.
Qed.
Print Assumptions remove_dot_segments_leaves_none.

(** *** What has no dot segment is left as it is *)

Lemma segments_after_first : forall w s, In s (segments (after_first_segment w)) -> s = [] \/ In s (segments w).
Proof.
  intros w s H. rewrite <- (first_after w). destruct (after_first_form w) as [E|[r E]]; rewrite E in *.
  - destruct H as [<-|[]]. auto.
  - rewrite segments_slash. destruct H as [<-|H]; auto. right. apply in_or_app. auto.
Qed.

Lemma after_first_without : forall w, without_dot_segments w -> without_dot_segments (after_first_segment w).
Proof. intros w [A B]. split; intros I; apply segments_after_first in I as [I|I]; auto; discriminate I. Qed.

Lemma step_without : forall output input, without_dot_segments input ->
  step (output, input) = (output ++ first_segment input, after_first_segment input).
Proof.
  intros output input [A B]. unfold step.
  repeat match goal with
  | |- context [if begins ?p input then _ else _] => destruct (begins p input) eqn:H;
      [apply begins_right in H; revert H; generalize (skipn (length p) input); intros r ->; exfalso
      | clear H]
  | |- context [equal input ?w] => destruct (equal input w) eqn:H;
      [apply equal_right in H; subst input; exfalso | clear H]
  end.
  all: try reflexivity.
  all: (apply A + apply B); (left; reflexivity) + (right; left; reflexivity).
Qed.

Lemma loop_without : forall n output input, length input <= n -> without_dot_segments input ->
  loop n (output, input) = (output ++ input, []).
Proof.
  induction n as [|n IH]; intros output input L W; destruct input as [|c w]; try (cbn; now rewrite app_nil_r);
    cbn in L; [lia|].
  change (loop n (step (output, c :: w)) = (output ++ c :: w, [])). rewrite step_without by exact W.
  rewrite IH.
  - now rewrite <- app_assoc, first_after.
  - pose proof (first_segment_moves c w) as M. cbn [length] in M. lia.
  - now apply after_first_without.
Qed.

Theorem remove_dot_segments_keeps : forall w, remove_dot_segments w = w <-> without_dot_segments w.
Proof.
  intros w. split.
  - intros <-. apply remove_dot_segments_leaves_none.
  - intros W. unfold remove_dot_segments. now rewrite loop_without.
Qed.
Print Assumptions remove_dot_segments_keeps.

Theorem remove_dot_segments_idempotent : forall w,
  remove_dot_segments (remove_dot_segments w) = remove_dot_segments w.
Proof. intros w. apply remove_dot_segments_keeps, remove_dot_segments_leaves_none. Qed.
Print Assumptions remove_dot_segments_idempotent.

(** *** The target *)

(** The path of a target has no dot segment, unless the target takes a path with one from the base. *)
Theorem target_without_dot_segments : forall strict base R,
  without_dot_segments (path (transform strict base R)) <->
  (takes_path_of_base strict base R -> without_dot_segments (path base)).
Proof.
  intros strict base R. unfold transform, takes_path_of_base.
  destruct (scheme_of strict base R) as [s|]; cbn [defined path].
  { split; [intros _ [H _]; discriminate H | intros _; apply remove_dot_segments_leaves_none]. }
  destruct (authority R) as [a|]; cbn [defined path].
  { split; [intros _ (_ & H & _); discriminate H | intros _; apply remove_dot_segments_leaves_none]. }
  destruct (equal (path R) []) eqn:E.
  { apply equal_right in E. cbn [path]. tauto. }
  assert (P : path R <> []) by (intros H; rewrite H in E; discriminate E).
  destruct (begins (of "/") (path R)); cbn [path];
    (split; [intros _ (_ & _ & H); congruence | intros _; apply remove_dot_segments_leaves_none]).
Qed.
Print Assumptions target_without_dot_segments.

Definition uri (scheme path : word) : reference :=
  {| scheme := Some scheme; authority := None; path := path; query := None; fragment := None |}.
Definition relative (path : word) : reference :=
  {| scheme := None; authority := None; path := path; query := None; fragment := None |}.

(** The smallest target with a dot segment: the base "a:." and the empty reference make the target "a:.". *)
Theorem target_with_dot_segment : forall strict,
  transform strict (uri (of "a") (of ".")) (relative []) = uri (of "a") (of ".") /\
  ~ without_dot_segments (path (uri (of "a") (of "."))).
Proof. intros strict. split; [reflexivity|]. intros [H _]. apply H. now left. Qed.
Print Assumptions target_with_dot_segment.

(** ** Examples of the document *)

(** The tables of section 5.2.4, step by step. *)
Fixpoint steps (n : nat) (both : buffers) : list buffers :=
  match n with
  | O => []
  | S n => both :: steps n (step both)
  end.

Example table_1 : steps 8 ([], of "/a/b/c/./../../g") = [
  (of "", of "/a/b/c/./../../g");
  (of "/a", of "/b/c/./../../g");
  (of "/a/b", of "/c/./../../g");
  (of "/a/b/c", of "/./../../g");
  (of "/a/b/c", of "/../../g");
  (of "/a/b", of "/../g");
  (of "/a", of "/g");
  (of "/a/g", of "")].
Proof. reflexivity. Qed.

Example table_2 : steps 5 ([], of "mid/content=5/../6") = [
  (of "", of "mid/content=5/../6");
  (of "mid", of "/content=5/../6");
  (of "mid/content=5", of "/../6");
  (of "mid", of "/6");
  (of "mid/6", of "")].
Proof. reflexivity. Qed.

(** Section 5.4: the paths of the targets for the base "http://a/b/c/d;p?q", where the reference has a path only. *)
Definition base_5_4 : reference :=
  {| scheme := Some (of "http"); authority := Some (of "a"); path := of "/b/c/d;p"; query := Some (of "q");
     fragment := None |}.

Definition makes (reference target : string) : Prop :=
  path (transform true base_5_4 (relative (of reference))) = of target.

Example section_5_4 :
  makes "g" "/b/c/g" /\ makes "./g" "/b/c/g" /\ makes "g/" "/b/c/g/" /\ makes "/g" "/g" /\ makes ";x" "/b/c/;x" /\
  makes "g;x" "/b/c/g;x" /\ makes "" "/b/c/d;p" /\ makes "." "/b/c/" /\ makes "./" "/b/c/" /\ makes ".." "/b/" /\
  makes "../" "/b/" /\ makes "../g" "/b/g" /\ makes "../.." "/" /\ makes "../../" "/" /\ makes "../../g" "/g" /\
  makes "../../../g" "/g" /\ makes "../../../../g" "/g" /\ makes "/./g" "/g" /\ makes "/../g" "/g" /\
  makes "g." "/b/c/g." /\ makes ".g" "/b/c/.g" /\ makes "g.." "/b/c/g.." /\ makes "..g" "/b/c/..g" /\
  makes "./../g" "/b/g" /\ makes "./g/." "/b/c/g/" /\ makes "g/./h" "/b/c/g/h" /\ makes "g/../h" "/b/c/h" /\
  makes "g;x=1/./y" "/b/c/g;x=1/y" /\ makes "g;x=1/../y" "/b/c/y".
Proof. repeat (split; [reflexivity|]). reflexivity. Qed.
