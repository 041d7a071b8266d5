import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MailDispatch } from '../../src/organisation/notifications';
import type { Service } from './app';

export interface ReadMail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
}

/** The mails that a service without an SMTP server wrote to its folder, oldest first. */
export async function mailsOf(service: Service): Promise<ReadMail[]> {
  await service.app.get(MailDispatch).settled();
  const folder = service.environment.MAIL_FOLDER;
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  // <tenant>.<number>.eml
  const place = (name: string): number => Number(name.split('.').at(-2));
  files.sort((one, other) => place(one) - place(other));
  return Promise.all(files.map(async (file) => readMail(await readFile(join(folder, file), 'utf8'))));
}

/** Parses the mails of this service: one text and one HTML part. */
export function readMail(eml: string): ReadMail {
  return {
    to: header(eml, 'To'),
    from: header(eml, 'From'),
    subject: header(eml, 'Subject'),
    messageId: header(eml, 'Message-ID'),
    text: part(eml, 'text/plain'),
    html: part(eml, 'text/html'),
  };
}

export function linkIn(text: string): URL {
  return new URL(/https?:\S+/.exec(text)?.[0] ?? '');
}

/** The secret of an invitation, after the `#` of its link. */
export function invitationTokenIn({ text }: ReadMail): string {
  return new URLSearchParams(linkIn(text).hash.slice(1)).get('token') ?? '';
}

function header(eml: string, name: string): string {
  const raw = new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'm').exec(eml)?.[1] ?? '';
  return raw
    .replace(/\r?\n[ \t]/g, ' ')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, base64: string) => Buffer.from(base64, 'base64').toString())
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, quoted: string) => unquoted(quoted.replaceAll('_', ' ')));
}

function part(eml: string, type: string): string {
  const pattern = `Content-Type: ${type}.*(?:\\r\\n[ \\t].*)*\\r\\nContent-Transfer-Encoding: (\\S+)\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`;
  const [, encoding, body = ''] = new RegExp(pattern).exec(eml) ?? [];
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? unquoted(body)
        : body;
  return text.replaceAll('\r\n', '\n');
}

function unquoted(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
