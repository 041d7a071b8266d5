import { makeValidator } from 'envalid';
import { createSecretKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { EncryptionKey } from '../../common/secrets/secret-box';
import { isPem } from './tls-file';

const A_KEY = 'must be 32 bytes in base64 (openssl rand -base64 32)';

/** 32 bytes in base64. A KeyObject does not reveal its bytes to logs or inspectors. */
export const encryptionKey = makeValidator((text) => keyOf(text));

/** The largest key ring: a ciphertext without a key id is tried with each key. */
const MOST_KEYS = 8;

/** `2026b:<base64>,2026a:<base64>`: keys with ids. The first key encrypts. */
export const encryptionKeys = makeValidator((text): readonly [EncryptionKey, ...EncryptionKey[]] => {
  const [first, ...others] = entriesOf(text).map(namedKeyOf);
  if (!first || others.length >= MOST_KEYS) throw new Error(`must be 1 to ${MOST_KEYS} keys`);
  const keys = [first, ...others] as const;
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('must not use an id for two keys');
  if (keys.some((one, place) => keys.slice(0, place).some((other) => one.key.equals(other.key)))) {
    throw new Error('must not contain the same key twice');
  }
  return [first, ...others];
});

/** @throws Error without the given text, because it contains a key */
function namedKeyOf(entry: string): EncryptionKey {
  const [, id, text = ''] = /^([a-z0-9-]{1,32}):(.+)$/.exec(entry) ?? [];
  if (id === undefined) {
    throw new Error(
      'must be keys with ids, separated by commas, the encrypting key first: 2026b:<base64>,2026a:<base64>; an id is up to 32 of a-z, 0-9 and -',
    );
  }
  return { id, key: keyOf(text, `the key ${id} `) };
}

function keyOf(text: string, which = ''): KeyObject {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw new Error(which + A_KEY);
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

/** A URL with one of these schemes. The error does not repeat the value, which may contain a password. */
export const urlOf = (...schemes: readonly string[]) =>
  makeValidator((text) => {
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1))) {
      throw new Error(`must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
    }
    return text;
  });

/** A prefix for links: http or https, optionally with a path, without credentials, query or fragment. */
export const webAddress = makeValidator((text) => {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = address && !address.username && !address.password && !/[?#]/.test(text);
  if (!isPlain || !/^https?:$/.test(address.protocol))
    throw new Error('must be an address such as https://procurement.example');
  return text;
});

/** The longest delay between two attempts in seconds: one week. */
const LONGEST_DELAY = 604_800;

const MOST_DELAYS = 12;

export const secondsList = makeValidator((text) => {
  const seconds = text.split(',').map(Number);
  if (seconds.some((value) => !(value > 0 && value <= LONGEST_DELAY)) || seconds.length > MOST_DELAYS) {
    throw new Error(
      `must be up to ${MOST_DELAYS} numbers of seconds, each up to ${LONGEST_DELAY} (7 days), separated by commas, such as 60,300,1800`,
    );
  }
  return seconds;
});

const entriesOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

export const list = makeValidator(entriesOf);

export const networks = makeValidator((text) => {
  const entries = entriesOf(text);
  for (const entry of entries) {
    const [address = '', bits = ''] = entry.split('/');
    const family = isIP(address);
    const width = family === 4 ? 32 : 128;
    if (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > width) {
      throw new Error('must be CIDRs separated by commas, such as 127.0.0.0/8');
    }
  }
  return entries;
});

export const identifier = makeValidator((text) => {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(text)) throw new Error('must be a plain lower-case PostgreSQL identifier');
  return text;
});

export const integer = (min: number, max: number) =>
  makeValidator((text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max)
      throw new Error(`must be an integer from ${min} to ${max}`);
    return value;
  });

export const fraction = makeValidator((text) => {
  const value = Number(text);
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1');
  return value;
});

export const listOf = <Word extends string>(...words: readonly Word[]) =>
  makeValidator((text) => {
    const entries = entriesOf(text);
    const isKnown = (entry: string): entry is Word => (words as readonly string[]).includes(entry);
    if (!entries.every(isKnown)) throw new Error(`must be some of ${words.join(', ')}, separated by commas`);
    return entries;
  });

/** `host:port`, separated by commas; IPv6 addresses are in brackets. `port` is the default. */
export const addresses = (port: number) =>
  makeValidator((text): readonly ServerAddress[] => {
    const entries = entriesOf(text).map((entry) => {
      const url = `redis://${entry}`;
      const { hostname, port: given, host } = URL.canParse(url) ? new URL(url) : new URL('redis://');
      if (host === '' || host.toLowerCase() !== entry.toLowerCase()) throw new Error(NOT_ADDRESSES);
      return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(given || port) };
    });
    if (entries.length === 0) throw new Error(NOT_ADDRESSES);
    return entries;
  });

const NOT_ADDRESSES = 'must be addresses separated by commas, such as 10.0.0.1:26379,10.0.0.2:26379,10.0.0.3:26379';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** `name=value` pairs in OpenTelemetry's format. The error does not repeat the value. */
export const pairs = makeValidator((text) => {
  pairsIn(text);
  return text;
});

/** Parses a text that {@link pairs} has validated. */
export function pairsIn(text: string): Readonly<Record<string, string>> {
  const found = entriesOf(text).map((entry) => /^([^=\s]+)\s*=\s*(.*)$/.exec(entry) ?? []);
  if (found.some(({ length }) => length === 0)) throw new Error('must be name=value pairs separated by commas');
  return Object.fromEntries(found.map(([, name = '', value = '']) => [decoded(name), decoded(value)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must be name=value pairs separated by commas, percent-encoded');
  }
}

/** The path of a PEM file with certificates or keys. It is read on use, and again after a change. */
export const pemFile = makeValidator((path) => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
  if (!isPem(text)) throw new Error(`${path} holds no PEM text (-----BEGIN ...)`);
  return path;
});
