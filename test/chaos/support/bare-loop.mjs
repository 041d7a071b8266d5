/**
 * Measures the minimum cost of a delivery: the same bytes over TLS with IN_FLIGHT concurrent requests. Connections are
 * new for each request (`fresh`) or reused (`kept`).
 * Usage: bare-loop.mjs URL CA_FILE IN_FLIGHT COUNT fresh|kept. Prints the requests per second.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createSecureContext, rootCertificates } from 'node:tls';

const [url, caFile, inFlight, count, connections] = process.argv.slice(2);
const secureContext = createSecureContext({ ca: [...rootCertificates, readFileSync(caFile, 'utf8')] });
const body = JSON.stringify({ id: '4f0c9d0e-6a53-4a52-9d8e-2f1f5e7c1a10', data: 'x'.repeat(300) });
const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };

const agent = connections === 'kept' ? new Agent({ keepAlive: true }) : false;

const once = () =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers, agent, secureContext }, (answer) => {
      answer.resume().on('end', resolve);
    });
    outgoing.on('error', reject).end(body);
  });

let left = Number(count);
const started = performance.now();
await Promise.all(
  Array.from({ length: Number(inFlight) }, async () => {
    while (left-- > 0) await once();
  }),
);
agent && agent.destroy();
console.log((Number(count) * 1000) / (performance.now() - started));
