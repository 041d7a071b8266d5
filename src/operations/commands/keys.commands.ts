import type { Command } from 'commander';
import type { KeyUse, UnreadableValue } from '../keys';
import { type InService, json, print, type Printed } from './running/command-line';
import { Progress, type Shown } from './running/progress';
import { quiet } from './running/stoppable';

/** The keys that seal secrets. No key is ever printed. */
export function addKeyCommands(program: Command, inService: InService): void {
  program
    .command('keys:status')
    .description('count what is sealed under each key; exits 1 when something lies under a key that is not in the ring')
    .addOption(json())
    .action((options: Printed) =>
      inService(async (app) => {
        const { KeyStatus } = await import('../keys/index.js');
        const status = await app.get(KeyStatus).read();
        const sum = `${status.to_rotate} values are not under the key that seals.`;
        print(options, status, [...status.keys.map(inWords), sum].join('\n'));
        if (status.keys.some(({ part, values }) => values > 0 && ['missing', 'retired'].includes(part))) {
          process.exitCode = 1;
        }
      }),
    );

  program
    .command('keys:rotate')
    .description('seal everything anew under the first key of APP_ENCRYPTION_KEYS; exits 1 when something is left')
    .addOption(quiet())
    .addOption(json())
    .action((options: Printed & Shown) =>
      inService(async (app) => {
        const { KeyRotation, KeyStatus } = await import('../keys/index.js');
        const { to_rotate: total } = await app.get(KeyStatus).read();
        const progress = new Progress(options);
        const rotation = await app.get(KeyRotation).run((done) => progress.at({ done, total, unit: 'values' }));
        progress.end();
        const { key_id, rotated, unreadable, left, retired } = rotation;
        const said = [
          ...unreadable.map(notOpened),
          `${rotated} values sealed anew under ${key_id}, ${left} left.`,
          ...retired.map((id) => `Nothing lies under ${id} any more: it can be taken out of APP_ENCRYPTION_KEYS.`),
        ];
        print(options, rotation, said.join('\n'));
        if (left > 0) process.exitCode = 1;
      }),
    );
}

const PARTS: Readonly<Record<KeyUse['part'], string>> = {
  seals: 'seals',
  opens: 'opens',
  retired: 'retired',
  missing: 'not in the ring',
};

function inWords({ key_id, part, values, by_kind }: KeyUse): string {
  const kinds = Object.entries(by_kind).map(([kind, many]) => `${many} ${kind.replaceAll('_', ' ')}`);
  const which = kinds.length > 0 ? ` (${kinds.join(', ')})` : '';
  return `${key_id ?? 'without an id'}: ${PARTS[part]}, ${values} values${which}`;
}

function notOpened({ tenant_id, kind, row }: UnreadableValue): string {
  const where = Object.entries(row).map(([name, value]) => `${name} ${String(value)}`);
  return `Tenant ${tenant_id}, ${kind.replaceAll('_', ' ')}, ${where.join(', ')}: does not open where it lies; it was changed or copied there.`;
}
