import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';

/** The short form checks that the failure tests work. The full form measures the figures of docs/reliability.md. */
export const IS_SHORT = process.env['CHAOS'] === 'short';

/** Returns the amount for the current form. */
export const scaled = (full: number, short: number): number => (IS_SHORT ? short : full);

export type Figures = Readonly<Record<string, number>>;

const FOLDER = join(__dirname, '../../../.procurement/chaos');

/**
 * Prints the measured figures and writes them to a file in the checkout, for docs/reliability.md.
 * @param targets maximum values by figure name; only the full form checks them
 * @returns names of the figures above their maximum; empty in the short form
 */
export function report(test: string, figures: Figures, targets: Figures = {}): readonly string[] {
  const rounded = Object.fromEntries(
    Object.entries({ ...figures, machine_load: loadavg()[0] ?? 0 }).map(([name, value]) => [
      name,
      Number(value.toFixed(3)),
    ]),
  );
  mkdirSync(FOLDER, { recursive: true });
  const text = JSON.stringify({ test, form: IS_SHORT ? 'short' : 'full', ...rounded, targets }, null, 2);
  writeFileSync(join(FOLDER, `${test}.json`), `${text}\n`);
  process.stdout.write(`${test}: ${JSON.stringify(rounded)}\n`);
  // Negated so that NaN also counts as above the maximum.
  const past = Object.entries(targets).filter(([name, most]) => !((figures[name] ?? Number.NaN) <= most));
  return IS_SHORT ? [] : past.map(([name]) => name);
}
