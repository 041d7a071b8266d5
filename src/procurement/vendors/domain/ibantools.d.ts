/**
 * What is used of `ibantools`. Its own declarations say that it is an ES module alone, which its CommonJS build is not; the
 * compiler takes these first.
 */
declare module 'ibantools' {
  export function isValidIBAN(iban: string): boolean;
  export function isValidBIC(bic: string): boolean;
  /** Without spaces and hyphens, in capitals. */
  export function electronicFormatIBAN(iban: string): string | null;
}
