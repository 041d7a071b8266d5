import { ConfigurationError, type Environment, readEnvironment, VARIABLES } from './environment';
import { SECRET_FILES, withSecretFiles } from './secret-files';

/** An environment that may be wrong, as far as it can be read. */
export interface FaultyEnvironment {
  /** What was said, to which every valid variable contributes; for a wrong one its default, or a value that leads nowhere. */
  readonly environment: Environment;
  /** Every fault that a start would name; empty when there is none. */
  readonly faults: readonly string[];
  /** Names of the variables whose values here are not those that were given. */
  readonly wrong: ReadonlySet<string>;
  /** Names of all variables that are set, ours or not. */
  readonly names: readonly string[];
  /** A sentence for each that nothing reads and that looks like one of ours. */
  readonly misspelled: readonly string[];
  /** Texts that nobody may read: the values of variables with secrets, and passwords in URLs. */
  readonly secrets: readonly string[];
}

/** For what is required and is missing or wrong. */
const LEADS_NOWHERE = {
  DATABASE_URL: 'postgres://nobody@database.invalid/none',
  APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

/** Names of variables, ours or a library's, whose whole value is secret. */
const SECRET = /(KEY|SECRET|TOKEN|PASSWORD)S?$/;

/**
 * Reads an environment in which variables may be wrong or missing: for a diagnosis that goes on where a start refuses.
 * @throws Error when no set of its variables can be read, which is a defect of ours
 */
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
      // Faults that appear once a variable is left out are not the operator's.
      if (reading === 1) faults = error.faults;
      for (const name of newlyWrong(error.faults, wrong)) wrong.add(name);
    }
  }
  throw new Error(`The environment cannot be read without ${[...wrong].join(', ')}`);
}

/** Leaves variables out, however they are given: as they are, or as the name of a file. */
function withoutVariables(env: NodeJS.ProcessEnv, names: ReadonlySet<string>): NodeJS.ProcessEnv {
  const isOut = (name: string): boolean => names.has(name) || names.has(name.replace(/_FILE$/, ''));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOut(name)));
}

/** The variables that faults name first; where all of those are left out already, such as S3_BUCKET, all that they name. */
function newlyWrong(faults: readonly string[], wrong: ReadonlySet<string>): string[] {
  const first = faults.map((fault) => /^\w+/.exec(fault)?.[0] ?? '').filter((name) => !wrong.has(name));
  if (first.length > 0) return first;
  const named = faults.flatMap((fault) => fault.match(/[A-Z][A-Z0-9_]+/g) ?? []);
  return named.filter((name) => VARIABLES.includes(name));
}

/** For what is required and is given neither as it is, nor in a file, nor as a ring of keys. */
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

/** Whether NO_COLOR asks programs for plain text (https://no-color.org). */
export function wantsNoColour(env: NodeJS.ProcessEnv = process.env): boolean {
  return (env['NO_COLOR'] ?? '') !== '';
}

/** What only our variables begin with. */
const OURS = /^(?:APP_ENCRYPTION|DATABASE|WEBHOOK|IDEMPOTENCY|PDF|TENANT)_/;

/** What Kubernetes sets for a service of this name: `DATABASE_SERVICE_HOST`, `DATABASE_PORT_5432_TCP_ADDR`. */
const KUBERNETES = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_\w+)$/;

/** Letters that may differ from the name that was meant. */
const MOST_DIFFERENCES = 2;

/** Shorter names differ by as little from names that others use: `PATH`, `HOST`, `PORT`. */
const SHORTEST = 8;

/** A sentence for each variable that is none of ours and looks like one that was misspelled. */
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

/** Letters to insert, delete or replace that make one text of the other (Levenshtein). */
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
