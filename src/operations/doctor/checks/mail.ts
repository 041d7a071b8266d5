import { TlsFile } from '../../../platform/config';
import { smtpTransport } from '../../../organisation/notifications/mail-transport';
import type { Check } from '../check';
import { type Finding, ok, warning } from '../domain/finding';

/** Speaks to the mail server up to the log-in, and sends nothing. */
export const mail: Check = {
  name: 'mail',
  variables: ['SMTP_URL', 'SMTP_CA_FILE', 'MAIL_FROM', 'MAIL_FOLDER'],
  seconds: 45,
  run: async ({ environment: { NODE_ENV, SMTP_URL, SMTP_CA_FILE, MAIL_FROM, MAIL_FOLDER } }) => {
    if (SMTP_URL === undefined) {
      const said = `SMTP_URL is not set: mail is written to ${MAIL_FOLDER}, and none leaves`;
      return [NODE_ENV === 'production' ? warning(said, 'Set SMTP_URL to the mail server.') : ok(said)];
    }
    const found: Finding[] = [];
    if (MAIL_FROM.includes('.invalid')) {
      found.push(
        warning(`Mail is sent from ${MAIL_FROM}`, 'Set MAIL_FROM to an address that may send through SMTP_URL.'),
      );
    }
    return [await login(SMTP_URL, SMTP_CA_FILE), ...found];
  },
};

async function login(url: string, caFile: string | undefined): Promise<Finding> {
  const { hostname, port, username } = new URL(url);
  const server = `${hostname}${port === '' ? '' : `:${port}`}`;
  const smtp = smtpTransport(url, caFile === undefined ? undefined : new TlsFile(caFile, () => undefined));
  try {
    await smtp.verify();
    return ok(`The mail server ${server} ${username === '' ? 'takes mail without a log-in' : 'accepts the log-in'}`);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isLogin = code === 'EAUTH';
    return warning(
      `The mail server ${server} ${isLogin ? 'refuses the log-in' : 'cannot be used'}, so mail waits: ${message}`,
      isLogin ? 'Correct the user and the password in SMTP_URL.' : 'Start it, open the way to it, or correct SMTP_URL.',
    );
  } finally {
    smtp.close();
  }
}
