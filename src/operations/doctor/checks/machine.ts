import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Environment } from '../../../platform/config';
import { startFailure } from '../../../platform/processes';
import type { Check } from '../check';
import { type Finding, ok, problem } from '../domain/finding';
import { judgeNode } from '../domain/machine';

/** Holds from `src/` and from `dist/` alike. */
const PACKAGE = join(__dirname, '../../../../package.json');

export const node: Check = {
  name: 'node',
  run: () => {
    const { engines } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { engines: { node: string } };
    return Promise.resolve([judgeNode(process.version, engines.node)]);
  },
};

/** Whether both ports are free, or the service has them already. */
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
    return errors.map((error): Finding => {
      const { msg, hint } = startFailure(error, environment);
      return problem(msg, hint);
    });
  },
};

/** @returns why the port cannot be listened on */
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

/** Whether the admin port is that of a running service. */
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
