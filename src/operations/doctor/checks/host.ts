import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Environment, keyRingOf, VARIABLES } from '../../../platform/config';
import { type Check, refusalOf } from '../check';
import { ok, problem, warning } from '../domain/finding';
import { judgeAddress, judgeKeys, judgeNode } from '../domain/machine';

/** Lists invalid variables, and unknown ones with similar names. */
export const configuration: Check = {
  name: 'configuration',
  run: ({ configuration: { faults, names, misspelled } }) => {
    const wrong = faults.map((fault) => problem(fault, 'Correct it; the file .env.example names all variables.'));
    const set = names.filter((name) => VARIABLES.includes(name)).length;
    const sum = faults.length === 0 ? [ok(`Valid: ${set} of ${VARIABLES.length} variables are set`)] : [];
    const unread = misspelled.map((said) => warning(said, 'Correct its name, or remove it.'));
    const mode = names.includes('NODE_ENV') ? [] : [NOT_PRODUCTION];
    return Promise.resolve([...wrong, ...sum, ...mode, ...unread]);
  },
};

const NOT_PRODUCTION = warning(
  'NODE_ENV is not set: the service runs as in development, and starts where production would refuse to',
  'Set NODE_ENV=production.',
);

export const keys: Check = {
  name: 'keys',
  variables: ['APP_ENCRYPTION_KEY', 'APP_ENCRYPTION_KEYS'],
  run: ({ environment }) => Promise.resolve(judgeKeys(keyRingOf(environment))),
};

/** Checks the base address of links. */
export const address: Check = {
  name: 'address',
  variables: ['PUBLIC_URL', 'TRUSTED_PROXY_HOPS'],
  run: ({ environment }) =>
    Promise.resolve(
      judgeAddress({
        isProduction: environment.NODE_ENV === 'production',
        publicUrl: environment.PUBLIC_URL,
        hops: environment.TRUSTED_PROXY_HOPS,
        hostSuffix: environment.TENANT_HOST_SUFFIX,
      }),
    ),
};

/** The path is valid from `src/` and from `dist/`. */
const PACKAGE = join(__dirname, '../../../../package.json');

export const node: Check = {
  name: 'node',
  run: () => {
    const { engines } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { engines: { node: string } };
    return Promise.resolve([judgeNode(process.version, engines.node)]);
  },
};

/** Checks whether both ports are free, or used by the service itself. */
export const ports: Check = {
  name: 'ports',
  variables: ['PORT', 'ADMIN_PORT', 'HOST', 'ADMIN_HOST'],
  run: async ({ environment }) => {
    const { PROCESS_ROLE, HOST, PORT, ADMIN_HOST, ADMIN_PORT } = environment;
    const wanted = PROCESS_ROLE === 'worker' ? [] : [{ host: HOST, port: PORT }];
    const taken = await Promise.all(
      [...wanted, { host: ADMIN_HOST, port: ADMIN_PORT }].map(({ host, port }) => listen(host, port)),
    );
    const errors = taken.filter((error) => error !== undefined);
    if (errors.length === 0) {
      return [ok(`${[...wanted.map(({ port }) => port), ADMIN_PORT || 'any'].join(' and ')} can be listened on`)];
    }
    if (errors.every(({ code }) => code === 'EADDRINUSE') && (await isOurs(environment))) {
      return [ok('The service is running here, and has its ports')];
    }
    return errors.map((error) => refusalOf(error, environment));
  },
};

/** @returns the error if the port cannot be opened */
async function listen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    server.close();
  }
}

/** Whether a running service uses the admin port. */
async function isOurs({ ADMIN_HOST, ADMIN_PORT }: Pick<Environment, 'ADMIN_HOST' | 'ADMIN_PORT'>): Promise<boolean> {
  const host = ADMIN_HOST === '0.0.0.0' || ADMIN_HOST === '::' ? 'localhost' : ADMIN_HOST;
  return new Promise((resolve) => {
    const asked = get({ host, port: ADMIN_PORT, path: '/health/live', timeout: 3_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
  });
}

/** A zone whose offset from UTC is in the time zone database. */
const ZONE = 'Asia/Riyadh';

/** Checks that time zone names work. */
export const timeZones: Check = {
  name: 'time zones',
  run: () => {
    const hour = new Intl.DateTimeFormat('en', { timeZone: ZONE, hour: '2-digit', hourCycle: 'h23' }).format(0);
    return Promise.resolve([
      hour === '03'
        ? ok(`Time zones are known, in the version ${process.versions.tz ?? 'of the system'}`)
        : warning(`${ZONE} is not known to Node.js`, 'Use a Node.js with full ICU data.'),
    ]);
  },
};
