import type { Request } from 'express';
import type { Actor } from '../../common/actor';
import type { DomainError } from '../../common/errors';
import type { Language } from '../../common/messages';
import type { Asked } from './asked-address';

/** The two forms of the API; the path prefix alone chooses. */
export type Form = 'a' | 'b';

/** Where each form lives. */
export const PREFIX: Readonly<Record<Form, string>> = { a: '/v1', b: '/api/v1' };

/** A request on its way through the service. */
export interface ServiceRequest extends Request {
  /** undefined outside both prefixes: health, metrics, documentation. */
  form: Form | undefined;
  requestId: string;
  language: Language;
  /** The address the client used. */
  asked: Asked;
  /** What makes the request one that cannot be read; the guard for it refuses it. */
  malformed?: DomainError;
  /** On whose behalf; set by the bearer guard. */
  actor?: Actor;
  /** The body's bytes as they came, for the idempotency fingerprint. */
  rawBody?: Buffer;
}

/** The form a path belongs to. */
export function formOf(path: string): Form | undefined {
  if (path === '/v1' || path.startsWith('/v1/')) return 'a';
  if (path === '/api/v1' || path.startsWith('/api/v1/')) return 'b';
  return undefined;
}
