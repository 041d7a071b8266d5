import { invalidStatus } from '../errors';

/** A lifecycle stated as data: for each action, the states it may start from and the state each leads to. */
export type LifecycleTable<State extends string, Action extends string> = Readonly<
  Record<Action, Readonly<Partial<Record<State, State>>>>
>;

/**
 * Where the action leads from this state.
 * @throws DomainError INVALID_STATUS when the action may not start from this state; it names the states that would allow it
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

/** Whether the action may start from this state. */
export function allows<State extends string, Action extends string>(
  table: LifecycleTable<State, Action>,
  from: State,
  action: Action,
): boolean {
  return table[action][from] !== undefined;
}
