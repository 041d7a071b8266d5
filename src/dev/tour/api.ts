/** An answer as the tour shows it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly bytes: Buffer;
}

/** A caller that prints what it does as a person would type it. */
export class TourApi {
  constructor(
    readonly address: string,
    private readonly token: string,
    private readonly say: (line: string) => void,
  ) {}

  /** Calls, prints the call and its status, and checks the status. */
  async call(
    method: string,
    path: string,
    expected: number,
    body?: object | string,
    options: { token?: string | null; accept?: string } = {},
  ): Promise<Answer> {
    const token = options.token === undefined ? this.token : options.token;
    const response = await fetch(this.address + path, {
      method,
      headers: {
        accept: options.accept ?? 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const parsed: unknown = isJson ? JSON.parse(bytes.toString()) : undefined;
    this.say(`${method} ${path}${body === undefined || typeof body === 'string' ? '' : ` ${JSON.stringify(body)}`}`);
    this.say(`  ${response.status} ${summary(parsed, bytes)}`);
    if (response.status !== expected)
      throw new Error(`expected ${expected}, got ${response.status}: ${bytes.toString().slice(0, 1000)}`);
    return { status: response.status, headers: response.headers, body: parsed, bytes };
  }

  /** Calls and answers the envelope's data. */
  async data<Data>(method: string, path: string, expected: number, body?: object): Promise<Data> {
    const answer = await this.call(method, path, expected, body);
    return (answer.body as { data: Data }).data;
  }
}

function summary(body: unknown, bytes: Buffer): string {
  if (body === undefined) return bytes.length > 0 ? `${bytes.length} bytes` : '';
  const text = JSON.stringify(body);
  return text.length > 300 ? `${text.slice(0, 297)}...` : text;
}
