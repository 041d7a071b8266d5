/** Details of an audit entry or data of an event. */
export type Details = Readonly<Record<string, unknown>>;

/** Permanently replaces a user's personal data. */
export interface Pseudonym {
  readonly name: string;
  readonly email: string;
}

/** Contains only the id, which all records of the user's actions retain. */
export const pseudonymOf = (userId: number): Pseudonym => ({
  name: `Anonymised user ${userId}`,
  // A domain that never exists (RFC 2606), so that no mail can be sent.
  email: `user-${userId}@anonymised.invalid`,
});

/** Personal fields of a user, with their replacements for fields that have a value. */
export const personalFields = ({ name, email }: Pseudonym): Details => ({
  name_en: name,
  name_ar: null,
  email,
  phone: null,
  external_id: null,
  metadata: {},
});

/** Replaces fields at the top level and in `changes`. Null stays null, so that entries still show missing values. */
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

/** Texts that identify the person in the details of entries. Used to search for further mentions. */
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
