import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. A repeated header has its values joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Opens a connection, for requests that an HTTP client would not send. */
export async function openSocket(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Sends exactly these bytes and reads until the service closes the connection. */
export async function sendRaw(address: string, bytes: string | Buffer): Promise<RawAnswer[]> {
  const socket = await openSocket(address);
  const answers = readAnswers(socket);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return answers;
}

/** Every response until the service closes the connection. */
export async function readAnswers(socket: Socket): Promise<RawAnswer[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The service may reset the connection after its response, because it does not read the rest of the request.
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return answersIn(Buffer.concat(chunks).toString('latin1'));
}

/** A request with `Connection: close` and these header lines. */
export function rawRequest(method: string, target: string, lines: readonly string[], body = ''): string {
  return [`${method} ${target} HTTP/1.1`, 'Connection: close', ...lines, '', body].join('\r\n');
}

function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest.startsWith('HTTP/1.1 ');) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
      const key = name.toLowerCase();
      headers[key] = key in headers ? `${headers[key] ?? ''}, ${value}` : value;
    }
    const body = rest.slice(end + 4);
    const length = Number(headers['content-length'] ?? body.length);
    answers.push({ status: Number(first.split(' ')[1]), headers, text: body.slice(0, length) });
    rest = body.slice(length);
  }
  return answers;
}
