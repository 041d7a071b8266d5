/**
 * Loaded before the service when the launcher starts it. A launcher that is killed cannot stop anything any more; the
 * service sees its channel close and drains as it would on SIGTERM, instead of running on without anybody knowing.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone is no reason to go on running.
process.channel?.unref();
