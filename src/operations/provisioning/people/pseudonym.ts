/** What an audit entry or an event holds beside its columns. */
export type Details = Readonly<Record<string, unknown>>;

/** What stands in the place of a person for ever. */
export interface Pseudonym {
  readonly name: string;
  readonly email: string;
}

/** Of a user: it says no more than the id, which every record of what the person did keeps. */
export const pseudonymOf = (userId: number): Pseudonym => ({
  name: `Anonymised user ${userId}`,
  // A domain that never exists (RFC 2606): no mail can be sent there.
  email: `user-${userId}@anonymised.invalid`,
});

/** Fields of a user that say who the person is, and what becomes of each, where it has a value. */
export const personalFields = ({ name, email }: Pseudonym): Details => ({
  name_en: name,
  name_ar: null,
  email,
  phone: null,
  external_id: null,
  metadata: {},
});

/**
 * Details of an entry about a record with these fields replaced, as they stand by themselves and in `changes`. What was null stays
 * null, so that the entries still say what a field came from.
 * @param fields names of the fields, and what stands there instead
 */
export function replaced(details: Details, fields: Details): Details {
  const own = Object.entries(details).map(([name, value]) => [name, instead(name, value, fields)] as const);
  const changes = details['changes'];
  if (!isRecord(changes)) return Object.fromEntries(own);
  const changed = Object.entries(changes).map(([name, change]): readonly [string, unknown] => [
    name,
    isRecord(change) && name in fields
      ? Object.fromEntries(Object.entries(change).map(([end, value]) => [end, instead(name, value, fields)]))
      : change,
  ]);
  return { ...Object.fromEntries(own), changes: Object.fromEntries(changed) };
}

/** Texts that named the person in the details of entries about them: what a search for more of them looks for. */
export function textsIn(details: Details, names: readonly string[]): string[] {
  const changes = isRecord(details['changes']) ? details['changes'] : {};
  return names.flatMap((name) => {
    const change = changes[name];
    const values = [details[name], ...(isRecord(change) ? Object.values(change) : [])];
    return values.filter((value): value is string => typeof value === 'string');
  });
}

const instead = (name: string, value: unknown, fields: Details): unknown =>
  value === null || !(name in fields) ? value : fields[name];

const isRecord = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
