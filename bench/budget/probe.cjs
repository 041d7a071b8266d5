/**
 * Loaded before the service by `npm run bench:budget`: counts what the process asks of PostgreSQL and what it allocates, and is
 * asked for it over the process's channel. Periodic work is left out, so that only what requests lead to is counted; imports
 * are worked at when that is asked for.
 */
const { join } = require('node:path');
const { PerformanceObserver } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const { getHeapStatistics } = require('node:v8');
const Connection = require('pg/lib/connection');
const { Periodic } = require(join(__dirname, '../../dist/platform/periodic/periodic.js'));

let statements = 0;
let roundTrips = 0;
/** Answers of PostgreSQL that have not come yet. */
let awaited = 0;
let collections = 0;
let imports;

/** Connections that have heard something since they last sent a statement: their next one waited for that. */
const heard = new WeakSet();

/** Has something happen before a method of connections. */
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
  // The first says that it is connected.
  connection.once('readyForQuery', () => connection.on('readyForQuery', () => (awaited -= 1)));
});

const { add } = Periodic.prototype;
Periodic.prototype.isOurs = () => false;
Periodic.prototype.add = function (work) {
  if (work.name === 'Imports') imports = work;
  return add.call(this, work);
};

new PerformanceObserver((list) => (collections += list.getEntries().length)).observe({ entryTypes: ['gc'] });

/** Waits for what requests have left behind, ten seconds at most: statements, and files that are removed. */
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
  /** The same, with room for all that will be allocated. */
  begin: async () => {
    await quiet();
    globalThis.gc();
    await sleep(50);
    return counters();
  },
  import: async () => {
    // By this clock an import measures its turns and rests. It stands still, so that neither depends on the machine.
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
// The channel alone is no reason to go on running, and a benchmark that is killed takes its service along.
process.channel.unref();
process.once('disconnect', () => process.exit());
