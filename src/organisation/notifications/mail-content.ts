import type { Message } from '../../common/errors';
import { translate, type Language } from '../../messages';
import { directionOf, escapeHtml } from '../../platform/pdf';

/** The content of a mail as message keys, before translation. */
export interface MailContent {
  readonly subject: Message;
  readonly paragraphs: readonly Message[];
  /** The call to action. */
  readonly action?: { readonly label: Message; readonly url: string };
  /** Warns a user of a possibly unauthorised change. Has a separate quota, so that other mail does not delay it. */
  readonly isSecurityNotice?: true;
}

export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** A translated mail as plain text and HTML, as stored until it is sent. */
export interface Mail {
  readonly to: Recipient;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly link: string | null;
}

/** Arabic is written from right to left. */
export function compose(language: Language, content: MailContent): Omit<Mail, 'to'> {
  const translated = (message: Message): string => translate(language, message.key, message.params);
  const paragraphs = content.paragraphs.map(translated);
  const action = content.action && { label: translated(content.action.label), url: content.action.url };
  const subject = translated(content.subject);
  return {
    language,
    subject,
    text: [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : [])].join('\n\n') + '\n',
    html: page(language, subject, [...paragraphs.map(paragraph), ...(action ? [button(action)] : [])].join('\n')),
    link: action?.url ?? null,
  };
}

/** The UTC day in words, with Western digits and the Gregorian calendar in both languages. */
export function longDate(language: Language, instant: Date): string {
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

export interface MailingTenant {
  readonly name: string;
  /** Language of the tenant's mail. */
  readonly language: Language;
}

/** The greeting uses the name in the language of the mail. */
interface Addressee {
  readonly nameEn: string;
  readonly nameAr: string | null;
}

function greeting({ language }: MailingTenant, { nameEn, nameAr }: Addressee): Message {
  return { key: 'mail.greeting', params: { name: language === 'ar' ? (nameAr ?? nameEn) : nameEn } };
}

/** For an invited user: the one-time link that activates the account. */
export function invitationLetter(
  tenant: MailingTenant,
  invitation: { readonly user: Addressee; readonly url: string; readonly expiresAt: Date },
): MailContent {
  const until = longDate(tenant.language, invitation.expiresAt);
  return {
    subject: { key: 'mail.invitation.subject', params: { tenant: tenant.name } },
    paragraphs: [
      greeting(tenant, invitation.user),
      { key: 'mail.invitation.body', params: { tenant: tenant.name } },
      { key: 'mail.invitation.expiry', params: { date: until } },
      { key: 'mail.invitation.unexpected' },
    ],
    action: { label: { key: 'mail.invitation.action' }, url: invitation.url },
  };
}

/** Sent to a user when another user creates an API token in their name. */
export function tokenMintedLetter(
  tenant: MailingTenant,
  token: {
    readonly user: Addressee;
    readonly minter: string;
    readonly name: string;
    readonly abilities: readonly string[];
  },
): MailContent {
  return {
    isSecurityNotice: true,
    subject: { key: 'mail.token.subject', params: { tenant: tenant.name } },
    paragraphs: [
      greeting(tenant, token.user),
      {
        key: 'mail.token.body',
        params: { minter: token.minter, token: token.name, abilities: token.abilities.join(', '), tenant: tenant.name },
      },
      { key: 'mail.token.unexpected' },
    ],
  };
}

/** Sent to the old e-mail address of a user, whose owner may object. */
export function emailChangedLetter(
  tenant: MailingTenant,
  change: { readonly user: Addressee; readonly changer: string },
): MailContent {
  return {
    isSecurityNotice: true,
    subject: { key: 'mail.email_changed.subject', params: { tenant: tenant.name } },
    paragraphs: [
      greeting(tenant, change.user),
      { key: 'mail.email_changed.body', params: { changer: change.changer, tenant: tenant.name } },
      { key: 'mail.email_changed.unexpected', params: { tenant: tenant.name } },
    ],
  };
}

export interface RemindedDocument {
  readonly number: string;
  /** With the decimals of its currency. */
  readonly amount: string;
  readonly currency: string;
  readonly vendor: string;
  readonly since: Date;
}

/** Maximum documents listed in a reminder; further ones are counted. */
const NAMED_AT_MOST = 20;

/** For an approver: all documents that have been pending for some days. */
export function approvalReminderLetter(
  tenant: MailingTenant,
  reminder: { readonly user: Addressee; readonly documents: readonly RemindedDocument[] },
): MailContent {
  const { user, documents } = reminder;
  const more = documents.length - NAMED_AT_MOST;
  return {
    subject: { key: 'mail.reminder.subject', params: { count: documents.length, tenant: tenant.name } },
    paragraphs: [
      greeting(tenant, user),
      { key: 'mail.reminder.body', params: { tenant: tenant.name } },
      ...documents.slice(0, NAMED_AT_MOST).map(({ since, number, amount, currency, vendor }): Message => ({
        key: 'mail.reminder.document',
        params: { number, amount, currency, vendor, date: longDate(tenant.language, since) },
      })),
      ...(more > 0 ? [{ key: 'mail.reminder.more', params: { count: more } } satisfies Message] : []),
    ],
  };
}

export interface FailingSubscription {
  readonly id: number;
  readonly name: string;
  readonly failureCount: number;
  /** Class of the latest failure: HTTP_500, TIMEOUT, ...; never an address. */
  readonly reason: string;
}

/** For admins: a subscription has reached half of the limit for being disabled. */
export function subscriptionFailingLetter(tenant: MailingTenant, subscription: FailingSubscription): MailContent {
  return {
    subject: { key: 'mail.webhook_failing.subject', params: { name: subscription.name } },
    paragraphs: [
      { key: 'mail.webhook_failing.body', params: about(tenant, subscription) },
      { key: 'mail.webhook_failing.advice' },
    ],
  };
}

/** `isGone`: the receiver responded 410 Gone. */
export function subscriptionDisabledLetter(
  tenant: MailingTenant,
  subscription: FailingSubscription & { readonly isGone: boolean },
): MailContent {
  return {
    subject: { key: 'mail.webhook_disabled.subject', params: { name: subscription.name } },
    paragraphs: [
      {
        key: subscription.isGone ? 'mail.webhook_disabled.gone' : 'mail.webhook_disabled.body',
        params: about(tenant, subscription),
      },
      { key: 'mail.webhook_disabled.advice' },
    ],
  };
}

function about(
  tenant: MailingTenant,
  { id, name, failureCount, reason }: FailingSubscription,
): Record<string, string | number> {
  return { tenant: tenant.name, id, name, count: failureCount, reason };
}
