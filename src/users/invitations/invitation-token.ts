import { createHash, randomBytes } from 'node:crypto';

/** A new invitation's secret: 256 bits of randomness. Only its hash is stored. */
export function newInvitationToken(): string {
  return `inv_${randomBytes(32).toString('base64url')}`;
}

/** What is stored and looked up. */
export function invitationHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
