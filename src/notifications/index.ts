export { escapeHtml } from './letter';
export {
  emailChangedLetter,
  invitationLetter,
  subscriptionDisabledLetter,
  subscriptionFailingLetter,
  tokenMintedLetter,
} from './letters';
export type { FailingSubscription } from './letters';
export { MailDispatch } from './mail-dispatch';
export { Mailbox } from './mailbox';
export { NotificationsModule } from './notifications.module';
