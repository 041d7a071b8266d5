const OTHER_PARAMETER = /\s*;(?!\s*q\s*=)(?:"(?:[^"\\]|\\.)*"|[^",;])*/gi;

/** The service has one representation per type, so parameters such as `charset` never matter; `q` stays. */
export function withoutTypeParameters(accept: string): string {
  return accept.includes(';') ? accept.replace(OTHER_PARAMETER, '') : accept;
}
