export {
  emailChangedLetter,
  type FailingSubscription,
  invitationLetter,
  subscriptionDisabledLetter,
  subscriptionFailingLetter,
  tokenMintedLetter,
} from './letters';
export { MailDispatch } from './mail-dispatch';
export { Mailbox } from './mailbox';
export { NotificationsModule } from './notifications.module';
