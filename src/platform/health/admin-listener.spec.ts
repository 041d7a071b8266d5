import { AdminListener } from './admin-listener';
import type { Health } from './health.service';

it('answers 503 when a check throws, and continues to answer', async () => {
  const live = (): never => {
    throw new Error('broken');
  };
  const health = { live } as unknown as Health;
  const listener = new AdminListener(health, { ADMIN_HOST: '127.0.0.1', ADMIN_PORT: 0 });
  const address = `http://127.0.0.1:${await listener.listen()}`;
  try {
    expect((await fetch(`${address}/health/live`)).status).toBe(503);
    expect((await fetch(`${address}/other`)).status).toBe(404);
  } finally {
    listener.onApplicationShutdown();
  }
});
