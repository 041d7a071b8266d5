import type { ProvisionedTenant } from '../../src/operations/provisioning';
import { Service, startApp, storyClock } from '../support/app';
import { RawAnswer, rawRequest, sendRaw } from '../support/raw-http';

const FOREIGN = 'procure.example';

describe('bearer token', () => {
  let service: Service;
  let alpha: ProvisionedTenant;
  let beta: ProvisionedTenant;

  beforeAll(async () => {
    // The clock does not move, so the rate limit window stays the same.
    service = await startApp({ clock: storyClock(), env: { TENANT_HOST_SUFFIX: FOREIGN } });
    alpha = service.tenant;
    beta = await service.newTenant();
  });
  afterAll(() => service.stop());

  const send = async (
    lines: readonly string[],
    { method = 'GET', target = '/v1/me', host = 'localhost', body = '' } = {},
  ): Promise<RawAnswer> => {
    const content = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const [answer] = await sendRaw(
      service.address,
      rawRequest(method, target, [`Host: ${host}`, ...content, ...lines], body),
    );
    if (!answer) throw new Error('no answer');
    return answer;
  };
  const tenantIn = (answer: RawAnswer): unknown =>
    (JSON.parse(answer.text) as { data: { tenant_id: string } }).data.tenant_id;
  const left = ({ headers }: RawAnswer): number => Number(headers['x-ratelimit-remaining']);

  it.each([
    ['Bearer', 'Bearer '],
    ['in upper case', 'BEARER '],
    ['in lower case', 'bearer '],
    ['with two spaces', 'Bearer  '],
    ['with spaces around the value', '  Bearer '],
  ])('is read from the scheme Bearer: %s', async (_how, scheme) => {
    expect((await send([`Authorization:${scheme}${alpha.token.token}`])).status).toBe(200);
  });

  it.each([
    ['no scheme', (token: string) => token],
    ['another scheme', (token: string) => `Token ${token}`],
    ['a scheme with that prefix', (token: string) => `Bearers ${token}`],
    ['the scheme twice', (token: string) => `Bearer Bearer ${token}`],
    ['a tab', (token: string) => `Bearer\t${token}`],
    ['a trailing comma', (token: string) => `Bearer ${token},`],
    ['two tokens', (token: string) => `Bearer ${token} ${token}`],
    ['two credentials in one line', (token: string) => `Bearer ${token}, Bearer ${token}`],
    ['a parameter', (token: string) => `Bearer token="${token}"`],
    ['quotes', (token: string) => `Bearer "${token}"`],
    ['padding in the middle', (token: string) => `Bearer ${token.slice(0, 9)}=${token.slice(9)}`],
    ['an empty token', () => 'Bearer '],
  ])('counts as missing with %s', async (_what, valueOf) => {
    const answer = await send([`Authorization: ${valueOf(alpha.token.token)}`]);
    expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([401, '60']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  describe('with a second token in the request', () => {
    const authorization = ({ token }: ProvisionedTenant): string => `Authorization: Bearer ${token.token}`;
    const pairs = (): [string, ProvisionedTenant, ProvisionedTenant][] => [
      ['the same', alpha, alpha],
      ['one, then the other', alpha, beta],
      ['the other, then one', beta, alpha],
    ];
    /** How much of each token's rate limit the request used. */
    const taken = async (work: () => Promise<RawAnswer>): Promise<{ answer: RawAnswer; of: Map<unknown, number> }> => {
      const look = async (tenant: ProvisionedTenant): Promise<number> => left(await send([authorization(tenant)]));
      const before = [await look(alpha), await look(beta)];
      const answer = await work();
      const after = [await look(alpha), await look(beta)];
      const [a, b] = before.map((count, index) => count - (after[index] ?? 0) - 1);
      return {
        answer,
        of: new Map([
          [alpha, a ?? 0],
          [beta, b ?? 0],
        ]),
      };
    };

    it.each([
      ['header and header', 401, 'neither'],
      ['header and query', 400, 'header'],
      ['header and body', 422, 'header'],
      ['query alone', 401, 'neither'],
      ['body alone', 401, 'neither'],
      ['query and body', 401, 'neither'],
      ['header of another scheme and query', 401, 'neither'],
      ['header of another scheme and body', 401, 'neither'],
    ] as const)('counts the request against the header token or neither: %s', async (how, status, counted) => {
      for (const [, one, other] of pairs()) {
        const inQuery = (tenant: ProvisionedTenant): string => `?access_token=${tenant.token.token}`;
        const inBody = (tenant: ProvisionedTenant): string =>
          JSON.stringify({ name: 'Acme', access_token: tenant.token.token });
        const wrong = `Authorization: X ${one.token.token}`;
        const post = { method: 'POST', target: '/v1/vendors' };
        const { answer, of } = await taken(() => {
          switch (how) {
            case 'header and header':
              return send([authorization(one), authorization(other)]);
            case 'header and query':
              return send([authorization(one)], { target: `/v1/me${inQuery(other)}` });
            case 'header and body':
              return send([authorization(one)], { ...post, body: inBody(other) });
            case 'query alone':
              return send([], { target: `/v1/me${inQuery(one)}` });
            case 'body alone':
              return send([], { ...post, body: inBody(one) });
            case 'query and body':
              return send([], { ...post, target: `${post.target}${inQuery(one)}`, body: inBody(other) });
            case 'header of another scheme and query':
              return send([wrong], { target: `/v1/me${inQuery(other)}` });
            case 'header of another scheme and body':
              return send([wrong], { ...post, body: inBody(other) });
          }
        });
        expect(answer.status).toBe(status);
        const expected = new Map([
          [alpha, 0],
          [beta, 0],
        ]);
        if (counted === 'header') expected.set(one, 1);
        expect(of).toEqual(expected);
        expect(answer.headers['x-ratelimit-limit']).toBe(counted === 'header' ? '1000' : '60');
      }
    });

    it('is rejected on the host of another tenant in every combination', async () => {
      const host = `${beta.tenant.slug}.${FOREIGN}`;
      const query = `/v1/me?access_token=${beta.token.token}`;
      const body = JSON.stringify({ access_token: beta.token.token });
      const answers = [
        await send([authorization(alpha)], { host }),
        await send([authorization(alpha)], { host, target: query }),
        await send([authorization(alpha)], { host, method: 'POST', target: '/v1/vendors', body }),
        await send([authorization(alpha), authorization(beta)], { host }),
        await send([authorization(beta), authorization(alpha)], { host }),
        await send([`Authorization: X ${alpha.token.token}`], { host, target: query }),
        await send([], { host, target: query }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
      expect(tenantIn(await send([authorization(beta)], { host }))).toBe(beta.tenant.id);
    });
  });
});
