import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { ExportRunner } from '../../src/integration/exports/running/export-runner';
import { type Form, PREFIX } from '../../src/platform/http';
import type { Service } from './app';
import type { Loose } from './client';

export interface Asking {
  readonly form?: Form;
  readonly token?: string;
}

/** Waits until an export has ended and returns it. */
export async function endedExport(
  service: Service,
  id: number,
  { form = 'a', token = service.tenant.token.token }: Asking = {},
): Promise<Loose> {
  for (;;) {
    const found = await service.client({ token, form }).get(`/exports/${id}`);
    if (found.finished_at) return found;
    await sleep(20);
  }
}

/** Creates an export and returns it when it has ended. */
export async function exported(service: Service, body: object, asking: Asking = {}): Promise<Loose> {
  const { form = 'a', token = service.tenant.token.token } = asking;
  const started = await service.client({ token, form }).post('/exports', body, 202);
  // Runs the export now: the runner would otherwise start within a second.
  if (service.environment.PROCESS_ROLE !== 'api') await service.app.get(ExportRunner, { strict: false }).runAll();
  return endedExport(service, started.id, asking);
}

export async function downloaded(
  service: Service,
  id: number,
  resource: string,
  { form = 'a', token = service.tenant.token.token }: Asking = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${service.address}${PREFIX[form]}/exports/${id}/files/${resource}`, { headers });
}

export async function textOf(service: Service, id: number, resource: string, asking: Asking = {}): Promise<string> {
  const reply = await downloaded(service, id, resource, asking);
  if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
  return gunzipSync(Buffer.from(await reply.arrayBuffer())).toString();
}

export async function recordsOf(service: Service, id: number, resource: string, asking: Asking = {}): Promise<Loose[]> {
  const text = await textOf(service, id, resource, asking);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
