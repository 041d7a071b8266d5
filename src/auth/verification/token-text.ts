import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'pst_';
const WELL_FORMED = /^pst_[A-Za-z0-9_-]{43}$/;

/** A new token: `pst_` and 43 base64url characters, 256 bits of randomness. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

/** Whether the text could be a token at all. */
export function isWellFormed(text: string): boolean {
  return WELL_FORMED.test(text);
}

/**
 * What is stored and looked up. The token is 256 random bits, so a plain SHA-256 cannot be guessed back, and an index
 * look-up by it tells an attacker's clock nothing about the token.
 */
export function tokenHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
