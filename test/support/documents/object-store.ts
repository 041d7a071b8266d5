import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An in-memory server for the part of S3 that the file storage uses, with path-style addresses. */
export interface ObjectStore {
  readonly endpoint: string;
  /** The stored objects by `/bucket/key`. */
  readonly objects: Map<string, { readonly bytes: Buffer; readonly type: string | undefined }>;
  readonly authorizations: readonly (string | undefined)[];
  /** Starts or stops answering 503 to every request. */
  fail(failing: boolean): void;
  /** Starts or stops answering 403 instead of 404 for missing objects, like S3 without the permission to list. */
  hide(hiding: boolean): void;
  close(): Promise<void>;
}

export async function objectStore(): Promise<ObjectStore> {
  const objects = new Map<string, { bytes: Buffer; type: string | undefined }>();
  const authorizations: (string | undefined)[] = [];
  let failing = false;
  let hiding = false;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://store').pathname;
    authorizations.push(request.headers.authorization);
    void buffer(request).then((bytes) => {
      const found = objects.get(path);
      if (failing) response.writeHead(503).end();
      else if (request.method === 'PUT') {
        objects.set(path, { bytes, type: request.headers['content-type'] });
        response.writeHead(200).end();
      } else if (request.method === 'DELETE') {
        objects.delete(path);
        response.writeHead(204).end();
      } else if (found) {
        const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
        const part = found.bytes.subarray(start);
        if (start > 0 && part.length === 0) refuse(response, 416, 'InvalidRange');
        else response.writeHead(start > 0 ? 206 : 200, { 'content-length': part.length }).end(part);
      } else if (hiding) {
        refuse(response, 403, 'AccessDenied');
      } else {
        refuse(response, 404, 'NoSuchKey');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    // A host name, because the SDK always uses path-style addresses for an IP address, regardless of its configuration.
    endpoint: `http://localhost:${(server.address() as AddressInfo).port}`,
    objects,
    authorizations,
    fail: (value) => (failing = value),
    hide: (value) => (hiding = value),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}
