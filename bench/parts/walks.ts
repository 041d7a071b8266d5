import { Client } from 'undici';
import { send } from '../load/closed-loop';
import { type Growth, growthOf, type PathOf } from '../load/sql-time';
import type { Scale, TenantSpec } from '../scale';
import type { Program } from '../stage/program';
import type { Stage } from '../stage/stage';
import { tokensOf } from '../workloads/calls';
import { RARE_EVENT, sealedEvents } from '../workloads/events';

/** Lists that are walked by cursor. */
const LISTS: Readonly<Record<string, string>> = {
  'orders by cursor': 'purchase-orders?',
  'orders by cursor, oldest first': 'purchase-orders?sort=created_at&order=asc&',
  'orders by cursor, by total': 'purchase-orders?sort=total_amount&',
  'orders of a status by cursor': 'purchase-orders?status=approved&',
  'invoices by cursor': 'invoices?',
  'vendors by cursor, by name': 'vendors?sort=name&order=asc&',
};

/** The most parts of a list that are walked for their cursors, of {@link PER_PART} rows each. */
const WALKED = 300;
const PER_PART = 100;

/**
 * What the next part of the feed of changes, and the next page of a list that is walked by cursor, cost the small tenant and the
 * large one, from places spread over the whole.
 */
export async function walks(stage: Stage, scale: Scale, say: (what: string) => void): Promise<Growth[]> {
  const tenants = [scale.small, scale.large];
  const cursors = new Map<string, readonly string[]>();
  const keep = (what: string, { slug }: TenantSpec, found: readonly string[]): unknown =>
    cursors.set(`${what} of ${slug}`, found);
  for (const [which, count] of Object.entries(scale.events) as ['small' | 'large', number][]) {
    keep('changes', scale[which], await sealedEvents(stage.servers.adminUrl, scale[which], count));
    say(`${which}: ${count} events written`);
  }
  const service = await stage.service('walked', 1, { PROCESS_ROLE: 'api' });
  for (const [title, list] of Object.entries(LISTS)) {
    for (const tenant of tenants) keep(title, tenant, await walked(service, tenant, list));
  }
  await service.stop();
  const goingOn =
    (what: string, path: (cursor: string) => string): PathOf =>
    ({ slug }, turn) => {
      const known = cursors.get(`${what} of ${slug}`) ?? [];
      return `/v1/${path(known[(turn * 7_919) % Math.max(1, known.length - 1)] ?? '')}`;
    };
  const changes = (rest: string): PathOf => goingOn('changes', (cursor) => `changes?after=${cursor}${rest}`);
  const lists = Object.entries(LISTS).map(([title, list]) => [
    title,
    goingOn(title, (cursor) => `${list}per_page=${PER_PART}&cursor=${cursor}`),
  ]);
  const questions: Readonly<Record<string, PathOf>> = {
    'changes after a cursor': changes('&limit=100'),
    'changes after a cursor, of one kind of record': changes('&limit=100&types=vendor'),
    'changes, none after the cursor': ({ slug }) =>
      `/v1/changes?after=${cursors.get(`changes of ${slug}`)?.at(-1) ?? ''}`,
    [`changes, ${RARE_EVENT} alone`]: changes(`&types=${RARE_EVENT}`),
    ...(Object.fromEntries(lists) as Record<string, PathOf>),
  };
  return growthOf(stage, scale, questions, say);
}

/** Walks a list from its beginning. @returns the cursor of each part but the first */
async function walked(service: Program, tenant: TenantSpec, list: string): Promise<string[]> {
  const client = new Client(service.address);
  const token = tokensOf(tenant);
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && found.length < WALKED;) {
    const path = `/v1/${list}per_page=${PER_PART}&cursor=${cursor}`;
    const answer = await send(client, { method: 'GET', path, token: token() }, true);
    const { meta } = JSON.parse(answer) as { meta: { next_cursor: string | null } };
    cursor = meta.next_cursor;
    if (cursor !== null) found.push(cursor);
  }
  await client.close();
  return found;
}
