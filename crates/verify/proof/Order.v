(** Orders, as functions that answer [Eq] for nothing but equal values. Only that is proven of them: what is sorted
    by them need not be sorted well for a proof to hold. *)

From Coq Require Import NArith PArith List Bool.
Import ListNotations.

Definition right {A : Type} (compare : A -> A -> comparison) : Prop :=
  forall x y, compare x y = Eq -> x = y.

(** The first comparison, and the second where the first finds no difference. *)
Definition then_ (first : comparison) (second : unit -> comparison) : comparison :=
  match first with
  | Eq => second tt
  | other => other
  end.

Lemma then_eq : forall a b, then_ a b = Eq -> a = Eq /\ b tt = Eq.
Proof. intros [] b H; cbn in H; auto; discriminate. Qed.

Fixpoint compare_nat (x y : nat) : comparison :=
  match x, y with
  | O, O => Eq
  | O, S _ => Lt
  | S _, O => Gt
  | S x, S y => compare_nat x y
  end.

Lemma compare_nat_right : right compare_nat.
Proof.
  intros x. induction x; intros [|y] H; try discriminate; auto.
Qed.

Lemma compare_N_right : right N.compare.
Proof. intros x y. apply N.compare_eq. Qed.

Lemma compare_pos_right : right Pos.compare.
Proof. intros x y. apply Pos.compare_eq. Qed.

Definition compare_option {A} (c : A -> A -> comparison) (x y : option A) : comparison :=
  match x, y with
  | None, None => Eq
  | None, Some _ => Lt
  | Some _, None => Gt
  | Some x, Some y => c x y
  end.

Lemma compare_option_right {A} (c : A -> A -> comparison) : right c -> right (compare_option c).
Proof. intros R [x|] [y|] H; try discriminate; auto. f_equal. now apply R. Qed.

Fixpoint compare_list {A} (c : A -> A -> comparison) (x y : list A) : comparison :=
  match x, y with
  | [], [] => Eq
  | [], _ :: _ => Lt
  | _ :: _, [] => Gt
  | a :: x, b :: y => then_ (c a b) (fun _ => compare_list c x y)
  end.

Lemma compare_list_right {A} (c : A -> A -> comparison) : right c -> right (compare_list c).
Proof.
  intros R x. induction x; intros [|b y] H; try discriminate; auto.
  cbn in H. apply then_eq in H as [H I]. f_equal; auto.
Qed.

Definition equal {A} (c : A -> A -> comparison) (x y : A) : bool :=
  match c x y with
  | Eq => true
  | _ => false
  end.

Lemma equal_right {A} (c : A -> A -> comparison) : right c -> forall x y, equal c x y = true -> x = y.
Proof. intros R x y. unfold equal. destruct (c x y) eqn:E; try discriminate. auto. Qed.

(** Whether a list begins with another. *)
Fixpoint begins {A} (c : A -> A -> comparison) (short long : list A) : bool :=
  match short, long with
  | [], _ => true
  | a :: short, b :: long => match c a b with Eq => begins c short long | _ => false end
  | _ :: _, [] => false
  end.

Lemma begins_right {A} (c : A -> A -> comparison) :
  right c -> forall short long, begins c short long = true -> exists rest, long = short ++ rest.
Proof.
  intros R short. induction short as [|a short IH]; intros long H; cbn in *.
  - now exists long.
  - destruct long as [|b long]; [discriminate|]. destruct (c a b) eqn:E; try discriminate.
    apply R in E. subst. apply IH in H as [rest ->]. now exists rest.
Qed.

(** A value put into a list in its place, unless it is there. *)
Fixpoint insert {A} (c : A -> A -> comparison) (x : A) (l : list A) : list A :=
  match l with
  | [] => [x]
  | y :: rest =>
      match c x y with
      | Eq => l
      | Lt => x :: l
      | Gt => y :: insert c x rest
      end
  end.

Lemma insert_In {A} (c : A -> A -> comparison) :
  right c -> forall x l z, In z (insert c x l) <-> x = z \/ In z l.
Proof.
  intros R x l z. induction l as [|y l IH]; cbn; [tauto|].
  destruct (c x y) eqn:E; cbn.
  - apply R in E. subst. tauto.
  - tauto.
  - rewrite IH. tauto.
Qed.

Definition sort {A} (c : A -> A -> comparison) (l : list A) : list A := fold_right (insert c) [] l.

Lemma sort_In {A} (c : A -> A -> comparison) : right c -> forall l z, In z (sort c l) <-> In z l.
Proof.
  intros R l z. induction l as [|x l IH]; cbn; [tauto|]. rewrite insert_In by assumption. rewrite IH. tauto.
Qed.

(** Values in a search tree. *)
Inductive found (A : Type) : Type :=
| Empty
| Fork (left : found A) (x : A) (right : found A).
Arguments Empty {A}.
Arguments Fork {A}.

Fixpoint has {A} (c : A -> A -> comparison) (x : A) (t : found A) : bool :=
  match t with
  | Empty => false
  | Fork l y r => match c x y with Eq => true | Lt => has c x l | Gt => has c x r end
  end.

Fixpoint put {A} (c : A -> A -> comparison) (x : A) (t : found A) : found A :=
  match t with
  | Empty => Fork Empty x Empty
  | Fork l y r =>
      match c x y with Eq => t | Lt => Fork (put c x l) y r | Gt => Fork l y (put c x r) end
  end.

Fixpoint Has {A} (x : A) (t : found A) : Prop :=
  match t with
  | Empty => False
  | Fork l y r => x = y \/ Has x l \/ Has x r
  end.

Lemma has_right {A} (c : A -> A -> comparison) : right c -> forall x t, has c x t = true -> Has x t.
Proof.
  intros R x t. induction t as [|l IHl y r IHr]; cbn; [discriminate|].
  destruct (c x y) eqn:E; auto.
Qed.

Lemma put_Has {A} (c : A -> A -> comparison) :
  right c -> forall x t z, Has z (put c x t) <-> z = x \/ Has z t.
Proof.
  intros R x t z. induction t as [|l IHl y r IHr]; cbn; [tauto|].
  destruct (c x y) eqn:E; cbn.
  - apply R in E. subst. tauto.
  - rewrite IHl. tauto.
  - rewrite IHr. tauto.
Qed.
