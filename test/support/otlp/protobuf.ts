/** Fields of a protobuf message by number, with every occurrence. */
export type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

/** Parses a protobuf message without a schema: each field's bytes or number. */
export function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number): Buffer => {
    at += length;
    if (at > message.length) throw new Error('the message ends too early');
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = Number(varint());
    const value = ((): Buffer | bigint => {
      switch (tag & 7) {
        case 0:
          return varint();
        case 1:
          return bytes(8);
        case 2:
          return bytes(Number(varint()));
        case 5:
          return bytes(4);
        default:
          throw new Error(`a field of kind ${tag & 7}`);
      }
    })();
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

export const messagesAt = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => fieldsOf(value as Buffer));

/** The bytes in this field; empty if there are none. */
export const bytesAt = (fields: Fields, number: number): Buffer =>
  (fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);
