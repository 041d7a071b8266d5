import { Injectable, Inject, Logger } from '@nestjs/common';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { ENVIRONMENT, Environment, TlsFile } from '../../platform/config';
import type { Mail } from './mail-content';

type MailSettings = Pick<Environment, 'NODE_ENV' | 'SMTP_URL' | 'SMTP_CA_FILE' | 'MAIL_FROM' | 'MAIL_FOLDER'>;

/** @param ca trusted in addition, in its current version */
export function smtpTransport(url: string, ca?: TlsFile): Transporter {
  return createTransport(
    {
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      ...(ca ? { tls: { ca: ca.text } } : {}),
    },
    // The content of a mail must not make the service read a file or call a URL.
    { disableFileAccess: true, disableUrlAccess: true },
  );
}

/** Sends mail to SMTP_URL; without one writes it to MAIL_FOLDER for developers. */
@Injectable()
export class MailTransport {
  private readonly log = new Logger('Mail');
  private readonly ca: TlsFile | undefined;
  private readonly writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(@Inject(ENVIRONMENT) private readonly environment: MailSettings) {
    const { SMTP_URL: url, SMTP_CA_FILE: caFile } = environment;
    if (url !== undefined) {
      if (caFile !== undefined) this.ca = new TlsFile(caFile, (sentence) => this.log.error(sentence));
    } else if (environment.NODE_ENV === 'production') {
      this.log.warn(`SMTP_URL is not set: no mail leaves, it is written to ${environment.MAIL_FOLDER}`);
    }
  }

  /** @param id the Message-ID, the same for every attempt, which identifies a mail that was sent twice */
  async send(id: string, mail: Mail): Promise<void> {
    const message = this.message(id, mail);
    const { SMTP_URL: url } = this.environment;
    if (url !== undefined) await this.smtp(url).sendMail(message);
    else await this.write(id, mail, message);
  }

  /** Created per mail with a new connection, to use the current certificates. */
  private smtp(url: string): Transporter {
    return smtpTransport(url, this.ca);
  }

  private message(id: string, mail: Mail): SendMailOptions {
    return {
      from: this.environment.MAIL_FROM,
      to: { name: mail.to.name, address: mail.to.email },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${id}@${domainOf(this.environment.MAIL_FROM)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    };
  }

  private async write(id: string, mail: Mail, message: SendMailOptions): Promise<void> {
    const { message: bytes } = (await this.writer.sendMail(message)) as unknown as { message: Buffer };
    const folder = this.environment.MAIL_FOLDER;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${id}.eml`);
    // Renamed when complete, so that only complete mails have the final name.
    await writeFile(`${file}.part`, bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
    const where = `Mail for ${mail.to.email} is in ${file}`;
    // The link proves the invited user's identity, so production logs, which many people read, must not contain it.
    const link = mail.link && this.environment.NODE_ENV !== 'production' ? `; its link: ${mail.link}` : '';
    this.log.log(where + link);
    // `npm start` shows only warnings, and developers need the link. Standard output is for results of commands.
    if (this.environment.NODE_ENV === 'development') process.stderr.write(`${where}${link}\n`);
  }
}

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'procurement.invalid';
}
