import type { Request } from 'express';
import type { Actor } from '../../../common/actor';
import type { DomainError } from '../../../common/errors';
import type { TraceContext } from '../../tracing';
import type { Language } from '../../../messages';
import type { Form, FieldAliases } from './form';
import type { RequestedAddress } from './address';

export interface ServiceRequest extends Request {
  /** The form of the path's prefix, `/v1` or `/api/v1`. Undefined for other paths: health, metrics, documentation. */
  form: Form | undefined;
  requestId: string;
  language: Language;
  requested: RequestedAddress;
  /** The absolute public URL of the documentation. */
  docs: string;
  /** The controller's terms for this form, for error responses; set by the envelope interceptor. */
  aliases?: FieldAliases | undefined;
  /** Set if the path or the host is malformed; MalformedGuard throws it. */
  malformed?: DomainError;
  /** The trace of the request; undefined without tracing and without a trace of the caller. */
  trace?: TraceContext | undefined;
  /** The caller, from the token; set by BearerGuard. */
  actor?: Actor;
  /** The raw body, for the idempotency fingerprint. */
  rawBody?: Buffer;
}

/** With parameter names; undefined if no route matched. */
export function routeOf(request: Pick<ServiceRequest, 'route'>): string | undefined {
  const { path } = (request.route ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' ? path : undefined;
}
