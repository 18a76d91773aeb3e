// The choice of the edition and the production for reading the string.
import type { Documents, Edition } from "../ask";
import type { Set, State } from "../state";

interface Props {
  documents: Documents;
  edition: Edition;
  rule: string;
  state: State;
  set: Set;
}

/** The groups of documents, those about all URIs first. */
const GROUPS = [
  { label: "All URIs", about: "uris" },
  { label: "The URIs of one scheme", about: "scheme" },
  { label: "Related strings", about: "other" },
];

export function Choices({ documents, edition, rule, state, set }: Props) {
  const chooseEdition = (id: string) => {
    const next = documents.editions.find((other) => other.id === id);
    const has = next?.productions.some(({ name }) => name === state.rule);
    set({ edition: id, rule: has ? state.rule : "", production: "" }, true);
  };
  const chooseRule = (name: string) => set({ rule: name === edition.whole[0] ? "" : name }, true);
  return (
    <div class="choices">
      <label>
        <span>Document</span>
        <select id="edition" value={edition.id} onChange={(event) => chooseEdition(event.currentTarget.value)}>
          {GROUPS.map(({ label, about }) => (
            <optgroup key={label} label={label}>
              {documents.editions.filter((one) => one.about === about).reverse().map(({ id, title }) => (
                <option key={id} value={id}>{title === id ? id : `${title} (${id})`}</option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label>
        <span>Read as</span>
        <select id="rule" value={rule} onChange={(event) => chooseRule(event.currentTarget.value)}>
          <optgroup label="Whole strings">
            {edition.whole.map((name) => <option key={name} value={name}>{name}</option>)}
          </optgroup>
          {edition.grammars.map((stem) => (
            <optgroup key={stem} label={edition.grammars.length > 1 ? stem : "Parts"}>
              {edition.productions
                .filter(({ name, grammar }) => grammar === stem && !edition.whole.includes(name))
                .map(({ name, section }) => <option key={name} value={name}>{`${name} (${section})`}</option>)}
            </optgroup>
          ))}
        </select>
      </label>
    </div>
  );
}
