/**
 * The used part of `ibantools`. Its own declarations claim that it is ESM only, but it has a CommonJS build. The
 * compiler prefers this file.
 */
declare module 'ibantools' {
  export function isValidIBAN(iban: string): boolean;
  export function isValidBIC(bic: string): boolean;
  /** Removes spaces and hyphens, converts to upper case. */
  export function electronicFormatIBAN(iban: string): string | null;
}
