#!/usr/bin/env node
/**
 * Signs an image by its digest with your key, and verifies such signatures. It signs the "simple signing" payload that
 * cosign attaches and verifies too (docs/releases.md).
 *
 *   node deploy/image/signature.mjs sign   <name>@sha256:<digest> <private key.pem> <folder>
 *   node deploy/image/signature.mjs verify <name>@sha256:<digest> <public key.pem> <folder>
 *
 * The folder has payload.json and payload.json.sig (base64). Verify exits with 1 if the signature is of another key or
 * image. To create a key: openssl ecparam -genkey -name prime256v1 -noout -out key.pem
 */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [action, image = '', keyFile, folder] = process.argv.slice(2);
const [, name, digest] = /^(.+)@(sha256:[0-9a-f]{64})$/.exec(image) ?? [];
if (!['sign', 'verify'].includes(action) || digest === undefined || folder === undefined) {
  console.error('usage: signature.mjs sign|verify <name>@sha256:<digest> <key.pem> <folder>');
  process.exit(64);
}
const payloadFile = join(folder, 'payload.json');
const signatureFile = join(folder, 'payload.json.sig');

if (action === 'sign') {
  const payload = JSON.stringify({
    critical: {
      identity: { 'docker-reference': name },
      image: { 'docker-manifest-digest': digest },
      type: 'cosign container image signature',
    },
    optional: null,
  });
  const key = createPrivateKey(readFileSync(keyFile));
  writeFileSync(payloadFile, payload);
  writeFileSync(signatureFile, sign('sha256', Buffer.from(payload), key).toString('base64'));
} else {
  const payload = readFileSync(payloadFile);
  const signature = Buffer.from(readFileSync(signatureFile, 'utf8'), 'base64');
  if (!verify('sha256', payload, createPublicKey(readFileSync(keyFile)), signature))
    refuse('the signature is not of this key');
  const { identity, image: signed } = JSON.parse(payload).critical;
  if (signed['docker-manifest-digest'] !== digest || identity['docker-reference'] !== name) {
    refuse(`the signature is of ${identity['docker-reference']}@${signed['docker-manifest-digest']}`);
  }
  console.log(`${image} is signed with this key.`);
}

function refuse(why) {
  console.error(`${image}: ${why}`);
  process.exit(1);
}
