export {
  approvalReminderLetter,
  emailChangedLetter,
  type FailingSubscription,
  invitationLetter,
  type RemindedDocument,
  subscriptionDisabledLetter,
  subscriptionFailingLetter,
  tokenMintedLetter,
} from './mail-content';
export { MailDispatch, WAITING_MAIL } from './mail-dispatch';
export { Mailbox } from './mailbox';
export { NotificationsModule } from './notifications.module';
