import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { INSERT_EVENTS, ToldEvents } from '../../../platform/database';
import type { Tell } from '../archive/tenant-export';
import { type Ask, asOwner, inTransaction } from '../owner-connection';
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
  /** Free texts that still contain a name, address or telephone number: rows by column. They are not changed. */
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
const TELLING = ['name_en', 'name_ar', 'email', 'phone'] as const;

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
  async run({ slug, user: named, confirm }: AnonymisationOptions, tell: Tell): Promise<Anonymised> {
    if (confirm !== named) throw new ProvisioningError(`Nobody is anonymised without --confirm ${named}`);
    return asOwner(this.environment.DATABASE_MIGRATION_URL, async (ask) => {
      const done = await inTransaction(ask, async () => {
        const { tenantId, user } = await this.find(ask, slug, named);
        const pseudonym = pseudonymOf(Number(user.id));
        if (user.anonymised_at) return { tenantId, user, entries: 0, events: 0, texts: [] as string[] };
        await requireFree(ask, tenantId, user);
        return { tenantId, user, ...(await replace(ask, { tenantId, user, pseudonym, now: this.clock.now() })) };
      });
      const { tenantId, user, texts, ...counts } = done;
      const already = user.anonymised_at !== null;
      const mentions = already ? {} : await mentionsOf(ask, tenantId, texts, tell);
      return { user_id: Number(user.id), name: pseudonymOf(Number(user.id)).name, already, ...counts, mentions };
    });
  }

  private async find(ask: Ask, slug: string, named: string): Promise<{ tenantId: TenantId; user: FoundUser }> {
    const [tenant] = await ask<{ id: TenantId; holdReason: string | null }>(sql.TENANT, [slug]);
    if (!tenant) throw noTenant(slug);
    refuseHeld(slug, tenant.holdReason);
    const [user] = await ask<FoundUser>(sql.USER, [tenant.id, /^[1-9]\d{0,14}$/.test(named) ? named : null, named]);
    if (!user) {
      throw new ProvisioningError(`No user of ${slug} is ${named}.\nGive the id or the e-mail address of GET /users`);
    }
    return { tenantId: tenant.id, user };
  }
}

async function requireFree(ask: Ask, tenantId: TenantId, { id, status }: FoundUser): Promise<void> {
  if (status !== 'inactive') {
    throw new ProvisioningError(
      `User ${id} is ${status}, and only a deactivated user is anonymised.\nAn admin of the tenant calls DELETE /users/${id} first: it ends the tokens and hands open approvals on; the last admin makes another one before`,
    );
  }
  if ((await ask(sql.JOBS, [tenantId])).length > 0) {
    throw new ProvisioningError('An import or export of the tenant runs, and may name the person.\nRun this after it');
  }
}

/** @returns counts, and the texts that identify the person, in lower case */
async function replace(ask: Ask, place: Place): Promise<{ entries: number; events: number; texts: string[] }> {
  const { tenantId, user, pseudonym, now } = place;
  await ask(sql.SCOPE, [tenantId]);
  await ask(sql.LOCK_CHAIN, [tenantId]);
  const tokens = (await ask<{ id: string }>(sql.REPLACE_TOKENS, [tenantId, user.id])).map(({ id }) => id);
  const { ids, known } = await replaceEntries(ask, place, tokens);
  const events = await replaceEvents(ask, place);
  const all = (names: readonly (keyof FoundUser)[]): string[] => [
    ...new Set(
      [...names.map((name) => user[name]), ...known.flatMap((details) => textsIn(details, names))].flatMap((text) =>
        typeof text === 'string' ? [text] : [],
      ),
    ),
  ];
  const lower = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.toLowerCase()))];
  await ask(sql.FORGET_ANSWERS, [tenantId, tokens]);
  await ask(sql.FORGET_MAIL, [tenantId, lower(all(['email']))]);
  await ask(sql.REPLACE_IMPORT_ERRORS, [tenantId, all(['external_id'])]);
  for (const statement of sql.REPLACE_ACTORS) await ask(statement, [tenantId, user.id, pseudonym.name]);
  await ask(sql.EXPIRE_EXPORTS, [tenantId, now]);
  await ask(sql.RELEASE_IMPORT_FILES, [tenantId]);
  await ask(sql.REPLACE_USER, [tenantId, user.id, now, pseudonym.name, pseudonym.email]);
  await ask(sql.FORGET_SALTS, [tenantId, ids, events]);
  const entries = await ask(sql.ANSWER_FOR, [tenantId, ids, events, user.id, now]);
  if (entries.length === 0) await ask(sql.SAY_SO, [tenantId, user.id, now]);
  await tellOf(ask, place);
  return { entries: ids.length, events: events.length, texts: lower(all(TELLING)) };
}

/** @returns the ids of changed entries, and the previous details of entries about the user */
async function replaceEntries(
  ask: Ask,
  { tenantId, user, pseudonym }: Place,
  tokens: readonly string[],
): Promise<{ ids: string[]; known: Details[] }> {
  const own = await ask<{ id: string; type: string; entity: string; details: Details }>(sql.OWN_ENTRIES, [
    tenantId,
    user.id,
    tokens,
  ]);
  const changed = own.map(({ id, type, entity, details }) => {
    const fields = type === 'user' ? personalFields(pseudonym) : { name: `Token ${entity}` };
    return { id, details: replaced(details, fields) };
  });
  await ask(sql.REPLACE_DETAILS, [tenantId, JSON.stringify(changed)]);
  const acted = await ask<{ id: string }>(sql.REPLACE_ACTOR_OF_ENTRIES, [tenantId, user.id, pseudonym.name]);
  const decided = await ask<{ id: string }>(sql.REPLACE_ON_BEHALF, [tenantId, user.id, pseudonym.name]);
  return {
    ids: [...new Set([...changed, ...acted, ...decided].map(({ id }) => id))],
    known: own.filter(({ type }) => type === 'user').map(({ details }) => details),
  };
}

async function replaceEvents(ask: Ask, { tenantId, user, pseudonym }: Place): Promise<string[]> {
  const rows = await ask<{ id: string; body: string }>(sql.OWN_EVENTS, [tenantId, user.id]);
  const changed = rows.map(({ id, body }) => {
    const event = JSON.parse(body) as { readonly data: Details };
    return { id, body: JSON.stringify({ ...event, data: { ...event.data, name: pseudonym.name, external_id: null } }) };
  });
  await ask(sql.REPLACE_BODIES, [tenantId, JSON.stringify(changed)]);
  const ids = changed.map(({ id }) => id);
  await ask(sql.FORGET_RESPONSES, [tenantId, ids]);
  return ids;
}

/** Publishes the change of the user in `GET /changes`. */
async function tellOf(ask: Ask, { tenantId, user, pseudonym, now }: Place): Promise<void> {
  const told = new ToldEvents();
  const fields = Object.keys(personalFields(pseudonym));
  told.tell('user', Number(user.id), { action: 'anonymised', at: now, fields });
  const events = told.take(tenantId);
  if (events) await ask(INSERT_EVENTS, events.columns);
}

async function mentionsOf(
  ask: Ask,
  tenantId: TenantId,
  texts: readonly string[],
  tell: Tell,
): Promise<Record<string, number>> {
  const wanted = texts.filter((text) => text.length >= SHORTEST);
  const columns = await ask<{ table: string; column: string }>(sql.TEXT_COLUMNS);
  const found: Record<string, number> = {};
  for (const [done, column] of columns.entries()) {
    tell({ done, total: columns.length, unit: 'columns' });
    const [row] = await ask<{ rows: number }>(sql.mentionsIn(column), [tenantId, wanted]);
    if (row && row.rows > 0) found[`${column.table}.${column.column}`] = row.rows;
  }
  return found;
}
