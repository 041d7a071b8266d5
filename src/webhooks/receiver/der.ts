/** The few DER encodings an X.509 certificate is made of (X.690). */

/** Any value: its tag, its length, its content. */
export function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const hex = body.length.toString(16);
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

export const sequence = (...content: readonly Buffer[]): Buffer => der(0x30, ...content);
export const set = (...content: readonly Buffer[]): Buffer => der(0x31, ...content);
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text, 'utf8'));
export const octets = (bytes: Buffer): Buffer => der(0x04, bytes);
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
/** A bit string whose length is a whole number of bytes, less this many unused bits at its end. */
export const bits = (bytes: Buffer, unused = 0): Buffer => der(0x03, Buffer.from([unused]), bytes);
/** A value under a context-specific constructed tag. */
export const explicit = (number: number, content: Buffer): Buffer => der(0xa0 | number, content);

/** A positive integer given as its big-endian bytes. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes[0] ?? 0;
  return der(0x02, first & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

/** An object identifier in dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return der(0x06, Buffer.from(bytes));
}

/** A time before 2050. */
export function utcTime(instant: Date): Buffer {
  const text = instant.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${text}Z`, 'ascii'));
}
