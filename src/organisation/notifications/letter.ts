import type { Message } from '../../common/errors';
import { translate, type Language } from '../../messages';
import { directionOf, escapeHtml } from '../../platform/pdf';

/** The content of a mail as message keys, before it is translated. */
export interface Letter {
  readonly subject: Message;
  readonly paragraphs: readonly Message[];
  /** The one thing the reader may want to do. */
  readonly action?: { readonly label: Message; readonly url: string };
  /** Warns somebody of a change that they may not have made: counted apart, so that no other mail of the tenant delays it. */
  readonly isSecurityNotice?: true;
}

/** Who gets a letter. */
export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** A letter in a language with its recipient, as plain text and as HTML: as it is kept until it is sent. */
export interface Mail {
  readonly to: Recipient;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly link: string | null;
}

/** The letter translated into a language, as text and HTML; Arabic reads from right to left. */
export function compose(language: Language, letter: Letter): Omit<Mail, 'to'> {
  const say = (message: Message): string => translate(language, message.key, message.params);
  const paragraphs = letter.paragraphs.map(say);
  const action = letter.action && { label: say(letter.action.label), url: letter.action.url };
  const subject = say(letter.subject);
  return {
    language,
    subject,
    text: [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : [])].join('\n\n') + '\n',
    html: page(language, subject, [...paragraphs.map(paragraph), ...(action ? [button(action)] : [])].join('\n')),
    link: action?.url ?? null,
  };
}

/**
 * The UTC day of an instant, in words. Western digits and the Gregorian calendar in both languages, as on the service's
 * other documents.
 */
export function dayInWords(language: Language, instant: Date): string {
  const locale = { en: 'en-GB', ar: 'ar-u-nu-latn-ca-gregory' }[language];
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(instant);
}

function page(language: Language, title: string, body: string): string {
  const direction = directionOf(language);
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body dir="${direction}" style="font-family: 'Segoe UI', Tahoma, Arial, sans-serif; font-size: 16px; line-height: 1.6; color: #1f2933; max-width: 36em; margin: 2em auto; padding: 0 1em">
${body}
</body>
</html>
`;
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function button({ label, url }: { readonly label: string; readonly url: string }): string {
  const address = escapeHtml(url);
  return [
    `<p><a href="${address}" style="display: inline-block; padding: 0.6em 1.4em; border-radius: 6px; background: #0b5cad; color: #ffffff; text-decoration: none">${escapeHtml(label)}</a></p>`,
    `<p dir="ltr" style="font-size: 13px; color: #52606d; word-break: break-all">${address}</p>`,
  ].join('\n');
}
