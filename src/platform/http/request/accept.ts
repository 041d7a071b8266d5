/** A media type parameter other than `q`, with its quoted or plain value. */
const OTHER_PARAMETER = /\s*;(?!\s*q\s*=)(?:"(?:[^"\\]|\\.)*"|[^",;])*/gi;

/**
 * Removes media type parameters such as `charset` from an `Accept` header; `q` stays. The service has one
 * representation per type, so other parameters never matter.
 */
export function withoutTypeParameters(accept: string): string {
  return accept.includes(';') ? accept.replace(OTHER_PARAMETER, '') : accept;
}
