/**
 * `problem`: the service does not start. `warning`: it starts, but something does not work, is at risk or does not suit
 * production. `skipped`: not checked, with the reason in `said`.
 */
export type State = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Finding {
  readonly state: State;
  /** The result in one line. */
  readonly said: string;
  /** Advice for a warning or a problem, in one line. */
  readonly todo?: string;
}

export const ok = (said: string): Finding => ({ state: 'ok', said });
export const skipped = (said: string): Finding => ({ state: 'skipped', said });
export const warning = (said: string, todo: string): Finding => ({ state: 'warning', said, todo });
export const problem = (said: string, todo: string): Finding => ({ state: 'problem', said, todo });

/** Whether the fault exists, its description in one line, and advice in one line. */
export type Fault = readonly [isThere: boolean, said: string, todo: string];

export const warningsOf = (faults: readonly Fault[]): Finding[] =>
  faults.filter(([isThere]) => isThere).map(([, said, todo]) => warning(said, todo));

/** A warning per fault, or `ok` if there is none. */
export function judged(faults: readonly Fault[], well: string): Finding[] {
  const found = warningsOf(faults);
  return found.length > 0 ? found : [ok(well)];
}

/** Returns one line, without secrets and without passwords in URLs. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .toSorted((one, other) => other.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\/\/[^/@\s]*@/g, '//');
}
