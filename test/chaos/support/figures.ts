import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';

/** The short form proves that the plug tests work; the full one gives the figures of docs/reliability.md. */
export const IS_SHORT = process.env['CHAOS'] === 'short';

/** One of two amounts, by the form. */
export const scaled = (full: number, short: number): number => (IS_SHORT ? short : full);

export type Figures = Readonly<Record<string, number>>;

const FOLDER = join(__dirname, '../../../.procurement/chaos');

/**
 * Says what was measured, and keeps it beside the checkout for docs/reliability.md.
 * @param targets the most that a figure of that name may be; only the full form holds to them
 * @returns the names of the figures that are past their target: none in the short form
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
  // Turned round so that a figure that is not a number is past its target too.
  const past = Object.entries(targets).filter(([name, most]) => !((figures[name] ?? Number.NaN) <= most));
  return IS_SHORT ? [] : past.map(([name]) => name);
}
