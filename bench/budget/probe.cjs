/**
 * Loaded before the service by `npm run bench:budget`. Counts queries to PostgreSQL and allocations, and reports them
 * over the IPC channel. Periodic work is disabled, so that only requests count; imports run on demand.
 */
const { join } = require('node:path');
const { PerformanceObserver } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const { getHeapStatistics } = require('node:v8');
const Connection = require('pg/lib/connection');
const { Periodic } = require(join(__dirname, '../../dist/platform/periodic/periodic.js'));

let statements = 0;
let roundTrips = 0;
/** Outstanding answers of PostgreSQL. */
let awaited = 0;
let collections = 0;
let imports;

/** Connections that have received data since their last statement: their next statement waited for it. */
const heard = new WeakSet();

/** Runs a function before a method of connections. */
function before(method, happens) {
  const original = Connection.prototype[method];
  Connection.prototype[method] = function (...args) {
    happens(this, ...args);
    return original.apply(this, args);
  };
}

for (const method of ['query', 'execute']) {
  before(method, (connection) => {
    statements += 1;
    if (heard.delete(connection)) roundTrips += 1;
  });
}
for (const method of ['query', 'sync']) before(method, () => (awaited += 1));
before('attachListeners', (connection, stream) => {
  stream.on('data', () => heard.add(connection));
  // The first event reports the connection itself.
  connection.once('readyForQuery', () => connection.on('readyForQuery', () => (awaited -= 1)));
});

const { add } = Periodic.prototype;
Periodic.prototype.isOurs = () => false;
Periodic.prototype.add = function (work) {
  if (work.name === 'Imports') imports = work;
  return add.call(this, work);
};

new PerformanceObserver((list) => (collections += list.getEntries().length)).observe({ entryTypes: ['gc'] });

/** Waits up to ten seconds for remaining work of requests: statements, and file removals. */
async function quiet() {
  const isBusy = () => awaited > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
  let known = -1;
  for (let looks = 0; looks < 200 && (known !== statements || isBusy()); looks += 1) {
    known = statements;
    await sleep(50);
  }
}

function counters() {
  const { user, system } = process.cpuUsage();
  const allocated = getHeapStatistics().used_heap_size;
  return { statements, roundTrips, allocated, processor: (user + system) / 1000, collections };
}

const answers = {
  count: async () => {
    await quiet();
    return counters();
  },
  /** Like `count`, after freeing memory for all coming allocations. */
  begin: async () => {
    await quiet();
    globalThis.gc();
    await sleep(50);
    return counters();
  },
  import: async () => {
    // An import measures its turns and pauses with this clock. It is stopped, so that the result does not depend on the
    // machine.
    const { now } = performance;
    const at = performance.now();
    performance.now = () => at;
    try {
      await imports.run();
    } finally {
      performance.now = now;
    }
  },
};

process.on('message', async (question) => process.send({ answer: await answers[question]() }));
// The channel must not keep the process alive, and the service must end with a killed benchmark.
process.channel.unref();
process.once('disconnect', () => process.exit());
