import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from '../../src/platform/http';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client, Reply } from '../support/client';
import { documentOf } from '../support/documented';
import { hostileBodies } from '../support/hostile-bodies';
import { ONE_FORM, sampled } from '../support/sampled';
import { fingerprint } from '../support/whole-tenant';

/** Maximum cost of a response to a hostile request. */
const MOST = {
  /** Objects created and validated. A list above its limit creates none, and validation ends at a hundred faults. */
  objects: 110,
  /** Keys and list elements passed to class-transformer. */
  given: 500,
  /** Bytes of the response. */
  answer: 64 * 1024,
  fieldsNamed: 100,
};

/** Sends 2 MiB of hostile JSON to every operation with a body. */
describe.each(ONE_FORM)('hostile bodies, Form %s', (form) => {
  let service: Service;
  const clock = storyClock();
  const document = documentOf(form);
  const operations = Object.entries(document.openapi.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.requestBody)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const ofJson = operations.filter(({ operation }) => operation.requestBody?.content['application/json']);
  const needsNoToken = ({ operation }: (typeof operations)[number]): boolean => !('401' in operation.responses);

  beforeAll(async () => {
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(async () => service.stop());

  let sent = 0;
  /** Advances the clock so that the rate limit is not reached. */
  async function send(
    client: Client,
    method: string,
    path: string,
    ...rest: [string | Uint8Array, object?]
  ): Promise<Reply> {
    sent += 1;
    if (sent % 40 === 0) clock.advance(60_000);
    return client.raw(method, path.replace(/\{\w+\}/g, '99999999'), ...rest);
  }
  const fieldsOf = ({ body }: Reply): string[] => Object.keys((form === 'a' ? body.error.details : body.errors) ?? {});

  /** Counts the calls of class-transformer, class-validator and JSON.parse during `act`. */
  async function counted<T>(
    act: () => Promise<T>,
  ): Promise<{ answer: T; objects: number; given: number; parsed: number }> {
    const built = jest.spyOn(classTransformer, 'plainToInstance');
    const validated = jest.spyOn(classValidator, 'validateSync');
    const parse = jest.spyOn(JSON, 'parse');
    try {
      const answer = await act();
      return {
        answer,
        objects: Math.max(built.mock.calls.length, validated.mock.calls.length),
        given: built.mock.calls.reduce((sum, [, plain]) => sum + sizeOf(plain), 0),
        parsed: parse.mock.calls.filter(([text]) => text.length > MAX_BODY_BYTES / 4).length,
      };
    } finally {
      jest.restoreAllMocks();
    }
  }

  it.each(ofJson)('$method $path rejects them with little work', async (one) => {
    const client = needsNoToken(one) ? service.client({ form }).as(undefined) : service.client({ form });
    const wrong: unknown[] = [];
    const name = `${form} ${one.method} ${one.path}`;
    for (const hostile of sampled(hostileBodies(document, one.operation), 5, name)) {
      const { what, bytes, field } = hostile();
      expect(bytes.length).toBe(MAX_BODY_BYTES);
      const { answer, objects, given, parsed } = await counted(() => send(client, one.method, one.path, bytes));
      const holds =
        (needsNoToken(one) ? answer.status === 413 : [400, 422].includes(answer.status)) &&
        (field === undefined || needsNoToken(one) || fieldsOf(answer).includes(field)) &&
        // A body that the scan rejects is never parsed.
        parsed === (answer.status === 422 ? 1 : 0) &&
        objects <= MOST.objects &&
        given <= MOST.given &&
        fieldsOf(answer).length <= MOST.fieldsNamed &&
        answer.text.length <= MOST.answer;
      if (!holds) wrong.push([what, answer.status, { objects, given, parsed }, answer.text.slice(0, 300)]);
    }
    expect(wrong).toEqual([]);
  });

  it('operations without a token accept only small bodies', async () => {
    const open = ofJson.filter(needsNoToken);
    expect(open.map(({ path }) => path)).toEqual(['/invitations/accept']);
    const anyone = service.client({ form }).as(undefined);
    for (const { method, path } of open) {
      const ofSize = (bytes: number): string => JSON.stringify({ token: '' }).padEnd(bytes);
      expect((await send(anyone, method, path, ofSize(MAX_PUBLIC_BODY_BYTES))).status).toBe(422);
      const reply = await send(anyone, method, path, ofSize(MAX_PUBLIC_BODY_BYTES + 1));
      expect([reply.status, reply.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      expect(reply.body.error.message).toContain(String(MAX_PUBLIC_BODY_BYTES));
      const deep = await send(anyone, method, path, `{"token":${'['.repeat(2000)}${']'.repeat(2000)}}`);
      expect([deep.status, deep.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    }
  });

  it('uploads reject many fields, long fields and headers around the file', async () => {
    const uploads = operations.filter(({ operation }) => operation.requestBody?.content['multipart/form-data']);
    expect(uploads.map(({ path }) => path)).toEqual([
      '/purchase-orders/{id}/documents',
      '/invoices/{id}/documents',
      '/goods-receipts/{id}/documents',
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const part = (name: string, value: string): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const room = MAX_BODY_BYTES - 1000;
    const crowds: [string, string][] = [
      ['fields', Array.from({ length: 20_000 }, (_, index) => part(`f${String(index)}`, 'x')).join('')],
      ['one field again and again', part('f', 'x').repeat(20_000)],
      ['fields in fields', part(`f${'[a]'.repeat(room / 3)}`, 'x')],
      ['a field of many entries', part('f[]', 'x').repeat(20_000)],
      ['one long field', part('f', 'x'.repeat(room))],
      ['one long name', part('f'.repeat(room), 'x')],
      ['headers', `--b\r\n${'X-A: b\r\n'.repeat(room / 8)}\r\nx\r\n`],
      ['no end', '--b\r\n'.repeat(room / 5)],
    ];
    for (const { method, path } of uploads) {
      for (const [what, body] of crowds) {
        const reply = await send(service.client({ form }), method, path, `${body}--b--\r\n`, { headers });
        expect([what, reply.status >= 400 && reply.status < 500]).toEqual([what, true]);
        expect(reply.text.length).toBeLessThan(MOST.answer);
      }
      const json = await send(service.client({ form }), method, path, '{"a":'.repeat(1000));
      expect(json.status).toBe(415);
    }
  });

  it('JSON bodies must be UTF-8, because in another encoding a letter could be read as a quote', async () => {
    const before = await fingerprint(service);
    for (const charset of ['utf-16', 'utf-16le', 'utf-32', 'utf-7', 'latin1']) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      const reply = await send(
        service.client({ form }),
        'POST',
        '/departments',
        Buffer.from('{"name":"A"}', 'utf16le'),
        { headers },
      );
      expect([charset, reply.status]).toEqual([charset, 415]);
    }
    expect(await fingerprint(service)).toEqual(before);
  });

  it('queries are limited in length and number of parameters, without repetition', async () => {
    const admin = service.client({ form });
    const refused = async (query: string): Promise<[number, string, readonly string[]]> => {
      const reply = await admin.raw('GET', `/vendors?${query}`);
      return [reply.status, reply.body.error.message, fieldsOf(reply)];
    };
    const many = (count: number): string =>
      Array.from({ length: count }, (_, index) => `p${String(index)}=1`).join('&');
    expect(await refused(`search=${'x'.repeat(9000)}`)).toEqual([400, expect.stringContaining('8192 bytes'), []]);
    expect(await refused(many(51))).toEqual([400, expect.stringContaining('50 parameters'), []]);
    expect(await refused('&'.repeat(50))).toEqual([400, expect.stringContaining('50 parameters'), []]);
    expect(await refused(many(50))).toEqual([400, expect.any(String), many(50).replaceAll('=1', '').split('&')]);
    expect(await refused('page=1&page=2')).toEqual([400, expect.any(String), ['page']]);
    const unasked = await admin.raw('GET', `/me?${many(51)}`);
    expect([unasked.status, fieldsOf(unasked)]).toEqual([400, []]);
    expect((await admin.raw('GET', `/vendors?search=${encodeURIComponent('م'.repeat(255))}`)).status).toBe(200);
  });
});

/** Number of keys and list elements at every depth. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + 1 + sizeOf(inner), 0);
}
