import { DecimalInput, decimal, minorUnits } from '../../../../common/money';
import type { Language } from '../../../../messages';

/** Western digits and the Gregorian calendar in both languages, so that figures match those of the supplier. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn-ca-gregory' };

/** Formats figures and dates in a document's language, with the decimals of its currency. */
export class Figures {
  private readonly amounts: Intl.NumberFormat;
  private readonly prices: Intl.NumberFormat;
  private readonly plain: Intl.NumberFormat;
  private readonly dates: Intl.DateTimeFormat;
  private readonly dayCount: Intl.NumberFormat;

  constructor(language: Language, currency: string) {
    const locale = LOCALES[language];
    const digits = minorUnits(currency);
    this.amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    this.prices = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: 4 });
    this.plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
    this.dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
    this.dayCount = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  }

  amount(value: DecimalInput): string {
    return this.amounts.format(exact(value));
  }

  /** Has the currency's decimals, and up to four if the price has more. */
  price(value: DecimalInput): string {
    return this.prices.format(exact(value));
  }

  quantity(value: DecimalInput): string {
    return this.plain.format(exact(value));
  }

  percent(value: DecimalInput): string {
    return `${this.plain.format(exact(value))}%`;
  }

  /** The UTC day. */
  day(value: Date): string {
    return this.dates.format(value);
  }

  /** A number of days in words, without Arabic vowel signs: PDF text extraction separates them from their letters. */
  days(count: number): string {
    return this.dayCount.format(count).replace(/[\u064B-\u0652]/g, '');
  }
}

/** `Intl` formats the decimal's text, so that no float rounding occurs. */
function exact(value: DecimalInput): Intl.StringNumericLiteral {
  return decimal(value).toFixed() as Intl.StringNumericLiteral;
}
