import { invalidStatus } from '../errors';

/** A lifecycle as data: for each action, its start states with the resulting states. */
export type LifecycleTable<State extends string, Action extends string> = Readonly<
  Record<Action, Readonly<Partial<Record<State, State>>>>
>;

/** @throws DomainError INVALID_STATUS with the states that permit the action */
export function next<State extends string, Action extends string>(
  table: LifecycleTable<State, Action>,
  from: State,
  action: Action,
): State {
  const to = table[action][from];
  if (to === undefined) throw invalidStatus(from, action, Object.keys(table[action]));
  return to;
}

export function allows<State extends string, Action extends string>(
  table: LifecycleTable<State, Action>,
  from: State,
  action: Action,
): boolean {
  return table[action][from] !== undefined;
}
