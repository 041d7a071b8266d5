import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { INSERT_EVENTS, OutboxEvents } from '../../../platform/database';
import type { ReportProgress } from '../archive/tenant-export';
import { type RunQuery, asOwner, inTransaction } from '../owner-connection';
import { noTenant, ProvisioningError, refuseHeld } from '../provisioning-error';
import { type Details, personalFields, type Pseudonym, pseudonymOf, replaced, textsIn } from './pseudonym';
import * as sql from './user-anonymisation.sql';

export interface AnonymisationOptions {
  readonly slug: string;
  /** Id or e-mail address. */
  readonly user: string;
  /** The same again, as a confirmation. */
  readonly confirm: string;
}

export interface Anonymised {
  readonly user_id: number;
  readonly name: string;
  /** An earlier run anonymised the user. Nothing was changed now. */
  readonly already: boolean;
  /** Number of changed audit entries and events. */
  readonly entries: number;
  readonly events: number;
  /** Texts that still contain a name, e-mail address or telephone number of the user: rows by column. Not changed. */
  readonly mentions: Readonly<Record<string, number>>;
}

interface FoundUser {
  readonly id: string;
  readonly status: string;
  readonly name_en: string;
  readonly name_ar: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly external_id: string | null;
  readonly anonymised_at: Date | null;
}

interface Place {
  readonly tenantId: TenantId;
  readonly user: FoundUser;
  readonly pseudonym: Pseudonym;
  readonly now: Date;
}

/** Fields that identify the person in a text. */
const PERSONAL = ['name_en', 'name_ar', 'email', 'phone'] as const;

/** Shorter texts would match too many sentences. */
const SHORTEST = 4;

/** Permanently replaces a user's personal data. Records of the user's actions remain linked to the user. */
@Injectable()
export class UserAnonymisation {
  constructor(
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'DATABASE_MIGRATION_URL'>,
  ) {}

  /**
   * Replaces the data in one transaction, then searches for further mentions. Evidence stays verifiable: seals of
   * changed rows lose their salts, and an entry `anonymised` contains digests of the new texts.
   * @throws ProvisioningError unless the user exists, is confirmed and deactivated; under a legal hold; during imports
   * and exports
   */
  async run({ slug, user: named, confirm }: AnonymisationOptions, report: ReportProgress): Promise<Anonymised> {
    if (confirm !== named) throw new ProvisioningError(`Nobody is anonymised without --confirm ${named}`);
    return asOwner(this.environment.DATABASE_MIGRATION_URL, async (query) => {
      const done = await inTransaction(query, async () => {
        const { tenantId, user } = await this.find(query, slug, named);
        const pseudonym = pseudonymOf(Number(user.id));
        if (user.anonymised_at) return { tenantId, user, entries: 0, events: 0, texts: [] as string[] };
        await requireFree(query, tenantId, user);
        return { tenantId, user, ...(await replace(query, { tenantId, user, pseudonym, now: this.clock.now() })) };
      });
      const { tenantId, user, texts, ...counts } = done;
      const already = user.anonymised_at !== null;
      const mentions = already ? {} : await mentionsOf(query, tenantId, texts, report);
      return { user_id: Number(user.id), name: pseudonymOf(Number(user.id)).name, already, ...counts, mentions };
    });
  }

  private async find(query: RunQuery, slug: string, named: string): Promise<{ tenantId: TenantId; user: FoundUser }> {
    const [tenant] = await query<{ id: TenantId; holdReason: string | null }>(sql.TENANT, [slug]);
    if (!tenant) throw noTenant(slug);
    refuseHeld(slug, tenant.holdReason);
    const [user] = await query<FoundUser>(sql.USER, [tenant.id, /^[1-9]\d{0,14}$/.test(named) ? named : null, named]);
    if (!user) {
      throw new ProvisioningError(`No user of ${slug} is ${named}.\nGive the id or the e-mail address of GET /users`);
    }
    return { tenantId: tenant.id, user };
  }
}

async function requireFree(query: RunQuery, tenantId: TenantId, { id, status }: FoundUser): Promise<void> {
  if (status !== 'inactive') {
    throw new ProvisioningError(
      `User ${id} is ${status}, and only a deactivated user is anonymised.\nAn admin of the tenant calls DELETE /users/${id} first: it ends the tokens and hands open approvals on; the last admin makes another one before`,
    );
  }
  if ((await query(sql.JOBS, [tenantId])).length > 0) {
    throw new ProvisioningError('An import or export of the tenant runs, and may name the person.\nRun this after it');
  }
}

/** @returns counts, and the texts that identify the person, in lower case */
async function replace(query: RunQuery, place: Place): Promise<{ entries: number; events: number; texts: string[] }> {
  const { tenantId, user, pseudonym, now } = place;
  await query(sql.SCOPE, [tenantId]);
  await query(sql.LOCK_CHAIN, [tenantId]);
  const tokens = (await query<{ id: string }>(sql.REPLACE_TOKENS, [tenantId, user.id])).map(({ id }) => id);
  const { ids, known } = await replaceEntries(query, place, tokens);
  const events = await replaceEvents(query, place);
  const all = (names: readonly (keyof FoundUser)[]): string[] => [
    ...new Set(
      [...names.map((name) => user[name]), ...known.flatMap((details) => textsIn(details, names))].flatMap((text) =>
        typeof text === 'string' ? [text] : [],
      ),
    ),
  ];
  const lower = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.toLowerCase()))];
  await query(sql.FORGET_ANSWERS, [tenantId, tokens]);
  await query(sql.FORGET_MAIL, [tenantId, lower(all(['email']))]);
  await query(sql.REPLACE_IMPORT_ERRORS, [tenantId, all(['external_id'])]);
  for (const statement of sql.REPLACE_ACTORS) await query(statement, [tenantId, user.id, pseudonym.name]);
  await query(sql.EXPIRE_EXPORTS, [tenantId, now]);
  await query(sql.RELEASE_IMPORT_FILES, [tenantId]);
  await query(sql.REPLACE_USER, [tenantId, user.id, now, pseudonym.name, pseudonym.email]);
  await query(sql.FORGET_SALTS, [tenantId, ids, events]);
  const entries = await query(sql.ANSWER_FOR, [tenantId, ids, events, user.id, now]);
  if (entries.length === 0) await query(sql.RECORD_ANONYMISATION, [tenantId, user.id, now]);
  await publishChange(query, place);
  return { entries: ids.length, events: events.length, texts: lower(all(PERSONAL)) };
}

/** @returns the ids of changed entries, and the previous details of entries about the user */
async function replaceEntries(
  query: RunQuery,
  { tenantId, user, pseudonym }: Place,
  tokens: readonly string[],
): Promise<{ ids: string[]; known: Details[] }> {
  const own = await query<{ id: string; type: string; entity: string; details: Details }>(sql.OWN_ENTRIES, [
    tenantId,
    user.id,
    tokens,
  ]);
  const changed = own.map(({ id, type, entity, details }) => {
    const fields = type === 'user' ? personalFields(pseudonym) : { name: `Token ${entity}` };
    return { id, details: replaced(details, fields) };
  });
  await query(sql.REPLACE_DETAILS, [tenantId, JSON.stringify(changed)]);
  const acted = await query<{ id: string }>(sql.REPLACE_ACTOR_OF_ENTRIES, [tenantId, user.id, pseudonym.name]);
  const decided = await query<{ id: string }>(sql.REPLACE_ON_BEHALF, [tenantId, user.id, pseudonym.name]);
  return {
    ids: [...new Set([...changed, ...acted, ...decided].map(({ id }) => id))],
    known: own.filter(({ type }) => type === 'user').map(({ details }) => details),
  };
}

async function replaceEvents(query: RunQuery, { tenantId, user, pseudonym }: Place): Promise<string[]> {
  const rows = await query<{ id: string; body: string }>(sql.OWN_EVENTS, [tenantId, user.id]);
  const changed = rows.map(({ id, body }) => {
    const event = JSON.parse(body) as { readonly data: Details };
    return { id, body: JSON.stringify({ ...event, data: { ...event.data, name: pseudonym.name, external_id: null } }) };
  });
  await query(sql.REPLACE_BODIES, [tenantId, JSON.stringify(changed)]);
  const ids = changed.map(({ id }) => id);
  await query(sql.FORGET_RESPONSES, [tenantId, ids]);
  return ids;
}

/** Publishes the change of the user in `GET /changes`. */
async function publishChange(query: RunQuery, { tenantId, user, pseudonym, now }: Place): Promise<void> {
  const outbox = new OutboxEvents();
  const fields = Object.keys(personalFields(pseudonym));
  outbox.addEntry('user', Number(user.id), { action: 'anonymised', at: now, fields });
  const events = outbox.take(tenantId);
  if (events) await query(INSERT_EVENTS, events.columns);
}

async function mentionsOf(
  query: RunQuery,
  tenantId: TenantId,
  texts: readonly string[],
  report: ReportProgress,
): Promise<Record<string, number>> {
  const wanted = texts.filter((text) => text.length >= SHORTEST);
  const columns = await query<{ table: string; column: string }>(sql.TEXT_COLUMNS);
  const found: Record<string, number> = {};
  for (const [done, column] of columns.entries()) {
    report({ done, total: columns.length, unit: 'columns' });
    const [row] = await query<{ rows: number }>(sql.mentionsIn(column), [tenantId, wanted]);
    if (row && row.rows > 0) found[`${column.table}.${column.column}`] = row.rows;
  }
  return found;
}
