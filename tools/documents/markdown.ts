export const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** A Markdown table as Prettier writes it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows].map(line).join('');
}
