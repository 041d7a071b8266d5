import type { Estimate } from './load/statistics';
import type { Picture } from './picture';

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Also drawn. */
  readonly picture?: Picture;
}

export function markdown({ head, rows }: Table): string {
  const widths = head.map((name, column) => Math.max(3, name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export const whole = (value: number): string => value.toFixed(0);
export const short = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
export const mebibytes = (bytes: number): string => whole(bytes / 2 ** 20);
export const interval = ({ median, low, high }: Estimate): string =>
  `${median.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
