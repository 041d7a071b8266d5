/** What became of one HTTP call to a receiver. */
export type CallResult =
  | {
      readonly kind: 'response';
      readonly status: number;
      /** The `Retry-After` header as it came. */
      readonly retryAfter: string | undefined;
      /** The beginning of the answer's body, as text. */
      readonly body: string;
    }
  | { readonly kind: 'timeout' }
  /** `code` is the system's or TLS's own name for the fault: for the log, never for a tenant. */
  | { readonly kind: 'network'; readonly code: string }
  | { readonly kind: 'blocked' };

/** The classes of a failed attempt that the API shows; they never contain an address or a cause. */
export type FailureClass = `HTTP_${number}` | 'TIMEOUT' | 'NETWORK' | 'BLOCKED_ADDRESS' | 'INTERRUPTED';

/** What an attempt means for its delivery and its subscription. */
export type Outcome =
  | { readonly verdict: 'success' }
  /** Another attempt is made if the schedule has one left. */
  | { readonly verdict: 'retry'; readonly failure: FailureClass; readonly retryAfter: string | undefined }
  /** Trying again could not help: the delivery has failed. */
  | { readonly verdict: 'fail'; readonly failure: FailureClass }
  /** The receiver said it is gone for good: the delivery has failed and the subscription ends. */
  | { readonly verdict: 'gone'; readonly failure: FailureClass };

/** The outcome of an attempt whose worker died before it recorded one. */
export const INTERRUPTED: Outcome = { verdict: 'retry', failure: 'INTERRUPTED', retryAfter: undefined };

/** Classifies a call. Only 2xx is a success; a redirect is not followed and so is a failure like any other. */
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

/** A success that took this long moves its subscription to the patient lane, milliseconds. */
export const SLOW_MILLISECONDS = 2_000;

/** A success within this time moves it back to the prompt lane, milliseconds. */
export const QUICK_MILLISECONDS = 1_000;

/** What a success says of its receiver; `unremarkable` changes nothing. */
type Pace = 'slow' | 'quick' | 'unremarkable';

/**
 * How fast a receiver answered. A slow one occupies a worker's place for as long as a failing one, so its attempts take the
 * patient lane too, until it answers quickly. That is no failure, and none is counted. Between the two bounds nothing
 * changes, or a receiver near one bound would change lanes with every delivery.
 * @param milliseconds from the look-up of the name to the end of the answer
 */
export function paceOf(milliseconds: number): Pace {
  if (milliseconds >= SLOW_MILLISECONDS) return 'slow';
  return milliseconds <= QUICK_MILLISECONDS ? 'quick' : 'unremarkable';
}
