import { ConfigurationError, type Environment, readEnvironment, VARIABLES } from './environment';
import { SECRET_FILES, withSecretFiles } from './secret-files';

export interface FaultyEnvironment {
  /** The valid variables; an invalid one has its default, or an unreachable placeholder if it is required. */
  readonly environment: Environment;
  readonly faults: readonly string[];
  /** Names of the variables whose configured values are not used. */
  readonly wrong: ReadonlySet<string>;
  /** All set variables, including those of other programs. */
  readonly names: readonly string[];
  readonly misspelled: readonly string[];
  /** Texts that must not be shown: values of secret variables, and passwords in URLs. */
  readonly secrets: readonly string[];
}

const LEADS_NOWHERE = {
  DATABASE_URL: 'postgres://nobody@database.invalid/none',
  APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

const SECRET = /(KEY|SECRET|TOKEN|PASSWORD)S?$/;

/** Reads an environment with faults, for a diagnosis. @throws Error when no part can be read (a bug of the service) */
export function readFaultyEnvironment(env: NodeJS.ProcessEnv = process.env): FaultyEnvironment {
  const names = Object.keys(env).filter((name) => env[name]);
  const secrets = secretsOf(withSecretFiles(env).env);
  const wrong = new Set<string>();
  let faults: readonly string[] = [];
  for (let reading = 1; reading <= VARIABLES.length; reading += 1) {
    const right = withoutVariables(env, wrong);
    try {
      const environment = readEnvironment({ ...(wrong.size > 0 ? standInsFor(right) : {}), ...right });
      return { environment, faults, wrong, names, misspelled: misspelled(env), secrets };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      // Later rounds find faults caused by removed variables; those are not the operator's faults.
      if (reading === 1) faults = error.faults;
      for (const name of newlyWrong(error.faults, wrong)) wrong.add(name);
    }
  }
  throw new Error(`The environment cannot be read without ${[...wrong].join(', ')}`);
}

function withoutVariables(env: NodeJS.ProcessEnv, names: ReadonlySet<string>): NodeJS.ProcessEnv {
  const isOut = (name: string): boolean => names.has(name) || names.has(name.replace(/_FILE$/, ''));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOut(name)));
}

/** The variables at the beginning of the faults; if those are all removed already, all variables in the faults. */
function newlyWrong(faults: readonly string[], wrong: ReadonlySet<string>): string[] {
  const first = faults.map((fault) => /^\w+/.exec(fault)?.[0] ?? '').filter((name) => !wrong.has(name));
  if (first.length > 0) return first;
  const named = faults.flatMap((fault) => fault.match(/[A-Z][A-Z0-9_]+/g) ?? []);
  return named.filter((name) => VARIABLES.includes(name));
}

function standInsFor(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isGiven = (name: string): boolean => [name, `${name}_FILE`].some((one) => given[one]);
  const missing = Object.entries(LEADS_NOWHERE).filter(
    ([name]) => !isGiven(name) && !(name === 'APP_ENCRYPTION_KEY' && isGiven('APP_ENCRYPTION_KEYS')),
  );
  return Object.fromEntries(missing);
}

function secretsOf(env: NodeJS.ProcessEnv): string[] {
  const given = Object.entries(env).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const whole = given.filter(([name]) => SECRET.test(name)).map(([, value]) => value);
  const passwords = given.flatMap(([, value]) => (URL.canParse(value) ? [new URL(value).password] : []));
  return [...whole, ...passwords, ...passwords.map(decoded)].filter((secret) => secret.length > 3);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether NO_COLOR requests plain text (https://no-color.org). */
export function wantsNoColour(env: NodeJS.ProcessEnv = process.env): boolean {
  return (env['NO_COLOR'] ?? '') !== '';
}

/** Prefixes that only variables of this service have. */
const OURS = /^(?:APP_ENCRYPTION|DATABASE|WEBHOOK|IDEMPOTENCY|PDF|TENANT)_/;

/** Variables that Kubernetes sets for a service of that name, such as `DATABASE_SERVICE_HOST`. */
const KUBERNETES = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_\w+)$/;

/** Differing letters. */
const MOST_DIFFERENCES = 2;

/** Shorter names resemble variables of other programs too easily: `PATH`, `HOST`, `PORT`. */
const SHORTEST = 8;

export function misspelled(env: NodeJS.ProcessEnv = process.env): string[] {
  const known = [...VARIABLES, ...SECRET_FILES];
  const given = Object.keys(env).filter((name) => env[name]);
  return given.flatMap((name) => {
    if (known.includes(name) || KUBERNETES.test(name)) return [];
    const meant = name.length < SHORTEST ? undefined : nearest(name, known);
    if (meant === undefined && !OURS.test(name)) return [];
    return [`The variable ${name} is not read${meant === undefined ? '' : `; is ${meant} meant?`}`];
  });
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, distance: one.length < SHORTEST ? Infinity : distanceOf(name, one) }))
    .sort((left, right) => left.distance - right.distance);
  return best && best.distance <= MOST_DIFFERENCES ? best.one : undefined;
}

/** The Levenshtein distance; Infinity if it surely exceeds the limit. */
function distanceOf(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > MOST_DIFFERENCES) return Infinity;
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...left].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...right].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? Infinity;
}
