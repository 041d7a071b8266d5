import { Logger } from '@nestjs/common';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../platform/config';
import type { Mail } from './mail-content';
import { MailTransport } from './mail-transport';

const LINK = 'http://localhost:3000/invitations?lang=en#token=inv_x';
const MAIL: Mail = {
  to: { name: 'Sara Al-Qahtani', email: 'sara@example.com' },
  subject: 'You are invited',
  text: LINK,
  html: '<p>You are invited</p>',
  language: 'en',
  link: LINK,
};

describe('mail without an SMTP server', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'procurement-mail-'));
    jest.spyOn(Logger.prototype, 'log').mockReturnValue(undefined);
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  /** Standard output while a mail is sent. */
  async function printed(environment: Environment['NODE_ENV']): Promise<string> {
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const settings = {
      NODE_ENV: environment,
      SMTP_URL: undefined,
      SMTP_CA_FILE: undefined,
      MAIL_FROM: 'no-reply@example.com',
      MAIL_FOLDER: folder,
    };
    await new MailTransport(settings).send('1', MAIL);
    return written.mock.calls.map(([text]) => String(text)).join('');
  }

  it('is written to a file, and its link is logged for a developer', async () => {
    const file = join(folder, '1.eml');
    expect(await printed('development')).toBe(`Mail for sara@example.com is in ${file}; its link: ${LINK}\n`);
    expect(readFileSync(file, 'utf8')).toContain('Subject: You are invited');
  });

  it('writes nothing to standard output in other environments', async () => {
    expect(await printed('production')).toBe('');
  });

  it.each(['production', 'test', 'development'] as const)('logs the link in %s only if permitted', async (at) => {
    await printed(at);
    const logged = jest.mocked(Logger.prototype.log).mock.calls.map(([text]) => String(text));
    expect(logged).toEqual([expect.stringContaining('Mail for sara@example.com is in ')]);
    expect(logged[0]?.includes(LINK)).toBe(at !== 'production');
  });

  it('logs one warning in production, because no mail is sent', async () => {
    const warned = jest.mocked(Logger.prototype.warn);
    await printed('test');
    expect(warned).not.toHaveBeenCalled();
    await printed('production');
    expect(warned.mock.calls).toEqual([[expect.stringMatching(/^SMTP_URL is not set: no mail leaves/)]]);
  });
});
