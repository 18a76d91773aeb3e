(** What the written files need: signs for terms, literals as strings, and the check. *)

From Coq Require Export NArith PArith List.
From Coq Require Import String Ascii.
Export StringSyntax.
From Proof Require Export Abnf Pest Check.
Export ListNotations.

Declare Scope abnf_scope.
Delimit Scope abnf_scope with abnf.
Infix "+++" := Cat (at level 60, right associativity) : abnf_scope.
Infix "///" := Alt (at level 65, right associativity) : abnf_scope.

Declare Scope pest_scope.
Delimit Scope pest_scope with pest.
Infix "~~~" := Seq (at level 60, right associativity) : pest_scope.
Infix "|||" := Or (at level 65, right associativity) : pest_scope.

(** The characters of a string of US-ASCII. *)
Fixpoint of (s : string) : word :=
  match s with
  | EmptyString => []
  | String a s => N_of_ascii a :: of s
  end.

(** Names are told apart by their numbers, which a list of them all holds to. *)
Lemma by_number {A : Type} (code : A -> positive) (all : list A) (default : A) :
  (forall a, nth (pred (Pos.to_nat (code a))) all default = a) -> forall a b, code a = code b -> a = b.
Proof. intros H a b E. rewrite <- (H a), <- (H b), E. reflexivity. Qed.

(** How deep trees may nest, and how many pairs may be met. *)
Definition fuel : nat := 1000.
Definition pairs : nat := N.to_nat 1000000.
