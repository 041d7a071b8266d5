/** Loaded before the service by the part `tails`. Reports the longest pause of the event loop over the IPC channel. */
const { monitorEventLoopDelay } = require('node:perf_hooks');

/** Milliseconds between two looks, which a reading contains. */
const RESOLUTION = 2;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();

/** The longest pause since the previous question, in milliseconds. */
process.on('message', () => {
  process.send({ answer: Math.max(0, delay.max / 1e6 - RESOLUTION) });
  delay.reset();
});
// The channel must not keep the process alive, and the service must end with a killed benchmark.
process.channel.unref();
process.once('disconnect', () => process.exit());
