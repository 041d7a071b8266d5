import type { Request } from 'express';
import type { Actor } from '../../common/actor';
import type { DomainError } from '../../common/errors';
import type { Language } from '../../common/messages';
import type { Form, FormWords } from '../forms/form';
import type { Asked } from './address';

/** A request on its way through the service. */
export interface ServiceRequest extends Request {
  /** undefined outside both prefixes: health, metrics, documentation. */
  form: Form | undefined;
  requestId: string;
  language: Language;
  /** The address the client used. */
  asked: Asked;
  /** What the controller calls things in this form, for a refusal; set by the envelope's interceptor. */
  words?: FormWords | undefined;
  /** What makes the request one that cannot be read; the guard for it refuses it. */
  malformed?: DomainError;
  /** On whose behalf; set by the bearer guard. */
  actor?: Actor;
  /** The body's bytes as they came, for the idempotency fingerprint. */
  rawBody?: Buffer;
}
