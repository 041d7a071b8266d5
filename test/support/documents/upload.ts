import { PREFIX, type Form } from '../../../src/platform/http';
import type { Service } from '../app';
import type { Loose } from '../client';

interface UploadOptions {
  readonly form?: Form;
  readonly token?: string;
  readonly field?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The record that gets the document; an order by default. */
  readonly of?: 'purchase-orders' | 'invoices' | 'goods-receipts';
  readonly fields?: Readonly<Record<string, string>>;
}

export interface FileReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Parsed if it is JSON. */
  readonly body: Loose;
}

/** Uploads a file to an order, an invoice or a receipt like a browser. */
export async function upload(
  service: Service,
  id: number,
  name: string,
  bytes: Buffer,
  {
    form = 'a',
    token = service.tenant.token.token,
    field = 'file',
    headers = {},
    fields = {},
    of = 'purchase-orders',
  }: UploadOptions = {},
): Promise<FileReply> {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) body.set(key, value);
  body.set(field, new Blob([new Uint8Array(bytes)]), name);
  const url = `${service.address}${PREFIX[form]}/${of}/${id}/documents`;
  return replyOf(await fetch(url, { method: 'POST', body, headers: { ...headers, authorization: `Bearer ${token}` } }));
}

/** Downloads a file without following redirects. */
export async function download(
  service: Service,
  path: string,
  token = service.tenant.token.token,
  headers: Readonly<Record<string, string>> = {},
): Promise<FileReply> {
  return replyOf(
    await fetch(`${service.address}${path}`, {
      redirect: 'manual',
      headers: { ...headers, authorization: `Bearer ${token}`, accept: 'application/json' },
    }),
  );
}

async function replyOf(response: Response): Promise<FileReply> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : undefined,
  };
}
