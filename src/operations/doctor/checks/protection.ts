import { type Catalog, differences, protectionOf } from '../../../platform/database/schema/catalog';
import { type Finding, warning } from '../domain/finding';

/** As many differences as a line shows. */
const SHOWN = 5;

/** Kinds of differences: which they are, what they mean, and what to do. */
const KINDS: readonly (readonly [is: RegExp, said: string, todo: (role: string) => string])[] = [
  [
    / is missing$/,
    'Objects that the migrations made are missing',
    () =>
      'As the owner, load a function from its file in dist/platform/database/functions. Restore a table or a sequence from a backup.',
  ],
  [
    /: (service|everybody) may /,
    'Rights are not those that the migrations grant',
    (role) =>
      `As the owner: GRANT what is lacking, and REVOKE what the database has beyond. "service" is ${role}, "everybody" is PUBLIC.`,
  ],
  [
    /: policy /,
    'Row policies are not those that the migrations make, and may show rows of other tenants',
    (role) =>
      `As the owner: DROP POLICY what the database has beyond, and CREATE POLICY what is lacking. "service" is ${role}.`,
  ],
  [
    /: row level security /,
    'Row level security is not as the migrations set it',
    () => 'As the owner: ALTER TABLE ... ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;',
  ],
  [
    /: trigger /,
    'Triggers are not those that the migrations make',
    () =>
      'As the owner: run each CREATE TRIGGER that is lacking, and drop each that the database has beyond. Then run budget:verify and report:verify.',
  ],
];

/** Disabled triggers are reported by themselves, also those of foreign keys. */
const enabled = (catalog: Catalog): Catalog =>
  Object.fromEntries(
    Object.entries(catalog).map(([object, lines]) => [
      object,
      lines.map((line) => line.replace(/ \(not enabled\)$/, '')),
    ]),
  );

/**
 * Compares the protection of a database with the one that the migrations make. Objects that an operator added are left out.
 * @param role the service's role, called `service` in both catalogs
 * @returns one warning for each kind of difference
 */
export function judgeProtection(expected: Catalog, found: Catalog, role: string): Finding[] {
  const there = protectionOf(enabled(found));
  // The migrations grant nothing on a sequence: the tables that use one do so by themselves.
  const sequences = Object.keys(there).filter((object) => object.startsWith('sequence '));
  const none = Object.fromEntries(sequences.map((object) => [object, []]));
  const all = differences({ ...none, ...expected }, there);
  return KINDS.flatMap(([is, said, todo]) => {
    const of = all.filter((difference) => is.test(difference));
    const more = of.length > SHOWN ? [`and ${of.length - SHOWN} more`] : [];
    return of.length === 0 ? [] : [warning(`${said}: ${[...of.slice(0, SHOWN), ...more].join('; ')}`, todo(role))];
  });
}
