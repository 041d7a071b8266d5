import { type Command, InvalidArgumentError } from 'commander';
import { StartRefusal } from '../../common/errors/start-refusal';
import { ConfigurationError, readEnvironment } from '../../platform/config/environment';
import { wantsNoColour } from '../../platform/config/faulty-environment';
import type { FinishedRestore, RestoreOptions } from '../recovery';
import { json, print, quiet } from './running/command-line';
import type { Shown } from './running/progress';

const printStatus = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** Commands for the installation. They work even if the service cannot start. */
export function addInstallationCommands(program: Command): void {
  program
    .command('doctor')
    .description(
      'check configuration, database, Redis, storage, mail, browser and more; exits 1 if the service would ' +
        'not start',
    )
    .option('--egress <url>', 'post an empty object to this https address, like a delivery')
    .addOption(json())
    .action(async (options: Shown & { egress?: string }) => {
      const { diagnosis, examine, table } = await import('../doctor/index.js');
      const found = diagnosis(await examine({ egress: options.egress }));
      print(options, found, [table(found, process.stdout.isTTY && !wantsNoColour())], !found.starts);
    });

  program
    .command('migrate')
    .description('migrate the schema to this release, as its owner')
    .option(
      '--wait <seconds>',
      'run no migration; wait until another process has migrated the schema, at most this long. Needs only ' +
        'the login of the service',
      seconds,
    )
    .addOption(quiet())
    .addOption(json())
    .action(async (options: Shown & { readonly wait?: number }) => {
      const environment = readEnvironment();
      if (options.wait !== undefined) {
        const { startFailure } = await import('../../platform/processes/index.js');
        const { waitForSchema } = await import('../../platform/database/schema/wait-for-schema.js');
        await waitForSchema(environment, options.wait * 1_000, (waitsFor) => {
          process.stderr.write(`Waiting: ${startFailure(waitsFor, environment).msg}\n`);
        }).catch((error: unknown) => {
          const { msg, hint } = startFailure(error, environment);
          throw new StartRefusal(`The schema is not up to date after ${options.wait} s. ${msg}`, hint);
        });
        print(options, { migrations: [] }, ['The schema is up to date.']);
        return;
      }
      const { migrationLimits } = await import('../../platform/database/connection/settings.js');
      const { migrate } = await import('../../platform/database/schema/migrate.js');
      const ran = await migrate(environment.DATABASE_MIGRATION_URL, environment.DATABASE_ROLE, {
        sandbox: environment.SANDBOX,
        limits: migrationLimits(environment),
        print: printStatus,
        ...(options.json || options.quiet ? {} : { step: printStatus }),
      });
      print(options, { migrations: ran }, [ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`]);
    });

  program
    .command('restore:finish')
    .description(
      'prepare a database restored to an earlier moment for service. Skips ids and numbers that may have been used ' +
        'since, and marks deliveries that may have been sent. A repeated run changes nothing',
    )
    .option('--until <instant>', 'time of the last write of the lost database; default: now', instant)
    .option('--numbers <count>', 'minimum of skipped numbers per series; default: 1000', count)
    .option('--nothing-lost', 'the database was moved, upgraded or taken over without loss: only record its new place')
    .option('--force', 'run although the database does not appear to be restored: it came from a dump')
    .addOption(json())
    .action(async (options: Shown & Partial<RestoreOptions>) => {
      const environment = readEnvironment();
      if (options.force && options.nothingLost) throw new ConfigurationError(['--force: not with --nothing-lost']);
      const { until = new Date() } = options;
      const url = environment.DATABASE_MIGRATION_URL;
      const { createDataSource } = await import('../../platform/database/connection/data-source.js');
      const { migrationLimits } = await import('../../platform/database/connection/settings.js');
      const { finishRestore } = await import('../recovery/index.js');
      const owner = await createDataSource({ url, poolSize: 1, limits: migrationLimits(environment) }).initialize();
      const finished = await owner
        .transaction((manager) =>
          finishRestore((sql, values) => manager.query(sql, values && [...values]), { ...options, until }),
        )
        .finally(() => owner.destroy());
      print(options, { ...finished, to_do: finished.outcome === 'finished' ? TO_DO : [] }, linesOf(finished));
    });
}

/** Tasks that depend on data written after the restored moment, which is lost. */
const TO_DO = [
  'Tokens that were revoked, users who were deactivated and tenants that were suspended after the ' +
    'moment are active again: repeat that.',
  'Webhook secrets that were rotated after the moment are valid again in their old version: ask the ' +
    'receivers to rotate them again.',
  'Plans, quotas and tenants that were created or changed by commands after the moment: run these ' + 'commands again.',
  'Run budget:verify, report:verify, audit:verify and documents:verify. Anchors made after the moment ' +
    'are not valid any more: store them separately, with this report.',
  'Inform the tenants of the lost period: clients that retry a request from it create the record again, ' +
    'and receivers of webhooks know records that are gone.',
];

function linesOf(finished: FinishedRestore): string[] {
  const { outcome, restored_to, until, ids, sequences, series, deliveries, mails, tenants } = finished;
  if (outcome === 'nothing lost') return ['Recorded the current place of the database. Nothing else was changed.'];
  if (outcome === 'finished before') return ['This restore was finished before. Nothing was changed.'];
  return [
    `The database contains data up to ${restored_to}. Data written from then until ${until} is lost.`,
    `${ids} ids were left out of each of ${sequences} sequences.`,
    `${series.count} number series of ${tenants} tenants skip at least ${series.least} and at most ` +
      `${series.most} numbers; the audit log of each tenant lists them.`,
    `${deliveries} deliveries are pending and may have been sent already: their webhook-id stays the ` +
      'same, and their log contains RESTORED.',
    `${mails} mails are pending and may have been sent already.`,
    'Remaining tasks:',
    ...TO_DO.map((sentence) => `- ${sentence}`),
  ];
}

function seconds(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give whole seconds, 99999 at most.');
  return Number(text);
}

function instant(text: string): Date {
  const found = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(found.getTime())) {
    throw new InvalidArgumentError('It is an instant with its offset: 2026-03-10T14:05:00Z.');
  }
  return found;
}

function count(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('It is a count, 99999999 at most.');
  return Number(text);
}
