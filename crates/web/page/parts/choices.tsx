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

/** The choice of the document. A production that the next one has too stays chosen. */
export function DocumentSelect({ id, documents, edition, state, set }: Props & { id: string }) {
  const choose = (id: string) => {
    const next = documents.editions.find((other) => other.id === id);
    const kept = (name: string) => (next?.productions.some((one) => one.name === name) ? name : "");
    set({ edition: id, rule: kept(state.rule), production: kept(state.production) }, true);
  };
  return (
    <select id={id} value={edition.id} onChange={(event) => choose(event.currentTarget.value)}>
      {GROUPS.map(({ label, about }) => (
        <optgroup key={label} label={label}>
          {documents.editions.filter((one) => one.about === about).reverse().map(({ id, title }) => (
            <option key={id} value={id}>{title === id ? id : `${title} (${id})`}</option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** The productions for whole strings in plain words. */
const MEANINGS: Record<string, string> = {
  URI: "begins with a scheme", "absolute-URI": "a URI without a fragment", "relative-ref": "without a scheme", "URI-reference": "a URI or a relative reference",
  IRI: "begins with a scheme", "absolute-IRI": "an IRI without a fragment", "irelative-ref": "without a scheme", "IRI-reference": "an IRI or a relative reference",
};

export function Choices(props: Props) {
  const { edition, rule, set } = props;
  const chooseRule = (name: string) => set({ rule: name === edition.whole[0] ? "" : name }, true);
  return (
    <div class="choices">
      <label><span>Document</span><DocumentSelect id="edition" {...props} /></label>
      <label>
        <span>Read as</span>
        <select id="rule" value={rule} onChange={(event) => chooseRule(event.currentTarget.value)}>
          <optgroup label="Whole strings">
            {edition.whole.map((name) => <option key={name} value={name}>{name in MEANINGS ? `${name}: ${MEANINGS[name]}` : name}</option>)}
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
