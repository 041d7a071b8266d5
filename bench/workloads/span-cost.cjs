'use strict';
/**
 * What spans cost, without anything else: pieces of work with 25 spans each, as an approval has them, in one process that
 * traces and does not, in turns; processor time from their making to the last byte of their export.
 * `node tools/compile.mjs && node bench/workloads/span-cost.cjs`
 */
const { fork } = require('node:child_process');
const http = require('node:http');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const DIST = join(__dirname, '../../dist');
const SPANS = 25;
const ROUNDS = 12;
const STATEMENT = {
  name: 'SELECT purchase_orders',
  kind: 'client',
  attributes: {
    'db.system.name': 'postgresql',
    'db.namespace': 'procurement',
    'db.operation.name': 'SELECT',
    'db.collection.name': 'purchase_orders',
    'db.query.summary': 'SELECT purchase_orders',
    'server.address': '127.0.0.1',
    'server.port': 5432,
  },
};

/** A collector in a process of its own, which takes everything. */
function collect() {
  const server = http.createServer((request, response) => request.resume().on('end', () => response.end()));
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit());
}

/** Microseconds of processor time a piece of work. */
async function slice({ asRequest, startSpan }, count) {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done += 1) {
    const work = async (_trace, span) => {
      for (let each = 0; each < SPANS; each += 1) {
        const one = startSpan(STATEMENT);
        await null;
        one?.end();
      }
      span?.end();
    };
    await asRequest('r', work, { facts: () => ({ tenant: 't' }), span: { name: 'GET', kind: 'server' } });
    if (done % 20 === 0) await sleep(1);
  }
  await sleep(300);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

async function main() {
  const collector = fork(__filename, ['collect']);
  const port = await new Promise((resolve) => collector.once('message', resolve));
  const { readEnvironment } = require(join(DIST, 'config'));
  const tracing = require(join(DIST, 'tracing'));
  const off = { DATABASE_URL: 'postgres://localhost/x', APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
  const on = {
    ...off,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_BSP_MAX_QUEUE_SIZE: '100000',
  };
  const kinds = {
    off,
    'off again (A/A)': off,
    all: { ...on, OTEL_TRACES_SAMPLER: 'always_on' },
    'a tenth': { ...on, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
    none: { ...on, OTEL_TRACES_SAMPLER: 'always_off' },
  };
  const measured = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, env] of Object.entries(kinds)) {
      await tracing.startTracing(readEnvironment(env));
      await slice(tracing, 100);
      measured[kind].push(await slice(tracing, 500));
      await tracing.stopTracing();
    }
  }
  for (const [kind, all] of Object.entries(measured)) {
    // V8 compiles in the first rounds.
    const sorted = all.slice(3).sort((one, other) => one - other);
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)].toFixed(0));
    console.log(`${kind}: ${middle} µs for ${SPANS} spans (quartiles ${low}, ${high})`);
  }
  collector.disconnect();
}

if (process.argv[2] === 'collect') collect();
else void main();
