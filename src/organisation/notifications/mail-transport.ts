import { Injectable, Inject, Logger } from '@nestjs/common';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { ENVIRONMENT, Environment, TlsFile } from '../../platform/config';
import type { Mail } from './letters';

type MailSettings = Pick<Environment, 'NODE_ENV' | 'SMTP_URL' | 'SMTP_CA_FILE' | 'MAIL_FROM' | 'MAIL_FOLDER'>;

/** A connection to the server of SMTP_URL; where `ca` is given it trusts what that file holds now. */
export function smtpTransport(url: string, ca?: TlsFile): Transporter {
  return createTransport(
    {
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      ...(ca ? { tls: { ca: ca.text } } : {}),
    },
    // Nothing in a letter may make the service read a file or fetch an address.
    { disableFileAccess: true, disableUrlAccess: true },
  );
}

/** Sends mail to the SMTP server of SMTP_URL; without one writes it into MAIL_FOLDER, where a developer can read it. */
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

  /**
   * @param id the same at every attempt: the Message-ID by which a mail that was sent twice is recognised
   * @throws what nodemailer throws when the server does not take it
   */
  async send(id: string, mail: Mail): Promise<void> {
    const message = this.message(id, mail);
    const { SMTP_URL: url } = this.environment;
    if (url !== undefined) await this.smtp(url).sendMail(message);
    else await this.write(id, mail, message);
  }

  /** Made for each mail, which has a connection of its own: with the authority that the file holds now. */
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
    // Renamed when complete, so that only whole mails have the name of a mail.
    await writeFile(`${file}.part`, bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
    const where = `Mail for ${mail.to.email} is in ${file}`;
    // The link alone proves to be the person invited: the log of production, which many read, does not show it.
    const link = mail.link && this.environment.NODE_ENV !== 'production' ? `; its link: ${mail.link}` : '';
    this.log.log(where + link);
    // `npm start` keeps the log to warnings, and a person who tries an invitation looks for its link right there. Standard
    // output is a command's answer, which a mail that is sent meanwhile must not break into.
    if (this.environment.NODE_ENV === 'development') process.stderr.write(`${where}${link}\n`);
  }
}

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'procurement.invalid';
}
