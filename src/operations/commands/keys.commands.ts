import type { Command } from 'commander';
import type { KeyUse, UnreadableValue } from '../keys';
import { print, type ServiceCommands } from './running/command-line';

/** Commands for the encryption keys. They never print a key. */
export function addKeyCommands(program: Command, service: ServiceCommands): void {
  service.short(
    program
      .command('keys:status')
      .description('count the encrypted values of each key; exits 1 if values need a key that is not in the key ring'),
    async (app, options) => {
      const { KeyStatus } = await import('../keys/index.js');
      const status = await app.get(KeyStatus).read();
      const sum = `${status.to_rotate} values are not under the key that seals.`;
      const isWrong = status.keys.some(({ part, values }) => values > 0 && ['missing', 'retired'].includes(part));
      print(options, status, [...status.keys.map(columnsOf), sum], isWrong);
    },
  );

  service.long(
    program
      .command('keys:rotate')
      .description(
        'encrypt all values again with the first key of APP_ENCRYPTION_KEYS; exits 1 if some could not be ' +
          'encrypted',
      ),
    async (app, options, progress) => {
      const { KeyRotation, KeyStatus } = await import('../keys/index.js');
      const { to_rotate: total } = await app.get(KeyStatus).read();
      const rotation = await progress.during((report) =>
        app.get(KeyRotation).run((done) => report({ done, total, unit: 'values' })),
      );
      const { key_id, rotated, unreadable, left, retired } = rotation;
      const lines = [
        ...unreadable.map(notOpened),
        `${rotated} values sealed anew under ${key_id}, ${left} left.`,
        ...retired.map((id) => `Nothing lies under ${id} any more: it can be taken out of APP_ENCRYPTION_KEYS.`),
      ];
      print(options, rotation, lines, left > 0);
    },
  );
}

const PARTS: Readonly<Record<KeyUse['part'], string>> = {
  seals: 'seals',
  opens: 'opens',
  retired: 'retired',
  missing: 'not in the ring',
};

function columnsOf({ key_id, part, values, by_kind }: KeyUse): string {
  const kinds = Object.entries(by_kind).map(([kind, many]) => `${many} ${kind.replaceAll('_', ' ')}`);
  const which = kinds.length > 0 ? ` (${kinds.join(', ')})` : '';
  return `${key_id ?? 'without an id'}: ${PARTS[part]}, ${values} values${which}`;
}

function notOpened({ tenant_id, kind, row }: UnreadableValue): string {
  const where = Object.entries(row).map(([name, value]) => `${name} ${String(value)}`);
  return (
    `Tenant ${tenant_id}, ${kind.replaceAll('_', ' ')}, ${where.join(', ')}: cannot be decrypted; it was ` +
    'changed, or copied from another row.'
  );
}
