export {
  approvalReminderLetter,
  emailChangedLetter,
  type FailingSubscription,
  invitationLetter,
  type RemindedDocument,
  subscriptionDisabledLetter,
  subscriptionFailingLetter,
  tokenMintedLetter,
} from './letters';
export { MailDispatch } from './mail-dispatch';
export { Mailbox } from './mailbox';
export { WAITING_MAIL } from './sealed-mail';
export { NotificationsModule } from './notifications.module';
