/** Kinds of trail entries. */
export const TRAIL_TYPES = [
  'created',
  'changed',
  'submitted',
  'decision',
  'withdrawn',
  'status',
  'amendment',
  'receipt',
  'return',
  'match',
  'override',
  'payment',
  'credit_note',
  'budget',
  'webhook',
] as const;
export type TrailType = (typeof TRAIL_TYPES)[number];

export interface Named {
  readonly id: number;
  readonly name: string | null;
}

export interface TrailEntry {
  readonly type: TrailType;
  readonly at: Date;
  /** The action of the audit log, the type of a movement, or the name of an event. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: number; readonly number: string | null };
  readonly actor: Named | null;
  readonly token: Named | null;
  readonly request_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly changes: Readonly<Record<string, unknown>> | null;
}

/** An audit entry as read for a trail. */
export interface RecordedEntry {
  readonly type: string;
  readonly number: string | null;
  readonly at: Date;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly token_id: number | null;
  readonly token_name: string | null;
  readonly request_id: string | null;
  readonly action: string;
  readonly entity_id: number;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Names of the users in the details, by id. */
  readonly people?: Readonly<Record<string, string>> | null;
}

/** Entry types by audit action. Other actions are changes of status or of fields. */
const TYPES: Readonly<Record<string, TrailType>> = {
  created: 'created',
  submitted: 'submitted',
  step_approved: 'decision',
  approved: 'decision',
  rejected: 'decision',
  withdrawn: 'withdrawn',
  amendment_requested: 'amendment',
  amendment_step_approved: 'decision',
  amendment_rejected: 'decision',
  amended: 'amendment',
  amendment_cancelled: 'withdrawn',
  amendment_withdrawn: 'withdrawn',
  rematched: 'match',
  overridden: 'override',
  payment_recorded: 'payment',
  refund_recorded: 'payment',
  payment_reversed: 'payment',
  credited: 'credit_note',
  credit_cancelled: 'credit_note',
};

export function typeOf({ type, action, details }: Pick<RecordedEntry, 'type' | 'action' | 'details'>): TrailType {
  if (type === 'goods_receipt') return action === 'returned' ? 'return' : 'receipt';
  // The last step of an amendment also applies it.
  if (action === 'amended' && details?.['step'] !== undefined) return 'decision';
  const known = TYPES[action];
  if (known) return known;
  const changes = details?.['changes'] as object | undefined;
  return changes && 'status' in changes ? 'status' : 'changed';
}

const OUTCOMES: Readonly<Record<string, string>> = {
  step_approved: 'approved',
  approved: 'approved',
  rejected: 'rejected',
  amendment_step_approved: 'approved',
  amended: 'approved',
  amendment_rejected: 'rejected',
};

/** Decisions contain their outcome. */
export function entryOf(recorded: RecordedEntry): TrailEntry {
  const type = typeOf(recorded);
  const { changes, ...details } = withNames(recorded.details ?? {}, recorded.people ?? {}) as Details;
  const outcome = type === 'decision' ? OUTCOMES[recorded.action] : undefined;
  return {
    type,
    at: recorded.at,
    action: recorded.action,
    subject: { type: recorded.type, id: recorded.entity_id, number: recorded.number },
    actor: recorded.user_id === null ? null : { id: recorded.user_id, name: recorded.user_name },
    token: recorded.token_id === null ? null : { id: recorded.token_id, name: recorded.token_name },
    request_id: recorded.request_id,
    details: { ...(outcome && { outcome }), ...details },
    changes: (changes as TrailEntry['changes'] | undefined) ?? null,
  };
}

type Details = Readonly<Record<string, unknown>>;

/** Replaces each `*_id` of a user in the details with the user: `granted_by_id` becomes `granted_by`. */
function withNames(value: unknown, people: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.map(([field, content]): [string, unknown] =>
      PEOPLE_FIELDS.has(field)
        ? [
            field.slice(0, -'_id'.length),
            typeof content === 'number' ? { id: content, name: people[content] ?? null } : null,
          ]
        : [field, field === 'changes' ? content : withNames(content, people)],
    ),
  );
}

const PEOPLE_FIELDS: ReadonlySet<string> = new Set(['user_id', 'granted_by_id', 'entered_by_id', 'verified_by_id']);

/** Maximum time difference of entries written by the same request, milliseconds. */
const MOMENT = 1_000;

/** Actor, token and request of the closest audit entry, of the same user if known, for a movement or a match. */
export function beside(
  entries: readonly TrailEntry[],
  at: Date,
  userId: number | null | undefined,
): Pick<TrailEntry, 'actor' | 'token' | 'request_id'> {
  const distance = (entry: TrailEntry): number => Math.abs(entry.at.getTime() - at.getTime());
  const near = entries.filter((entry) => distance(entry) <= MOMENT && (userId == null || entry.actor?.id === userId));
  const nearest = near.reduce<TrailEntry | undefined>(
    (best, entry) => (best && distance(best) <= distance(entry) ? best : entry),
    undefined,
  );
  const { actor = null, token = null, request_id = null } = nearest ?? {};
  return { actor, token, request_id };
}

/** Sorts by time; entries of the same time stay in the given order. */
export function inOrder(entries: readonly TrailEntry[]): TrailEntry[] {
  return [...entries].sort((a, b) => a.at.getTime() - b.at.getTime());
}
