import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { ask, type Answer } from '../support/asking';
import { processBeside } from '../support/process-beside';
import { eventually } from '../support/webhooks/delivering';

type Line = Readonly<Record<string, unknown>>;

describe('The log at LOG_LEVEL=info', () => {
  let beside: Service;
  let instance: ServiceProcess;

  beforeAll(async () => {
    beside = await startApp({ env: { PROCESS_ROLE: 'api' } });
    instance = await processBeside(beside, { LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await instance.stop();
    await beside.stop();
  });

  const lines = (): Line[] => instance.lines.map((line) => JSON.parse(line) as Line);

  /** The lines of a request. They are written after its response. */
  async function linesOf(answer: Answer): Promise<Line[]> {
    const id = answer.headers['x-request-id'];
    const found = (): Line[] => lines().filter((line) => line['request_id'] === id && 'status' in line);
    await eventually(() => Promise.resolve(found().length > 0));
    return found();
  }

  it('has one JSON object per line, with its level as a word', () => {
    expect(lines().length).toBeGreaterThan(0);
    for (const line of lines()) expect(line).toMatchObject({ level: expect.stringMatching(/^(info|warn|error)$/) });
  });

  it('has a few lines per start, not one per route', () => {
    expect(lines().length).toBeLessThan(20);
    expect(lines().map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/^Version \S+ answers on port \d+; health and/),
    );
  });

  it('has one line per request with tenant, route, status and duration', async () => {
    const { token, tenant } = beside.tenant;
    const path = '/v1/vendors/987654?search=a-private-word';
    const answer = await ask(instance.address, 'GET', path, { token: token.token });
    expect(await linesOf(answer)).toEqual([
      expect.objectContaining({
        level: 'info',
        tenant: tenant.id,
        token: token.id,
        method: 'GET',
        route: '/v1/vendors/:id',
        status: answer.status,
        duration_ms: expect.any(Number),
        msg: `GET /v1/vendors/:id ${answer.status}`,
      }),
    ]);
    const said = instance.lines.join('\n');
    for (const secret of [token.token, '987654', 'a-private-word']) expect(said).not.toContain(secret);
  });

  it('omits the tenant of a request without a token, and the path of an unknown route', async () => {
    const stranger = await ask(instance.address, 'GET', '/v1/me');
    expect(await linesOf(stranger)).toEqual([
      expect.objectContaining({ tenant: null, token: null, route: '/v1/me', status: 401 }),
    ]);
    const nowhere = await ask(instance.address, 'GET', '/a-private-path');
    expect(await linesOf(nowhere)).toEqual([expect.objectContaining({ route: null, status: 404 })]);
    expect(instance.lines.join('\n')).not.toContain('a-private-path');
  });

  it('omits requests for health, metrics and documentation', async () => {
    for (const path of ['/health/live', '/health/ready', '/docs']) {
      expect((await ask(instance.address, 'GET', path)).status).toBeLessThan(400);
    }
    await ask(instance.admin, 'GET', '/metrics');
    // Lines are in order: after this one, the lines of the earlier requests would be present.
    await linesOf(await ask(instance.address, 'GET', '/v1/me'));
    expect(instance.lines.join('\n')).not.toMatch(/"route":"[^"]*(health|metrics|docs)/);
  });
});
