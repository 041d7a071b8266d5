/** Result of one HTTP call to a receiver. */
export type CallResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** The `Retry-After` header, unparsed. */
      readonly retryAfter: string | undefined;
      /** The beginning of the response body, as text. */
      readonly body: string;
    }
  | { readonly kind: 'timeout' }
  /** `code` is the error code of the system or of TLS. For the log only, never shown to a tenant. */
  | { readonly kind: 'network'; readonly code: string }
  | { readonly kind: 'blocked' };

/** Failure classes shown by the API. They never contain an address or a cause. */
export type FailureClass = `HTTP_${number}` | 'TIMEOUT' | 'NETWORK' | 'BLOCKED_ADDRESS' | 'INTERRUPTED';

/** The effect of an attempt on its delivery and its subscription. */
export type Outcome =
  | { readonly verdict: 'success' }
  /** Retried if the schedule has a retry left. */
  | { readonly verdict: 'retry'; readonly failure: FailureClass; readonly retryAfter: string | undefined }
  /** A retry cannot succeed: the delivery has failed. */
  | { readonly verdict: 'fail'; readonly failure: FailureClass }
  /** The receiver responded 410 Gone: the delivery has failed and the subscription is disabled. */
  | { readonly verdict: 'gone'; readonly failure: FailureClass };

/** The worker died before it recorded a result. */
export const INTERRUPTED: Outcome = { verdict: 'retry', failure: 'INTERRUPTED', retryAfter: undefined };

/** Classifies a call. Only 2xx is a success. Redirects are not followed and count as failures. */
export function classify(result: CallResult): Outcome {
  switch (result.kind) {
    case 'timeout':
      return { verdict: 'retry', failure: 'TIMEOUT', retryAfter: undefined };
    case 'network':
      return { verdict: 'retry', failure: 'NETWORK', retryAfter: undefined };
    case 'blocked':
      return { verdict: 'fail', failure: 'BLOCKED_ADDRESS' };
    case 'response':
      return classifyStatus(result.status, result.retryAfter);
  }
}

function classifyStatus(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status <= 299) return { verdict: 'success' };
  const failure: FailureClass = `HTTP_${status}`;
  if (status === 410) return { verdict: 'gone', failure };
  const mayAsk = status === 429 || status === 503;
  return { verdict: 'retry', failure, retryAfter: mayAsk ? retryAfter : undefined };
}

/** A success that takes this long or longer moves the subscription to the patient lane, milliseconds. */
export const SLOW_MILLISECONDS = 2_000;

/** A success within this time moves the subscription back to the prompt lane, milliseconds. */
export const QUICK_MILLISECONDS = 1_000;

/** `unremarkable` leaves the subscription in its lane. */
type Pace = 'slow' | 'quick' | 'unremarkable';

/**
 * Speed of a receiver's response. A slow receiver occupies a worker slot as long as a failing one, so its attempts also
 * use the patient lane until it responds quickly. Slowness does not count as a failure. Between the two bounds nothing
 * changes, so that a receiver near one bound does not switch lanes with every delivery.
 * @param milliseconds from the lookup of the name to the end of the response
 */
export function paceOf(milliseconds: number): Pace {
  if (milliseconds >= SLOW_MILLISECONDS) return 'slow';
  return milliseconds <= QUICK_MILLISECONDS ? 'quick' : 'unremarkable';
}
