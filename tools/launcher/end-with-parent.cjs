/** If the launcher is killed, its channel closes, and the service drains as on SIGTERM instead of running on. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone must not keep the process running.
process.channel?.unref();
