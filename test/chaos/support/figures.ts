import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The short form proves that the plug tests work; the full one gives the figures of docs/reliability.md. */
export const IS_SHORT = process.env['CHAOS'] === 'short';

/** One of two amounts, by the form. */
export const scaled = (full: number, short: number): number => (IS_SHORT ? short : full);

const FOLDER = join(__dirname, '../../../.procurement/chaos');

/** Says what was measured, and keeps it beside the checkout for docs/reliability.md. */
export function report(test: string, figures: Readonly<Record<string, number | string>>): void {
  mkdirSync(FOLDER, { recursive: true });
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(value.toFixed(2)) : value,
    ]),
  );
  writeFileSync(
    join(FOLDER, `${test}.json`),
    `${JSON.stringify({ test, form: IS_SHORT ? 'short' : 'full', ...rounded }, null, 2)}\n`,
  );
  process.stdout.write(`${test}: ${JSON.stringify(rounded)}\n`);
}
