import { type Command, InvalidArgumentError } from 'commander';
import { StartRefusal } from '../../common/errors/start-refusal';
import { ConfigurationError, readEnvironment } from '../../platform/config/environment';
import { wantsNoColour } from '../../platform/config/faulty-environment';
import type { FinishedRestore, RestoreOptions } from '../recovery';
import { json, print, quiet } from './running/command-line';
import type { Shown } from './running/progress';

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** The installation, for which the service need not be able to start: what is wrong with it, its schema, its restored database. */
export function addInstallationCommands(program: Command): void {
  program
    .command('doctor')
    .description(
      'check configuration, database, Redis, storage, mail, browser and more; exits 1 when the service would not start',
    )
    .option('--egress <url>', 'post an empty object to this https address, as a delivery would')
    .addOption(json())
    .action(async (options: Shown & { egress?: string }) => {
      const { diagnosis, examine, table } = await import('../doctor/index.js');
      const found = diagnosis(await examine({ egress: options.egress }));
      print(options, found, [table(found, process.stdout.isTTY && !wantsNoColour())], !found.starts);
    });

  program
    .command('migrate')
    .description('bring the schema up to date, as its owner')
    .option(
      '--wait <seconds>',
      'run nothing; wait, for so long at most, until another process has brought it up to date. The login of the service is enough',
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
        tell: say,
        ...(options.json || options.quiet ? {} : { step: say }),
      });
      print(options, { migrations: ran }, [ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`]);
    });

  program
    .command('restore:finish')
    .description(
      'make a database that was restored to an earlier moment safe to serve: leave out ids and numbers that may have been handed out since, mark deliveries that may have been sent; changes nothing when run again',
    )
    .option('--until <instant>', 'when the lost database took its last write; now when left out', instant)
    .option('--numbers <count>', 'leave out at least so many numbers of each series; 1000 when left out', count)
    .option('--nothing-lost', 'the database was moved, upgraded or taken over whole: only note where it is now')
    .option('--force', 'though nothing shows that the database was restored: it came from a dump')
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
      print(options, { ...finished, to_do: finished.outcome === 'finished' ? TO_DO : [] }, inWords(finished));
    });
}

/** What no command can know: it was written after the moment. */
const TO_DO = [
  'Tokens that were revoked, users who were deactivated and tenants that were suspended after the moment may act again: do it again.',
  'Webhook secrets that were rotated after the moment are the old ones: ask the receivers to rotate again.',
  'Plans, quotas and tenants that commands made or changed after the moment: run those commands again.',
  'Run budget:verify, report:verify, audit:verify and documents:verify. Anchors of after the moment do not hold any more: keep them apart, with this report.',
  'Tell the tenants which time was lost: clients that repeat a request of it make it anew, receivers of webhooks were told of records that are gone.',
];

function inWords(finished: FinishedRestore): string[] {
  const { outcome, restored_to, until, ids, sequences, series, deliveries, mails, tenants } = finished;
  if (outcome === 'nothing lost') return ['Noted where the database is now. Nothing else was changed.'];
  if (outcome === 'finished before') return ['This restore was finished before. Nothing was changed.'];
  return [
    `The database holds what was written until ${restored_to}. What was written from then until ${until} is lost.`,
    `${ids} ids were left out of each of ${sequences} sequences.`,
    `${series.count} number series of ${tenants} tenants go on later, by ${series.least} numbers at least and ${series.most} at most; the audit log of each tenant says which.`,
    `${deliveries} deliveries wait and may have been sent already: they keep their webhook-id, and their log says RESTORED.`,
    `${mails} mails wait and may have been sent already.`,
    'What is left to do:',
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
