import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { parse } from 'ipaddr.js';
import { bits, boolean, der, explicit, integer, octets, oid, sequence, set, utcTime, utf8 } from './der';

/** A throw-away certificate with the authority that signed it, all in PEM. */
export interface IssuedCertificate {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const DAY = 86_400_000;

/**
 * A certificate for these host names and addresses, under an authority made for it alone. For receivers on a
 * developer's machine and in tests: the keys are made new each time and never leave the caller.
 */
export function issueCertificate(hosts: readonly string[], now = new Date(), days = 365): IssuedCertificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const validity = sequence(utcTime(new Date(now.getTime() - DAY)), utcTime(new Date(now.getTime() + days * DAY)));
  const issuer = distinguishedName(`Throw-away authority ${randomBytes(4).toString('hex')}`);
  const certify = (subject: Buffer, key: KeyObject, extensions: readonly Buffer[]): string =>
    signed(
      sequence(
        explicit(0, integer(Buffer.from([2]))),
        integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
        ECDSA_WITH_SHA256,
        issuer,
        validity,
        subject,
        key.export({ type: 'spki', format: 'der' }),
        explicit(3, sequence(...extensions)),
      ),
      authority.privateKey,
    );
  return {
    ca: certify(issuer, authority.publicKey, [extension('2.5.29.19', sequence(boolean(true))), keyCertSign()]),
    cert: certify(distinguishedName(hosts[0] ?? 'receiver'), server.publicKey, [alternativeNames(hosts)]),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function signed(body: Buffer, key: KeyObject): string {
  const signature = sign('sha256', body, key);
  const base64 = sequence(body, ECDSA_WITH_SHA256, bits(signature)).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function distinguishedName(commonName: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), boolean(true), octets(value));
}

function keyCertSign(): Buffer {
  return extension('2.5.29.15', bits(Buffer.from([0b0000_0100]), 2));
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) => {
    const isAddress = isIPv4(host) || isIPv6(host);
    return isAddress ? der(0x87, Buffer.from(parse(host).toByteArray())) : der(0x82, Buffer.from(host, 'ascii'));
  });
  return extension('2.5.29.17', sequence(...names));
}
