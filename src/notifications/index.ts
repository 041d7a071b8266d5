export { escapeHtml } from './letter';
export type { Letter } from './letter';
export {
  emailChangedLetter,
  invitationLetter,
  subscriptionDisabledLetter,
  subscriptionFailingLetter,
  tokenMintedLetter,
} from './letters';
export type { FailingSubscription, MailingTenant } from './letters';
export type { Recipient } from './letter';
export { MailDispatch } from './mail-dispatch';
export { Mailbox } from './mailbox';
export { NotificationsModule } from './notifications.module';
