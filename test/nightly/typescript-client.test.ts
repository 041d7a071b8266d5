import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../tools/servers/ports';
import { Service, startApp } from '../support/app';
import type { Loose } from '../support/client';
import { seal } from '../support/evidence';
import { Keeper } from '../support/keeper';
import { compileReader, installPackedClient } from '../support/packed-client';
import { processBeside } from '../support/process-beside';
import { aDraft } from '../support/purchase-orders';
import { until } from '../support/until';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../..');
const CLIENT = join(ROOT, 'clients/typescript');

/** The programs of the test, compiled with their imports. */
const PROGRAMS = ['consumer.ts', 'patience.ts', 'keeper.ts', 'connections.ts'];

/** Packs the client, installs the archive in a new folder, and runs the programs there against a service. */
describe('TypeScript client, packed and installed', () => {
  let service: Service;
  let folder: string;
  let seen: Loose;
  let required: Loose;
  let failed: Loose;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'procurement-client-'));
    service = await startApp({ works: true });
    await install(folder);
    const small = await service.newTenant('basic');
    const known = join(ROOT, 'docs/verifiers/known-answers.json');
    const args = ['consumer.js', service.address, service.tenant.token.token, small.token.token, known];
    seen = JSON.parse((await run(process.execPath, args, { cwd: folder })).stdout);
    // Newer versions of Node can require ES modules. This option disables that.
    const asRequired = [
      '--no-experimental-require-module',
      'consumer.cjs',
      service.address,
      service.tenant.token.token,
    ];
    required = JSON.parse((await run(process.execPath, asRequired, { cwd: folder })).stdout);
    const unserved = ['connections.js', 'http://127.0.0.1:9', 'pst_x'];
    failed = JSON.parse((await run(process.execPath, unserved, { cwd: folder })).stdout);
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('creates an order in one form and approves it in the other', () => {
    expect(seen.story).toEqual({ total: 293.25, approved: 'approved', totalInFormB: 293.25 });
  });

  it('lists all pages of a list', () => {
    expect(seen.lists).toEqual({
      codes: ['GEN', 'D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7'],
      sizes: [5, 3],
    });
  });

  it('reads a list by cursor from the start or from a saved cursor while records are added', () => {
    expect(seen.cursors).toEqual({
      codes: ['D7', 'D6', 'D5', 'D4', 'D3', 'D2', 'D1', 'GEN'],
      first: ['D8', 'D7', 'D6', 'D5', 'D4'],
      left: ['D3', 'D2', 'D1', 'GEN'],
      lost: 'Error: The list answered no next_cursor: give the query on to it',
    });
  });

  it('uploads a file once although the first response was lost, and downloads it', () => {
    expect(seen.uploads).toEqual({ names: ['عرض السعر.txt'], text: 'Ten boxes\n', isKept: true });
  });

  it('works with require in CommonJS', () => {
    expect(required).toEqual({ isTyped: true, code: 'NOT_FOUND', verifies: 'function' });
  });

  it.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('has types for import and require that compile with moduleResolution %s', async (moduleResolution, module) => {
    const programs = ['typed.mts', 'typed.cts'];
    for (const program of programs) {
      writeFileSync(
        join(folder, program),
        `import { connectFormA, type ApiError } from 'procurement-client';
         import type { OrderResponse } from 'procurement-client/form-a';
         import { fileAt } from 'procurement-client/files';
         import { readWebhook } from 'procurement-client/webhooks';
         const { vendors } = connectFormA({ baseUrl: 'https://procurement.example', token: process.env['TOKEN'] });
         export const page = vendors.list().catch((error: ApiError) => error.docUrl);
         export const total = (order: OrderResponse): number => order.total_amount;
         export const others = [fileAt, readWebhook];`,
      );
    }
    await compileReader(folder, programs, { module, moduleResolution, noEmit: true });
  });

  it('returns the help page of 401 and 403', () => {
    expect(failed.helpPages).toEqual({
      'a 401': 'https://procurement.example/docs/401',
      'a 403': 'https://procurement.example/docs/403',
      'b 401': 'https://procurement.example/docs/401',
      'b 403': 'https://procurement.example/docs/403',
    });
    const page = (code: string) => `${service.address}/docs/errors/${code}`;
    expect(seen.refusals.pages).toEqual([page('UNAUTHENTICATED'), page('FORBIDDEN_ABILITY')]);
  });

  it('throws the cause of a lost connection with its code and a URL without query', () => {
    const { refused, unknown, silent, wrong, half, repeated, download, aborted } = failed.causes;
    const message = (why: string) => `GET http://127.0.0.1/v1/vendors: no answer (${why})`;
    expect(refused).toEqual({
      message: message('connect ECONNREFUSED 127.0.0.1'),
      code: 'ECONNREFUSED',
      cause: 'Error',
      causeCode: 'ECONNREFUSED',
    });
    expect(unknown).toMatchObject({
      message: 'GET https://nowhere.example/v1/vendors: no answer (getaddrinfo ENOTFOUND nowhere.example)',
      code: 'ENOTFOUND',
      causeCode: 'ENOTFOUND',
    });
    expect(silent).toMatchObject({ message: expect.stringContaining('timeout'), code: 'TimeoutError' });
    expect(wrong).toMatchObject({ message: expect.stringContaining('not valid JSON'), code: 'SyntaxError' });
    expect(half).toMatchObject({ code: 'UND_ERR_SOCKET', causeCode: 'UND_ERR_SOCKET' });
    expect(download).toBe('UND_ERR_SOCKET');
    expect(aborted).toBe('Error: changed my mind');
    expect(repeated).toEqual({ data: [] });
  });

  it('accepts a base URL with any ending and escapes ids', () => {
    const [vendor, vendorInFormB] = ['/v1/vendors/3', '/api/v1/vendors/3'];
    expect(failed.addresses).toEqual([
      ...[vendor, vendorInFormB],
      ...[vendor, vendorInFormB],
      ...[vendor, vendor],
      ...[vendorInFormB, vendorInFormB],
      ...[`/erp${vendor}`, `/erp${vendorInFormB}`],
      ...[`/erp${vendor}`, `/erp${vendorInFormB}`],
      ...[`/erp${vendor}`, `/erp${vendorInFormB}`],
      '/v1/vendors/by-external-id/A%2F7%20%3F%23%25%26%D9%86',
    ]);
  });

  it('names a missing argument of every function', () => {
    const address = 'baseUrl is missing: the address of the service, such as https://procurement.example';
    const id = (operation: string, name: string) =>
      `TypeError: ${operation}: path.${name} is missing, or no text that a path can carry`;
    const vendorOf = 'PUT /vendors/by-external-id/{external_id}';
    expect(failed.missing).toEqual({
      none: `TypeError: connectFormA: ${address}`,
      'no address': `TypeError: connectFormA: ${address}`,
      'no address in Form B': `TypeError: connectFormB: ${address}`,
      'empty address': `TypeError: connectFormA: ${address}`,
      'no scheme': expect.stringMatching(/^TypeError: connectFormA: baseUrl must be an http or https address/),
      credentials: expect.stringMatching(
        /^TypeError: connectFormA: baseUrl [^@]* without credentials, query and fragment/,
      ),
      'empty token': 'TypeError: connectFormB: token is empty or no text',
      'empty token of a function': 'TypeError: connectFormA: token is empty or no text',
      'no id': id('GET /vendors/{id}', 'id'),
      'no id in the path': id('GET /vendors/{id}', 'id'),
      'empty id': id(vendorOf, 'external_id'),
      'id of dots': id(vendorOf, 'external_id'),
      'nothing to mirror': 'TypeError: mirror: ask is missing',
      'no resources': 'TypeError: mirror: resources is missing',
      follow: 'TypeError: follow: ask is missing',
      listAll: 'TypeError: parts: ask is missing',
      pages: 'TypeError: pages: ask is missing',
      delivery: 'TypeError: verifyWebhook: body must be the bytes as they arrived',
      'parsed body': 'TypeError: verifyWebhook: body must be the bytes as they arrived',
      'headers of null': 'TypeError: verifyWebhook: headers are missing',
      'forged bytes of another realm': 'WebhookVerificationError: The signature or the time does not fit',
      'no headers': 'TypeError: verifyServiceSignature: headers are missing',
      'empty secret': 'TypeError: verifyWebhook: secret is missing or empty',
      'empty secret among others': 'TypeError: verifyServiceSignature: secret is missing or empty',
      'no secrets': 'TypeError: verifyWebhook: secret is missing or empty',
    });
  });

  it('throws typed errors that are equal in both forms', () => {
    expect(seen.refusals).toEqual({
      invalid: { code: 'VALIDATION_ERROR', fields: ['name'] },
      missing: { code: 'NOT_FOUND', name: 'NotFoundError', message: expect.stringMatching(/[\u0600-\u06ff]/) },
      hasRequestId: true,
      stranger: { code: 'UNAUTHENTICATED', name: 'UnauthenticatedError', status: 401 },
      offline: true,
      pages: expect.any(Array),
      givenUp: 'Error: changed my mind',
    });
  });

  it('sends the version of the record and throws if there is a newer one', () => {
    expect(seen.lostUpdate).toBe(412);
  });

  it('repeats a POST without a response with the same key and creates one record', () => {
    const { vendor, found, replayed, keys, waits } = seen.retries;
    expect(found).toEqual([vendor]);
    expect(replayed).toBe('true');
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    expect(waits).toBe(1);
  });

  it('adds the line of a repeated PUT once', () => {
    expect(seen.retries.lines).toEqual(['A4 paper, box', 'Toner']);
  });

  it('waits as long as Retry-After requires, unless that exceeds its limit', () => {
    expect(seen.retries).toMatchObject({ asked: [7_000, 2_000], tooLong: 43_200 });
  });

  it('returns the rate limit of the plan', () => {
    expect(seen.limit).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', waits: true });
    expect(seen.limit.passed).toBeGreaterThanOrEqual(60);
  });

  it('waits before it polls again at the end of the feed, and restarts the backoff after each saved part', async () => {
    const { stdout } = await run(process.execPath, ['patience.js'], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({ idle: [1_000, 1_000], outages: [1_000, 1_000, 1_000] });
  });

  it('maintains a copy and follows the feed across a restart of the service', async () => {
    const client = service.client();
    const ports = await freePorts(2);
    const start = () => processBeside(service, {}, () => Promise.resolve(ports));
    const vendor = await client.post('/vendors', { name: 'Kept' }, 201);
    await seal(service);
    const first = await start();
    const keeper = new Keeper(folder, first.address, service.tenant.token.token);
    try {
      await until(() => keeper.copy('vendor', vendor.id)?.name === 'Kept');
      const order = await aDraft(client, vendor.id);
      await seal(service);
      await until(() => keeper.copy('purchase_order', order.id)?.status === 'draft');
      expect(await first.stop()).toBe(0);
      await client.put(`/vendors/${vendor.id}`, { name: 'Changed while it was away' }, 200);
      await client.call('DELETE', `/purchase-orders/${order.id}`, 204);
      await seal(service);
      const second = await start();
      await until(() => keeper.copy('purchase_order', order.id) === undefined);
      const late = await client.post('/vendors', { name: 'Made afterwards' }, 201);
      await seal(service);
      await until(() => keeper.copy('vendor', late.id) !== undefined && keeper.published.length >= 4);
      const shown = await client.get(`/vendors/${vendor.id}`);
      expect(keeper.copy('vendor', vendor.id)).toMatchObject({ name: shown.name, updated_at: shown.updated_at });
      expect(keeper.published).toEqual([
        `purchase_order.created ${order.id}`,
        `vendor.updated ${vendor.id}`,
        `purchase_order.deleted ${order.id}`,
        `vendor.created ${late.id}`,
      ]);
      await second.stop();
    } finally {
      await keeper.end();
    }
  });

  it('distinguishes valid deliveries from forged ones', () => {
    const { verdicts, vendor, forged } = seen.webhooks;
    expect(verdicts.length).toBeGreaterThan(5);
    for (const { name, valid, found } of verdicts) expect({ name, found }).toEqual({ name, found: valid });
    expect({ vendor, forged }).toEqual({ vendor: 17, forged: true });
  });
});

async function install(folder: string): Promise<void> {
  await installPackedClient(folder);
  const programs = readdirSync(join(CLIENT, 'test')).filter((name) => /\.(ts|cjs)$/.test(name));
  for (const program of programs) copyFileSync(join(CLIENT, 'test', program), join(folder, program));
  await compileReader(folder, PROGRAMS);
}
