import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../../tools/servers/ports';
import { examine, type Examined } from '../../src/operations/doctor/examination';

/**
 * The environment of a healthy installation without Redis. @param folder of this test, for files, mail and the path of
 * a missing browser
 */
export async function soundInstallation(databaseUrl: string, folder: string): Promise<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    ADMIN_PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    STORAGE_PATH: join(folder, 'documents'),
    MAIL_FOLDER: join(folder, 'mail'),
    // No browser to start: the check would take time where one is installed.
    PUPPETEER_EXECUTABLE_PATH: join(folder, 'no-browser'),
  };
}

/** Checks whose warnings depend on the machine that runs the tests. The browser is missing on purpose. */
export const OF_THE_MACHINE = ['disk', 'connections', 'clock', 'clock of Redis', 'webhooks', 'node', 'browser'];

/** The faults that the doctor finds. An undefined variable is not set. */
export async function faults(environment: Readonly<Record<string, string | undefined>>): Promise<Examined[]> {
  const found = await examine({ env: environment });
  return found.filter(
    ({ check, state }) => state === 'problem' || (state === 'warning' && !OF_THE_MACHINE.includes(check)),
  );
}
