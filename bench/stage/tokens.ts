import { createHash } from 'node:crypto';

/** Users of a seeded tenant, by their ids: its owner, who heads the first department, and who asks for orders. */
export const OWNER = 1;
export const REQUESTER = 2;

/** The nth token (from 1) of a seeded user: what the seed stores the hash of. */
export function tokenOf(slug: string, user: number, number: number): string {
  return `pst_${createHash('sha256').update(`${slug}/${user}/${number}`).digest('base64url')}`;
}
