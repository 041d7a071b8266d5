import { DecimalInput, decimal, minorUnits } from '../../../../common/money';
import type { Language } from '../../../../messages';

/**
 * Western digits and the Gregorian calendar in both languages: the figures of a document that goes to a supplier are
 * the ones that stand in its system, and read the same whichever language it was printed in.
 */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn-ca-gregory' };

/** How figures and dates are written in one document: in its language and with its currency's decimals. */
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

  /** Money, with the decimals of the currency. */
  amount(value: DecimalInput): string {
    return this.amounts.format(exact(value));
  }

  /** A unit price: the currency's decimals, up to four where it has them. */
  price(value: DecimalInput): string {
    return this.prices.format(exact(value));
  }

  quantity(value: DecimalInput): string {
    return this.plain.format(exact(value));
  }

  percent(value: DecimalInput): string {
    return `${this.plain.format(exact(value))}%`;
  }

  /** The UTC day of an instant. */
  day(value: Date): string {
    return this.dates.format(value);
  }

  /** A number of days, as words: without the vowel signs, which text extraction tears off their letters. */
  days(count: number): string {
    return this.dayCount.format(count).replace(/[\u064B-\u0652]/g, '');
  }
}

/** `Intl` formats the text of a decimal digit by digit; a binary float never comes in between. */
function exact(value: DecimalInput): Intl.StringNumericLiteral {
  return decimal(value).toFixed() as Intl.StringNumericLiteral;
}
