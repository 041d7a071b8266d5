import { createHash } from 'node:crypto';

/** Ids of the users of a seeded tenant: the owner (head of the first department), and a requester of orders. */
export const OWNER = 1;
export const REQUESTER = 2;

/** The nth token (from 1) of a seeded user, whose hash the seed stores. */
export function tokenOf(slug: string, user: number, number: number): string {
  return `pst_${createHash('sha256').update(`${slug}/${user}/${number}`).digest('base64url')}`;
}
