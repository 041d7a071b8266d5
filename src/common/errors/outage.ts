import { DomainError } from '.';

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
