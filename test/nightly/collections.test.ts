import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCollections } from '../../tools/collections/generate';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { type Service, startApp } from '../support/app';
import { DemoCopies } from '../support/demo-copies';
import { documentOf } from '../support/documented';

const BRUNO = require.resolve('@usebruno/cli/bin/bru.js');

interface Result {
  readonly path: string;
  readonly status: string;
  readonly error?: string;
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number; readonly data: unknown };
  readonly postResponseTestResults: readonly { readonly status: string; readonly error?: string }[];
}

/** Bruno's runner sends every request of the collections, in order, to a fresh demo tenant. */
describe('The Bruno collection', () => {
  let service: Service;
  let receiver: WebhookReceiver;
  let copies: DemoCopies;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'procurement-collections-'));
    await writeCollections(folder);
    receiver = await WebhookReceiver.listen();
    service = await startApp({
      redis: false,
      books: false,
      trusts: receiver,
      env: { PATH: process.env['PATH'] ?? '' },
    });
    copies = await DemoCopies.of(service);
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['a', 'b'] as const)('of Form %s gets the documented responses and calls every operation', async (form) => {
    const collection = join(folder, `bruno/form-${form}`);
    const report = join(folder, `form-${form}.json`);
    const variables = { base_url: service.address, token: await copies.make(), webhook_url: receiver.url() };
    const said = await bruno(collection, [
      ...[
        'run',
        '-r',
        '--env',
        'local',
        '--sandbox',
        'developer',
        '--noproxy',
        '--disable-cookies',
        '--reporter-json',
        report,
      ],
      ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
    ]);
    const [{ results }] = JSON.parse(readFileSync(report, 'utf8')) as [{ results: Result[] }];

    const wrong = results.filter(
      ({ status, postResponseTestResults }) =>
        status !== 'pass' || !postResponseTestResults.every((one) => one.status === 'pass'),
    );
    expect(
      wrong.map(({ path, error, postResponseTestResults, response: { status, data } }) => ({
        path,
        error: error ?? postResponseTestResults.map((one) => one.error),
        status,
        data,
      })),
    ).toEqual([]);
    expect(results.filter(({ postResponseTestResults }) => postResponseTestResults.length !== 1)).toEqual([]);
    expect(said).not.toMatch(/Skipping/);
    const requests = readdirSync(collection, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(?!environments).+[/\\](?!folder\.bru).+\.bru$/.test(file),
    );
    expect(results.map(({ path }) => `${path}.bru`).sort()).toEqual(requests.sort());

    const document = documentOf(form);
    const prefix = service.address + (form === 'a' ? '/v1' : '/api/v1');
    const asked = results.map(({ request: { method, url } }) => {
      const found = document.operation(method, url.slice(prefix.length));
      return `${method} ${found?.path ?? url}`;
    });
    const all = Object.entries(document.openapi.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(all.filter((operation) => !asked.includes(operation))).toEqual([]);
  });
});

/** Runs Bruno in a collection's folder. Returns its output, even if it fails. */
function bruno(collection: string, args: readonly string[]): Promise<string> {
  return new Promise((published) => {
    execFile(process.execPath, [BRUNO, ...args], { cwd: collection, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) =>
      published(`${stdout}${stderr}`),
    );
  });
}
