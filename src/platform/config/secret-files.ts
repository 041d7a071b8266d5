import { readFileSync } from 'node:fs';

/** Variables with secrets. Each may be given as a file instead: `REDIS_URL_FILE=/run/secrets/redis-url`. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'REDIS_SENTINEL_PASSWORD',
  'SMTP_URL',
  'APP_ENCRYPTION_KEY',
  'APP_ENCRYPTION_KEYS',
] as const;

const fileVariable = (name: string): string => `${name}_FILE`;

export const SECRET_FILES: readonly string[] = SECRETS.map(fileVariable);

/** Reads the secret files, without a trailing newline. @returns the variables, and a fault for each unusable file */
export function withSecretFiles(env: NodeJS.ProcessEnv): {
  readonly env: NodeJS.ProcessEnv;
  readonly faults: string[];
} {
  const faults: string[] = [];
  const read = SECRETS.flatMap((name) => {
    const path = env[fileVariable(name)];
    if (path === undefined) return [];
    if (env[name] !== undefined) faults.push(`${fileVariable(name)}: must not be given beside ${name}; take one away`);
    try {
      const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (text === '') faults.push(`${fileVariable(name)}: ${path} is empty`);
      return [[name, text] as const];
    } catch (error) {
      faults.push(`${fileVariable(name)}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
      return [];
    }
  });
  return { env: { ...env, ...Object.fromEntries(read) }, faults };
}
