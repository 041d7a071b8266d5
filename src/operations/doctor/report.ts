import type { State } from './domain/finding';
import type { Examined } from './examination';

export interface Diagnosis {
  /** Whether the service would start: there are no problems. */
  readonly starts: boolean;
  readonly counts: Readonly<Record<State, number>>;
  readonly findings: readonly Examined[];
}

export function diagnosis(findings: readonly Examined[]): Diagnosis {
  const counts = { ok: 0, warning: 0, problem: 0, skipped: 0 };
  for (const { state } of findings) counts[state] += 1;
  return { starts: counts.problem === 0, counts, findings };
}

const COLOURS: Readonly<Record<State, number>> = { ok: 32, warning: 33, problem: 31, skipped: 90 };

/** Formats state, check and result, with advice below each line. */
export function table({ starts, counts, findings }: Diagnosis, isColoured: boolean): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ state, check, said, todo }, index) => {
    const word = state.padEnd('problem'.length);
    const shown = isColoured ? `\u001b[${COLOURS[state]}m${word}\u001b[0m` : word;
    const name = findings[index - 1]?.check === check ? '' : check;
    const first = `${shown}  ${name.padEnd(width)}  ${said}`;
    return todo === undefined ? [first] : [first, `${' '.repeat('problem'.length + 2 + width + 2)}-> ${todo}`];
  });
  return [...lines, '', `${counted(counts)} ${starts ? 'The service starts.' : 'The service does not start.'}`].join(
    '\n',
  );
}

function counted({ problem, warning, ok, skipped }: Diagnosis['counts']): string {
  const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
  return `${plural(problem, 'problem')}, ${plural(warning, 'warning')}, ${ok} ok, ${skipped} skipped.`;
}
