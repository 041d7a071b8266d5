/** A parameter of a media type other than `q`, with its quoted or plain value. */
const OTHER_PARAMETER = /\s*;(?!\s*q\s*=)(?:"(?:[^"\\]|\\.)*"|[^",;])*/gi;

/**
 * An `Accept` header without the parameters of its media types, such as `charset`: the service has one representation of each
 * type, so they never decide. `q` stays.
 */
export function withoutTypeParameters(accept: string): string {
  return accept.includes(';') ? accept.replace(OTHER_PARAMETER, '') : accept;
}
