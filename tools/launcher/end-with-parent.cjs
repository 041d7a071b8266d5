/**
 * Loaded before the service by the launcher. If the launcher is killed, its channel closes, and the service drains as
 * on SIGTERM instead of running unnoticed.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone must not keep the process running.
process.channel?.unref();
