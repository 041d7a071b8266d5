/**
 * Loaded before the service by `npm run bench:leak`: on SIGCONT it collects garbage and writes down what is left, into
 * the file that PROBE_FILE names. Most other signals ask the service to stop.
 */
const { renameSync, writeFileSync } = require('node:fs');

const file = process.env.PROBE_FILE;

process.on('SIGCONT', () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo().length;
  writeFileSync(`${file}.new`, JSON.stringify({ heap: heapUsed, external, resources }));
  renameSync(`${file}.new`, file);
});
