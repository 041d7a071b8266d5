import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutgoingMail } from './entities/outgoing-mail.entity';
import { MailDispatch } from './mail-dispatch';
import { MailTransport } from './mail-transport';
import { Mailbox } from './mailbox';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([OutgoingMail])],
  providers: [Mailbox, MailDispatch, MailTransport],
  exports: [Mailbox, MailDispatch],
})
export class NotificationsModule {}
