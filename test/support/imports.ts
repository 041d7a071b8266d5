import { type Form, PREFIX } from '../../src/platform/http';
import { ImportRunner } from '../../src/integration/imports/running/import-runner';
import type { Service } from './app';
import type { Loose } from './client';
import { exchange } from './exchange';
import { asOwner } from './purchase-orders';
import { until } from './until';

export interface Sending {
  readonly form?: Form;
  readonly token?: string;
  readonly type?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ImportReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Loose;
}

export async function sendImport(
  service: Service,
  resource: string,
  file: string | Uint8Array,
  { form = 'a', token = service.tenant.token.token, type = 'text/csv', query = {}, headers = {} }: Sending = {},
): Promise<ImportReply> {
  const parameters = new URLSearchParams({ resource, ...query });
  const url = new URL(`${service.address}${PREFIX[form]}/imports?${parameters.toString()}`);
  const sent = { authorization: `Bearer ${token}`, 'content-type': type, accept: 'application/json', ...headers };
  const reply = await exchange(url, 'POST', sent, file);
  return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.text) };
}

/** Waits until an import has ended and returns it. */
export async function ended(service: Service, id: number, token = service.tenant.token.token): Promise<Loose> {
  const row = async (): Promise<Loose> => (await asOwner(service, 'SELECT * FROM imports WHERE id = $1', [id]))[0];
  await until(async () => (await row()).finished_at !== null, row);
  return service.client({ token }).get(`/imports/${id}`);
}

/** Imports a file and returns the import when it has ended. */
export async function imported(
  service: Service,
  resource: string,
  file: string | Uint8Array,
  sending: Sending = {},
): Promise<Loose> {
  const { status, body } = await sendImport(service, resource, file, sending);
  if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
  // Runs the import now: the runner would otherwise start within a second.
  if (service.environment.PROCESS_ROLE !== 'api') await service.app.get(ImportRunner, { strict: false }).runAll();
  return ended(service, body.data.id, sending.token);
}

/** The row errors of an import: line, field and message. */
export async function errorsOf(service: Service, id: number): Promise<[number, string | null, string][]> {
  const errors = await service.client().get<Loose[]>(`/imports/${id}/errors`, 200, { per_page: 100 });
  return errors.map(({ line, field, message }) => [line, field, message]);
}
