import type { MessageKey, MessageParams } from '../../messages';

/** Each form's table must contain every code, or it does not compile. */
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

/** A message for people, before its translation. */
export interface Message {
  readonly key: MessageKey;
  readonly params?: MessageParams;
}

/** Messages by dotted path (`items.0.quantity`). */
export type FieldMessages = Readonly<Record<string, readonly Message[]>>;

export interface ErrorExtras {
  /** Messages per field: `details` in Form A, `errors` in Form B. */
  readonly fields?: FieldMessages;
  /** Values of the violated rule for programs: `details`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds until a retry: `Retry-After`. */
  readonly retryAfter?: number;
  /** Methods of the path: `Allow`. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** The only error by which services reject requests. `http/errors` maps its code and message key to status and JSON. */
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

export function unauthenticated(): DomainError {
  return new DomainError('UNAUTHENTICATED', { key: 'error.unauthenticated' });
}

/** The record does not exist in this tenant; another tenant's record gives the same response. */
export function notFound(): DomainError {
  return new DomainError('NOT_FOUND', { key: 'error.not_found' });
}

export function invalid(fields: FieldMessages): DomainError {
  return new DomainError('VALIDATION_ERROR', { key: 'error.validation' }, { fields });
}

export function invalidField(field: string, key: MessageKey, params?: MessageParams): DomainError {
  return invalid({ [field]: [params ? { key, params } : { key }] });
}

/** A valid request that the record's current status forbids. */
export function invalidStatus(status: string, action: string, allowed: readonly string[]): DomainError {
  return new DomainError(
    'INVALID_STATUS',
    { key: 'error.invalid_status', params: { status, action, allowed: allowed.join(', ') || '-' } },
    { details: { status, allowed_statuses: allowed } },
  );
}

/** `Retry-After` in seconds while PostgreSQL, Redis or another server is unavailable, or a tenant's queue is long. */
const RETRY_AFTER_OUTAGE = 5;

// PostgreSQL: connection exceptions, no free connections, shutdown, lock timeout (55P03), statement timeout (57014),
// idle transaction timeout (25P03), and conflicts at every retry (40001, 40P01). Also socket error codes.
const OUTAGE =
  /^(08...|53300|57P0[1-3]|55P03|57014|25P03|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const OUTAGE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/;

interface RawError {
  readonly code?: unknown;
  readonly driverError?: { readonly code?: unknown };
}

/** INTERNAL_ERROR if the error is unknown. */
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

/** SERVICE_UNAVAILABLE: a dependency is unavailable, or too many requests wait for it. */
export function unavailable(cause: unknown): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    { key: 'error.unavailable', params: { seconds: RETRY_AFTER_OUTAGE } },
    { cause, retryAfter: RETRY_AFTER_OUTAGE },
  );
}

export function internal(cause: unknown): DomainError {
  return new DomainError('INTERNAL_ERROR', { key: 'error.internal' }, { cause });
}
