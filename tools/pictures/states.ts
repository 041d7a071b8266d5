import type { LifecycleTable } from '../../src/common/records/lifecycle';
import { type Picture, quoted } from './drawing';

/** A lifecycle to be drawn. */
export interface States {
  readonly file: string;
  readonly title: string;
  readonly table: LifecycleTable<string, string>;
  /** Where a record begins. */
  readonly initial: string;
}

/** Draws the table: a box for each status, an arrow for each way from one to another with the actions that take it. */
export function statesPicture({ file, title, table, initial }: States): Picture {
  const moves = Object.entries(table).flatMap(([action, ways]) =>
    Object.entries(ways).map(([from, to]) => ({ action, from, to: String(to) })),
  );
  const arrows = new Map<string, string[]>();
  const staying = new Map<string, string[]>();
  for (const { action, from, to } of moves) {
    if (from === to) staying.set(from, [...(staying.get(from) ?? []), action]);
    else arrows.set(`${from} ${to}`, [...(arrows.get(`${from} ${to}`) ?? []), action]);
  }
  const statuses = [...new Set([initial, ...moves.flatMap(({ from, to }) => [from, to])])];
  const lines = [
    'begin [shape=point, width=0.12]',
    `begin -> ${quoted(initial)}`,
    ...statuses.map((status) => `${quoted(status)} [class=state, label=${labelOf(status, staying.get(status) ?? [])}]`),
    ...[...arrows].map(([way, actions]) => {
      const [from = '', to = ''] = way.split(' ');
      return `${quoted(from)} -> ${quoted(to)} [label=${quoted(actions.map(words).join('\n'))}]`;
    }),
  ];
  const told = moves
    .filter(({ from, to }) => from !== to)
    .map(({ action, from, to }) => `${words(action)}: ${from} to ${to}`);
  return { file, title, description: `Begins as ${initial}. ${told.join('; ')}.`, lines };
}

/** The status, and below it what is done without leaving it. */
function labelOf(status: string, actions: readonly string[]): string {
  const rows: string[] = [];
  for (let at = 0; at < actions.length; at += 3)
    rows.push(
      actions
        .slice(at, at + 3)
        .map(words)
        .join(', '),
    );
  return quoted([status, ...rows].join('\n'));
}

/** As people read it: `approve_step` is "approve step". */
const words = (action: string): string => action.replace(/_/g, ' ');
