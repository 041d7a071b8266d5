import type { Request } from 'express';
import type { Actor } from '../../../common/actor';
import type { DomainError } from '../../../common/errors';
import type { TraceContext } from '../../tracing';
import type { Language } from '../../../messages';
import type { Form, FormWords } from './form';
import type { Asked } from './address';

/** A request on its way through the service. */
export interface ServiceRequest extends Request {
  /** undefined outside both prefixes: health, metrics, documentation. */
  form: Form | undefined;
  requestId: string;
  language: Language;
  /** Scheme and host that the client used. */
  asked: Asked;
  /** The absolute URL of the service's documentation, as clients reach it. */
  docs: string;
  /** The controller's words for this form, which a refusal is presented in; set by the envelope's interceptor. */
  words?: FormWords | undefined;
  /** Set when the path or the host is malformed; MalformedGuard throws it. */
  malformed?: DomainError;
  /** The trace that it belongs to; undefined where nothing is traced and its caller named none. */
  trace?: TraceContext | undefined;
  /** The caller, from the token; set by BearerGuard. */
  actor?: Actor;
  /** The body's bytes as they came, for the idempotency fingerprint. */
  rawBody?: Buffer;
}

/** The route's template, with names in the place of values; undefined where no route was found. */
export function routeOf(request: Pick<ServiceRequest, 'route'>): string | undefined {
  const { path } = (request.route ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' ? path : undefined;
}
