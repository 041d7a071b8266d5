import serversSetup from '../support/global-setup';
import { bringPrograms } from '../support/programs/program';

/** Installs the programs that operators run around the service, then runs the common global setup. */
export default async function globalSetup(): Promise<void> {
  if (process.env['DRILL_WITH'] === 'pgbackrest') bringPrograms(['pgbackrest']);
  bringPrograms([
    'nginx',
    'pgbouncer',
    'prometheus',
    'promtool',
    'amtool',
    'kubectl',
    'pg_basebackup',
    'openssl',
    'redis-sentinel',
  ]);
  await serversSetup();
}
