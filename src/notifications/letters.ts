import type { Language } from '../common/messages';
import { dayInWords, type Letter } from './letter';

/** The tenant a letter comes from. */
export interface House {
  readonly name: string;
  /** Language of its mail. */
  readonly language: Language;
}

/** You have been invited: a one-time link. */
export function invitationLetter(
  house: House,
  invitation: { readonly userName: string; readonly url: string; readonly expiresAt: Date },
): Letter {
  const until = dayInWords(house.language, invitation.expiresAt);
  return {
    subject: { key: 'mail.invitation.subject', params: { tenant: house.name } },
    paragraphs: [
      { key: 'mail.greeting', params: { name: invitation.userName } },
      { key: 'mail.invitation.body', params: { tenant: house.name } },
      { key: 'mail.invitation.expiry', params: { date: until } },
      { key: 'mail.invitation.unexpected' },
    ],
    action: { label: { key: 'mail.invitation.action' }, url: invitation.url },
  };
}

/** Someone made an API token that acts as you. */
export function tokenMintedLetter(
  house: House,
  token: {
    readonly userName: string;
    readonly minter: string;
    readonly name: string;
    readonly abilities: readonly string[];
  },
): Letter {
  return {
    isSecurityNotice: true,
    subject: { key: 'mail.token.subject', params: { tenant: house.name } },
    paragraphs: [
      { key: 'mail.greeting', params: { name: token.userName } },
      {
        key: 'mail.token.body',
        params: { minter: token.minter, token: token.name, abilities: token.abilities.join(', '), tenant: house.name },
      },
      { key: 'mail.token.unexpected' },
    ],
  };
}

/** Your account has another e-mail address: to the old one, which alone can say that it was not meant to. */
export function emailChangedLetter(
  house: House,
  change: { readonly userName: string; readonly changer: string },
): Letter {
  const tenant = house.name;
  return {
    isSecurityNotice: true,
    subject: { key: 'mail.email_changed.subject', params: { tenant } },
    paragraphs: [
      { key: 'mail.greeting', params: { name: change.userName } },
      { key: 'mail.email_changed.body', params: { changer: change.changer, tenant } },
      { key: 'mail.email_changed.unexpected', params: { tenant } },
    ],
  };
}

/** What there is to say of a webhook subscription that keeps failing. */
export interface FailingSubscription {
  readonly id: number;
  readonly name: string;
  readonly failureCount: number;
  /** Class of the latest failure: HTTP_500, TIMEOUT, ...; never an address. */
  readonly reason: string;
}

/** A subscription has come half way to being disabled. */
export function subscriptionFailingLetter(house: House, subscription: FailingSubscription): Letter {
  return {
    subject: { key: 'mail.webhook_failing.subject', params: { name: subscription.name } },
    paragraphs: [
      { key: 'mail.webhook_failing.body', params: about(house, subscription) },
      { key: 'mail.webhook_failing.advice' },
    ],
  };
}

/**
 * A subscription has been disabled by the service itself.
 * @param subscription `isGone`: its receiver said so (410), however few its failures are
 */
export function subscriptionDisabledLetter(
  house: House,
  subscription: FailingSubscription & { readonly isGone: boolean },
): Letter {
  return {
    subject: { key: 'mail.webhook_disabled.subject', params: { name: subscription.name } },
    paragraphs: [
      {
        key: subscription.isGone ? 'mail.webhook_disabled.gone' : 'mail.webhook_disabled.body',
        params: about(house, subscription),
      },
      { key: 'mail.webhook_disabled.advice' },
    ],
  };
}

function about(house: House, { id, name, failureCount, reason }: FailingSubscription): Record<string, string | number> {
  return { tenant: house.name, id, name, count: failureCount, reason };
}
