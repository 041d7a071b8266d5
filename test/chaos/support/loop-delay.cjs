/**
 * Loaded before the service. Serves the longest turn of its event loop and the CPU time of the process since the last
 * request, in milliseconds.
 */
const { createServer } = require('node:http');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let before = used();

createServer((_request, response) => {
  const now = used();
  const said = JSON.stringify({ longest: delay.max / 1e6, processor: now - before });
  before = now;
  delay.reset();
  response.end(said);
})
  .listen(Number(process.env.LOOP_DELAY_PORT), '127.0.0.1')
  .unref();
