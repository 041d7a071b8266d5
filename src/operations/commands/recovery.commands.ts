import { type Command, InvalidArgumentError } from 'commander';
import { ConfigurationError, readEnvironment } from '../../platform/config/environment';
import type { FinishedRestore } from '../recovery';
import { json, print, type Printed } from './running/command-line';

interface Finish extends Printed {
  readonly until?: Date;
  readonly numbers?: number;
  readonly nothingLost?: boolean;
  readonly force?: boolean;
}

/** What follows a restore of the database. It is done as the owner, and before the service can start. */
export function addRecoveryCommands(program: Command): void {
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
    .action(async (options: Finish) => {
      const environment = readEnvironment();
      if (options.force && options.nothingLost) throw new ConfigurationError(['--force: not with --nothing-lost']);
      const { until = new Date(), numbers, nothingLost, force } = options;
      const url = environment.DATABASE_MIGRATION_URL;
      const { createDataSource } = await import('../../platform/database/connection/data-source.js');
      const { migrationLimits } = await import('../../platform/database/connection/settings.js');
      const { finishRestore } = await import('../recovery/index.js');
      const owner = await createDataSource({ url, poolSize: 1, limits: migrationLimits(environment) }).initialize();
      const finished = await owner
        .transaction((manager) =>
          finishRestore((sql, values) => manager.query(sql, values && [...values]), {
            until,
            ...(numbers === undefined ? {} : { numbers }),
            ...(nothingLost ? { nothingLost } : {}),
            ...(force ? { force } : {}),
          }),
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

function inWords(finished: FinishedRestore): string {
  const { outcome, restored_to, until, ids, sequences, series, deliveries, mails, tenants } = finished;
  if (outcome === 'nothing lost') return 'Noted where the database is now. Nothing else was changed.';
  if (outcome === 'finished before') return 'This restore was finished before. Nothing was changed.';
  return [
    `The database holds what was written until ${restored_to}. What was written from then until ${until} is lost.`,
    `${ids} ids were left out of each of ${sequences} sequences.`,
    `${series.count} number series of ${tenants} tenants go on later, by ${series.least} numbers at least and ${series.most} at most; the audit log of each tenant says which.`,
    `${deliveries} deliveries wait and may have been sent already: they keep their webhook-id, and their log says RESTORED.`,
    `${mails} mails wait and may have been sent already.`,
    'What is left to do:',
    ...TO_DO.map((sentence) => `- ${sentence}`),
  ].join('\n');
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
