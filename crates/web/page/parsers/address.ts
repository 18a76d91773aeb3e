// The address of the page of parsers, whose fragment has its state.
import { useEffect, useState } from "preact/hooks";

/** The state: `parser` alone is its list, with `with` two parsers, with `reason` a cell; `reason` alone its list. */
export interface Address { parser: string; with: string; reason: string; sort: string; document: string; name: string }
export type Go = (change: Partial<Address>, push?: boolean) => void;

const KEYS = ["parser", "with", "reason", "sort", "document", "name"] as const;

export function read(hash: string): Address {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return Object.fromEntries(KEYS.map((key) => [key, params.get(key) ?? ""])) as unknown as Address;
}

export function addressOf(address: Partial<Address>): string {
  return `#${new URLSearchParams(KEYS.flatMap((key) => (address[key] ? [[key, address[key]]] : [])))}`;
}

/** Returns the address of a part of the page, with the same sorting and filters. */
export function linkTo(address: Address, part: Partial<Pick<Address, "parser" | "with" | "reason">>): string {
  return addressOf({ ...address, parser: "", with: "", reason: "", ...part });
}

/** Returns the state, and a function that changes it. */
export function useAddress(): [Address, Go] {
  const [address, setAddress] = useState(() => read(location.hash));
  useEffect(() => {
    const follow = () => setAddress(read(location.hash));
    window.addEventListener("hashchange", follow);
    window.addEventListener("popstate", follow);
    return () => {
      window.removeEventListener("hashchange", follow);
      window.removeEventListener("popstate", follow);
    };
  }, []);
  const go: Go = (change, push = false) => {
    const next = { ...address, ...change };
    if (addressOf(next) === addressOf(address)) return;
    if (push) history.pushState(null, "", addressOf(next));
    else history.replaceState(null, "", addressOf(next));
    setAddress(next);
  };
  return [address, go];
}
