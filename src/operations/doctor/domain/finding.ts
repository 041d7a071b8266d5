/**
 * What a check found. `problem`: the service refuses to start. `warning`: it starts, and something does not work, is at risk or
 * is not as production should have it. `skipped`: not looked at, and `said` tells why.
 */
export type State = 'ok' | 'warning' | 'problem' | 'skipped';

/** One thing that was looked at. */
export interface Finding {
  readonly state: State;
  /** What there is, in one line. */
  readonly said: string;
  /** What to do about a warning or a problem, in one line. */
  readonly todo?: string;
}

export const ok = (said: string): Finding => ({ state: 'ok', said });
export const skipped = (said: string): Finding => ({ state: 'skipped', said });
export const warning = (said: string, todo: string): Finding => ({ state: 'warning', said, todo });
export const problem = (said: string, todo: string): Finding => ({ state: 'problem', said, todo });

/** A fault that is looked for: whether it is there, what is wrong then, and what to do about it. */
export type Fault = readonly [isThere: boolean, said: string, todo: string];

export const warningsOf = (faults: readonly Fault[]): Finding[] =>
  faults.filter(([isThere]) => isThere).map(([, said, todo]) => warning(said, todo));

/** A warning for each fault that is there; where there is none, that all is well. */
export function judged(faults: readonly Fault[], well: string): Finding[] {
  const found = warningsOf(faults);
  return found.length > 0 ? found : [ok(well)];
}

/** One line without the secrets that an error may repeat, and without the password of any URL. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .toSorted((one, other) => other.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\/\/[^/@\s]*@/g, '//');
}
