import { invalidStatus } from '../errors';

/** A lifecycle as data: for each action, its start states with the resulting states. */
export type LifecycleTable<State extends string, Action extends string> = Readonly<
  Record<Action, Readonly<Partial<Record<State, State>>>>
>;

/**
 * The state after the action.
 * @throws DomainError INVALID_STATUS when the action is not permitted in this state, with the permitted states
 */
export function next<State extends string, Action extends string>(
  table: LifecycleTable<State, Action>,
  from: State,
  action: Action,
): State {
  const to = table[action][from];
  if (to === undefined) throw invalidStatus(from, action, Object.keys(table[action]));
  return to;
}

/** Whether the action is permitted in this state. */
export function allows<State extends string, Action extends string>(
  table: LifecycleTable<State, Action>,
  from: State,
  action: Action,
): boolean {
  return table[action][from] !== undefined;
}
