// The steps of a resolution: assignments, and the two buffers of 5.2.4 in a separate table.
import type { Step } from "../ask";
import { Scroll } from "./scroll";
import { Value } from "./shown";

export function Steps({ steps, title }: { steps: Step[]; title: string }) {
  const runs: { buffers: boolean; steps: Step[] }[] = [];
  for (const step of steps) {
    const buffers = step.output !== undefined || step.input !== undefined;
    const last = runs.at(-1);
    if (last && last.buffers === buffers) last.steps.push(step);
    else runs.push({ buffers, steps: [step] });
  }
  return (
    <>
      {runs.map((run, index) => (run.buffers ? <Buffers key={index} steps={run.steps} /> : <Lines key={index} steps={run.steps} title={title} />))}
    </>
  );
}

function Lines({ steps, title }: { steps: Step[]; title: string }) {
  return (
    <Scroll label="Lines of the algorithm">
      <table class="steps">
        <caption class="aside">Lines of the algorithm</caption>
        <thead><tr><th scope="col">{title}</th><th scope="col">Line</th><th scope="col">Value</th></tr></thead>
        <tbody>
          {steps.map(({ section, label, line, value }, index) => (
            <tr key={index}>
              <td>{section ?? label}</td>
              <td><code>{line}</code></td>
              <td>{value === undefined ? "" : <Value text={value} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Buffers({ steps }: { steps: Step[] }) {
  return (
    <Scroll label="The two buffers of remove_dot_segments">
      <table class="buffers">
        <caption>remove_dot_segments, 5.2.4</caption>
        <thead><tr><th scope="col">Step</th><th scope="col">Output buffer</th><th scope="col">Input buffer</th></tr></thead>
        <tbody>
          {steps.map(({ label, output, input }, index) => (
            <tr key={index}>
              <td>{label}</td>
              <td>{output !== "" && <Value text={output} />}</td>
              <td>{input !== "" && <Value text={input} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
