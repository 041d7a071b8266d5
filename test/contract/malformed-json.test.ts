import { type Service, startApp } from '../support/app';
import { errorsOf, imported } from '../support/imports';
import { ONE_FORM } from '../support/sampled';

const at = (line: number, column: number): RegExp => new RegExp(`line ${line}, column ${column}\\b`);

describe.each(ONE_FORM)('malformed JSON, Form %s', (form) => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(() => service.stop());

  const refusal = async (body: string | Buffer, headers: Record<string, string> = {}): Promise<string> => {
    const reply = await service.client({ form }).raw('POST', '/vendors', body, { headers });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    return reply.body.error.message;
  };

  it.each<[string, string | Buffer, number, number]>([
    ['an extra comma', '{\n  "name": "A",\n}', 3, 1],
    ['CRLF', '{\r\n  "name": "A"\r\n  "email": ""\r\n}', 3, 3],
    ['Arabic before it', '{"name": "شركة نجد" x}', 1, 21],
    ['a byte order mark', Buffer.from('\ufeff{"name": x}'), 1, 10],
    ['a truncated body', '{"name": "A",\n"email"', 2, 8],
    ['a body of spaces', '  \n ', 2, 2],
    ['text', 'name=A', 1, 1],
    ['a number that JSON does not allow', '{"a": NaN}', 1, 7],
  ])('is reported with line and column: %s', async (_what, body, line, column) => {
    expect(await refusal(body)).toMatch(at(line, column));
  });

  it('is reported with at most one character of the body, in both languages', async () => {
    const body = '{"password": "secret-one" <script>secret-two</script>';
    expect(await refusal(body)).toBe('The body is not valid JSON: unexpected "<" in line 1, column 27.');
    expect(await refusal(body, { 'accept-language': 'ar' })).toMatch(/"<" .* 1.* 27/);
  });

  it('differs from a valid JSON string, which is not an object', async () => {
    expect(await refusal('"name"')).toBe('The body must be a JSON object.');
  });
});

describe('malformed JSON in an NDJSON file', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ works: true });
  });
  afterAll(() => service.stop());

  it('is reported with line and column', async () => {
    const file = '\ufeff{"external_id": x}\r\n{"external_id":"J1","name":"شركة" x}\r\n{"external_id":\n12\n';
    const { id } = await imported(service, 'vendors', file, { type: 'application/x-ndjson' });
    expect(await errorsOf(service, id)).toEqual([
      [1, null, 'The line is not valid JSON: unexpected "x" in column 17.'],
      [2, null, 'The line is not valid JSON: unexpected "x" in column 35.'],
      [3, null, 'The line is not valid JSON: it ends in column 16 before it is complete.'],
      [4, null, 'The line is not a JSON object.'],
    ]);
  });
});
