import { createSocket, type Socket } from 'node:dgram';
import { parse } from 'ipaddr.js';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEADER_BYTES = 12;

/** The addresses of a name for this query. The count starts at 0 and rises with each query of the same type. */
export type Zone = (name: string, question: number) => readonly string[] | 'silence';

/** A name server on loopback whose answers may change from one query to the next (TTL 0). */
export class DnsServer {
  /** Queries received, as `A name` or `AAAA name`. */
  readonly questions: string[] = [];
  private readonly socket: Socket = createSocket('udp4');

  constructor(private readonly zone: Zone) {
    this.socket.on('message', (query, from) => {
      const answer = this.answer(query);
      if (answer) this.socket.send(answer, from.port, from.address);
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.socket.bind(0, '127.0.0.1', resolve));
    return this;
  }

  /** `address:port`, the format of a resolver. */
  get server(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.socket.close(() => resolve()));
  }

  private answer(query: Buffer): Buffer | undefined {
    const { name, type, end } = readQuestion(query);
    const asked = `${type === TYPE_A ? 'A' : 'AAAA'} ${name}`;
    const before = this.questions.filter((question) => question === asked).length;
    this.questions.push(asked);
    const addresses = this.zone(name, before);
    if (addresses === 'silence') return undefined;
    const records = addresses
      .map((address) => Buffer.from(parse(address).toByteArray()))
      .filter((bytes) => bytes.length === (type === TYPE_A ? 4 : 16))
      .map((bytes) => record(type, bytes));
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8580, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...records]);
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  if (type !== TYPE_A && type !== TYPE_AAAA) throw new Error(`unexpected question of type ${type}`);
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

function record(type: number, address: Buffer): Buffer {
  const fixed = Buffer.alloc(12);
  fixed.writeUInt16BE(0xc00c, 0); // the question's name
  fixed.writeUInt16BE(type, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt16BE(address.length, 10);
  return Buffer.concat([fixed, address]);
}
