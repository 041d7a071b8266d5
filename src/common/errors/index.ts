import type { MessageKey, MessageParams } from '../../messages';

/** Every error code the service can answer with. A form's table over these is complete or does not compile. */
export const ERROR_CODES = [
  'BAD_REQUEST',
  'CURSOR_EXPIRED',
  'UNAUTHENTICATED',
  'FORBIDDEN_ABILITY',
  'ROLE_NOT_PERMITTED',
  'NOT_CURRENT_APPROVER',
  'SELF_APPROVAL_FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_IN_PROGRESS',
  'PRECONDITION_FAILED',
  'VALIDATION_ERROR',
  'INVALID_STATUS',
  'VENDOR_BLOCKED',
  'BUDGET_REQUIRED',
  'BUDGET_EXCEEDED',
  'BUDGET_FROZEN',
  'BUDGET_CLOSED',
  'INVOICE_NOT_MATCHED',
  'OVER_RECEIPT',
  'RECEIPT_INVOICED',
  'OVERPAYMENT',
  'BANK_DETAILS_UNVERIFIED',
  'WEBHOOK_TEST_FAILED',
  'EXPORT_TOO_LARGE',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMIT_EXCEEDED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** A sentence for a person, not yet in any language. */
export interface Message {
  readonly key: MessageKey;
  readonly params?: MessageParams;
}

/** Per-field messages: dotted path (`items.0.quantity`) to what is wrong with it. */
export type FieldMessages = Readonly<Record<string, readonly Message[]>>;

/** What an error may carry besides its code and message. */
export interface ErrorExtras {
  /** Per-field messages; becomes `details` in Form A and `errors` in Form B. */
  readonly fields?: FieldMessages;
  /** Machine-readable facts of the rule that refused: becomes `details`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds the caller should wait; becomes `Retry-After`. */
  readonly retryAfter?: number;
  /** Methods a path does answer; becomes `Allow`. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/**
 * The only way a rule or service refuses. It names a code of the closed set and a message of the catalogue; which
 * HTTP status and which JSON shape that becomes is the forms' business (`http/errors`).
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    readonly text: Message,
    readonly extras: ErrorExtras = {},
  ) {
    super(`${code}: ${text.key}`, { cause: extras.cause });
  }
}

/** No valid token: the Auth shape's 401. */
export function unauthenticated(): DomainError {
  return new DomainError('UNAUTHENTICATED', { key: 'error.unauthenticated' });
}

/** No such record in this tenant; another tenant's record looks exactly the same. */
export function notFound(): DomainError {
  return new DomainError('NOT_FOUND', { key: 'error.not_found' });
}

/** One or more body fields are wrong. */
export function invalid(fields: FieldMessages): DomainError {
  return new DomainError('VALIDATION_ERROR', { key: 'error.validation' }, { fields });
}

/** One body field is wrong. */
export function invalidField(field: string, key: MessageKey, params?: MessageParams): DomainError {
  return invalid({ [field]: [params ? { key, params } : { key }] });
}

/** A well-formed request that the record's present state forbids. */
export function invalidStatus(status: string, action: string, allowed: readonly string[]): DomainError {
  return new DomainError(
    'INVALID_STATUS',
    { key: 'error.invalid_status', params: { status, action, allowed: allowed.join(', ') || '-' } },
    { details: { status, allowed_statuses: allowed } },
  );
}

/** `Retry-After` in seconds while PostgreSQL, Redis or another server is away, or a tenant's turn is far off. */
const RETRY_AFTER_OUTAGE = 5;

// PostgreSQL: connection exceptions, out of connections, shutting down; waited too long for a lock (55P03), ran too long
// (57014), asked nothing for too long (25P03), met other transactions at each retry (40001, 40P01); and the socket's own codes.
const OUTAGE =
  /^(08...|53300|57P0[1-3]|55P03|57014|25P03|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const OUTAGE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/;

interface RawError {
  readonly code?: unknown;
  readonly driverError?: { readonly code?: unknown };
}

/** The DomainError for anything that was thrown; INTERNAL_ERROR for what is not recognised. */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  return isOutage(thrown) ? unavailable(thrown) : internal(thrown);
}

function isOutage(thrown: unknown): boolean {
  const raw = (typeof thrown === 'object' ? thrown : null) as RawError | null;
  const code = raw?.driverError?.code ?? raw?.code;
  const message = thrown instanceof Error ? thrown.message : '';
  return (typeof code === 'string' && OUTAGE.test(code)) || OUTAGE_MESSAGES.test(message);
}

/** SERVICE_UNAVAILABLE: something the service depends on cannot be reached for now, or too many wait for it. */
export function unavailable(cause: unknown): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    { key: 'error.unavailable', params: { seconds: RETRY_AFTER_OUTAGE } },
    { cause, retryAfter: RETRY_AFTER_OUTAGE },
  );
}

/** INTERNAL_ERROR: a fault of the service. */
export function internal(cause: unknown): DomainError {
  return new DomainError('INTERNAL_ERROR', { key: 'error.internal' }, { cause });
}
