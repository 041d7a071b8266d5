/**
 * The rules of docs/upgrading.md for migrations that run while instances of the previous release serve. A migration
 * removes nothing that they use, rejects nothing that they write, and locks none of their tables for a full scan.
 */

/** The statements of a migration, in order. */
export interface RecordedMigration {
  readonly name: string;
  /** Whether the statements run in one transaction (the default). */
  readonly isTransaction: boolean;
  readonly statements: readonly string[];
}

/** A statement that violates a rule. */
export interface Fault {
  readonly migration: string;
  /** Short form: `vendors: CREATE INDEX ix_vendors_vat_key`. */
  readonly what: string;
  readonly instead: string;
}

interface Rule {
  readonly forbidden: RegExp;
  readonly unless?: RegExp;
  readonly instead: string;
}

const EXPAND =
  'Add the new beside the old and let both be written; take the old away one release after nothing uses it';

/** For clauses of an ALTER TABLE on a table of the previous release. */
const OF_CLAUSES: readonly Rule[] = [
  { forbidden: /^DROP COLUMN/i, instead: EXPAND },
  { forbidden: /^RENAME/i, instead: EXPAND },
  { forbidden: /^ALTER COLUMN \S+ (SET DATA )?TYPE/i, instead: EXPAND },
  {
    forbidden: /^ALTER COLUMN \S+ SET NOT NULL/i,
    instead:
      'The release before may write none. One release later: CHECK (... IS NOT NULL) NOT VALID, VALIDATE, then SET NOT NULL',
  },
  {
    forbidden: /^ADD COLUMN .*\bNOT NULL\b/i,
    unless: /\bDEFAULT\b/i,
    instead: 'The release before writes no such column: give it a DEFAULT',
  },
  {
    forbidden: /^ADD COLUMN .*\bDEFAULT\b.*\(/i,
    unless: /\bDEFAULT now\(\)/i,
    instead:
      'A default that is worked out for each row rewrites the table: add the column without, then fill it in parts',
  },
  {
    forbidden: /^ADD COLUMN .*\b(UNIQUE|PRIMARY KEY|REFERENCES|GENERATED)\b/i,
    instead: 'Add the column, then the index CONCURRENTLY or the key NOT VALID',
  },
  {
    forbidden: /^ADD CONSTRAINT \S+ (CHECK|FOREIGN KEY)/i,
    unless: /\bNOT VALID$/i,
    instead: 'NOT VALID, and VALIDATE CONSTRAINT in a migration of its own, which lets writers go on',
  },
  {
    forbidden: /^ADD CONSTRAINT \S+ (UNIQUE|PRIMARY KEY|EXCLUDE)/i,
    unless: /\bUSING INDEX\b/i,
    instead: 'CREATE UNIQUE INDEX CONCURRENTLY, then ADD CONSTRAINT ... USING INDEX',
  },
  { forbidden: /^DROP CONSTRAINT (pk|uq)_/i, instead: 'The release before may name it in ON CONFLICT' },
  { forbidden: /^(SET (TABLESPACE|LOGGED|UNLOGGED|ACCESS METHOD)|CLUSTER|ATTACH|DETACH)/i, instead: EXPAND },
];

/** For other statements on such a table. */
const OF_STATEMENTS: readonly (Rule & { readonly table: RegExp })[] = [
  { forbidden: /^DROP TABLE/i, table: /^DROP TABLE (?:IF EXISTS )?([\w, ]+)/i, instead: EXPAND },
  { forbidden: /^(TRUNCATE|LOCK)\b/i, table: /^(?:TRUNCATE|LOCK)(?: TABLE)? (?:ONLY )?(\w+)/i, instead: EXPAND },
  {
    forbidden: /^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i,
    table: /^CREATE .*? ON (?:ONLY )?(\w+)/i,
    instead: 'CREATE INDEX CONCURRENTLY, in a migration of its own that is no transaction',
  },
  {
    forbidden: /^REVOKE\b/i,
    table: /^REVOKE .*? ON (?:TABLE )?(\w+)/i,
    instead: 'The release before may need the right: revoke it one release later',
  },
  {
    forbidden: /^(WITH\b.*\b)?UPDATE\b/i,
    table: /\bUPDATE (?:ONLY )?(\w+)/i,
    instead: 'Rows that it changes are locked to its end: fill them in parts, by a job of the release that reads them',
  },
  {
    forbidden: /^DELETE\b/i,
    table: /^DELETE FROM (?:ONLY )?(\w+)/i,
    instead: 'Rows that it changes are locked to its end: delete them in parts, by a job',
  },
];

/** For all objects. */
const ALWAYS: readonly Rule[] = [
  { forbidden: /^DROP (FUNCTION|PROCEDURE|TYPE|VIEW|SEQUENCE|EXTENSION|SCHEMA)\b/i, instead: EXPAND },
  { forbidden: /^DROP INDEX (?!CONCURRENTLY)/i, instead: 'DROP INDEX CONCURRENTLY' },
  { forbidden: /^(VACUUM FULL|REINDEX (?!.*CONCURRENTLY)|CLUSTER)\b/i, instead: 'Beforehand, by hand, CONCURRENTLY' },
];

/** @param existing tables of the previous release */
export function zeroDowntimeFaults(migrations: readonly RecordedMigration[], existing: ReadonlySet<string>): Fault[] {
  return migrations.flatMap(({ name, isTransaction, statements }) =>
    statements.flatMap((text) => {
      const statement = oneLine(text);
      const faults = [...ofAlter(statement, existing), ...ofOther(statement, existing)];
      if (isTransaction && /^(CREATE|DROP) .*\bCONCURRENTLY\b/i.test(statement))
        faults.push({
          what: brief(statement),
          instead: 'A migration with `transaction = false`, for it cannot be in one',
        });
      return faults.map((fault) => ({ migration: name, ...fault }));
    }),
  );
}

/** Names of the tables that statements create. */
export function tablesMade(statements: readonly string[]): string[] {
  return statements.flatMap((text) => {
    const table = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(oneLine(text))?.[1];
    return table === undefined ? [] : [table];
  });
}

function ofAlter(statement: string, existing: ReadonlySet<string>): Omit<Fault, 'migration'>[] {
  const [, table = '', clauses = ''] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.*)$/i.exec(statement) ?? [];
  if (!existing.has(table)) return [];
  return atTopLevel(clauses).flatMap((clause) => brokenBy(OF_CLAUSES, clause).map(message(`${table}: `, clause)));
}

function ofOther(statement: string, existing: ReadonlySet<string>): Omit<Fault, 'migration'>[] {
  const ofTables = OF_STATEMENTS.filter(({ forbidden }) => forbidden.test(statement)).flatMap((rule) =>
    (rule.table.exec(statement)?.[1] ?? '')
      .split(/,\s*/)
      .map((table) => table.trim())
      .filter((table) => existing.has(table))
      .map((table) => message(`${table}: `, statement)(rule)),
  );
  return [...ofTables, ...brokenBy(ALWAYS, statement).map(message('', statement))];
}

const brokenBy = (rules: readonly Rule[], text: string): Rule[] =>
  rules.filter(({ forbidden, unless }) => forbidden.test(text) && !unless?.test(text));

const message =
  (where: string, text: string) =>
  ({ instead }: Rule): Omit<Fault, 'migration'> => ({ what: where + brief(text), instead });

/** The first words, which identify a statement in its migration. */
const brief = (text: string): string => text.split(' ').slice(0, 4).join(' ').replace(/,$/, '');

const oneLine = (text: string): string =>
  text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().replace(/;$/, '').trim();

/** Splits at commas outside brackets and texts. */
function atTopLevel(text: string): string[] {
  const clauses: string[] = [];
  let depth = 0;
  let clause = '';
  for (const part of text.match(/'(?:[^']|'')*'|[(),]|[^'(),]+/g) ?? []) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === ',' && depth === 0) {
      clauses.push(clause.trim());
      clause = '';
    } else clause += part;
  }
  return [...clauses, clause.trim()];
}
