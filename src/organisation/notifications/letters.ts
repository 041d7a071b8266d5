import type { Message } from '../../common/errors';
import type { Language } from '../../messages';
import { dayInWords, type Letter } from './letter';

export interface MailingTenant {
  readonly name: string;
  /** Language of its mail. */
  readonly language: Language;
}

/** The user whom a letter greets, by the name in the language of the mail. */
interface Addressee {
  readonly nameEn: string;
  readonly nameAr: string | null;
}

function greeting({ language }: MailingTenant, { nameEn, nameAr }: Addressee): Message {
  return { key: 'mail.greeting', params: { name: language === 'ar' ? (nameAr ?? nameEn) : nameEn } };
}

/** To an invited user: the one-time link that makes the account active. */
export function invitationLetter(
  tenant: MailingTenant,
  invitation: { readonly user: Addressee; readonly url: string; readonly expiresAt: Date },
): Letter {
  const until = dayInWords(tenant.language, invitation.expiresAt);
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

/** To a user for whom somebody else minted an API token. */
export function tokenMintedLetter(
  tenant: MailingTenant,
  token: {
    readonly user: Addressee;
    readonly minter: string;
    readonly name: string;
    readonly abilities: readonly string[];
  },
): Letter {
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

/** To the old address of a user whose e-mail address was changed: only its owner can object. */
export function emailChangedLetter(
  tenant: MailingTenant,
  change: { readonly user: Addressee; readonly changer: string },
): Letter {
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

/** Documents that a reminder names; the rest is counted. */
const NAMED_AT_MOST = 20;

/** To somebody who may decide documents that have waited for some days: all that waits for them. */
export function approvalReminderLetter(
  tenant: MailingTenant,
  reminder: { readonly user: Addressee; readonly documents: readonly RemindedDocument[] },
): Letter {
  const { user, documents } = reminder;
  const more = documents.length - NAMED_AT_MOST;
  return {
    subject: { key: 'mail.reminder.subject', params: { count: documents.length, tenant: tenant.name } },
    paragraphs: [
      greeting(tenant, user),
      { key: 'mail.reminder.body', params: { tenant: tenant.name } },
      ...documents.slice(0, NAMED_AT_MOST).map(({ since, number, amount, currency, vendor }): Message => ({
        key: 'mail.reminder.document',
        params: { number, amount, currency, vendor, date: dayInWords(tenant.language, since) },
      })),
      ...(more > 0 ? [{ key: 'mail.reminder.more', params: { count: more } } satisfies Message] : []),
    ],
  };
}

/** What the mails about a failing webhook subscription name. */
export interface FailingSubscription {
  readonly id: number;
  readonly name: string;
  readonly failureCount: number;
  /** Class of the latest failure: HTTP_500, TIMEOUT, ...; never an address. */
  readonly reason: string;
}

/** To the admins: a subscription is half way to being disabled. */
export function subscriptionFailingLetter(tenant: MailingTenant, subscription: FailingSubscription): Letter {
  return {
    subject: { key: 'mail.webhook_failing.subject', params: { name: subscription.name } },
    paragraphs: [
      { key: 'mail.webhook_failing.body', params: about(tenant, subscription) },
      { key: 'mail.webhook_failing.advice' },
    ],
  };
}

/**
 * To the admins: the service has disabled a subscription.
 * @param subscription `isGone`: its receiver answered 410 Gone, which disables it at once
 */
export function subscriptionDisabledLetter(
  tenant: MailingTenant,
  subscription: FailingSubscription & { readonly isGone: boolean },
): Letter {
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
