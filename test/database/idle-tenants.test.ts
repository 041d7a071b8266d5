import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication } from '../../src/application';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { ManualClock } from '../support/manual-clock';
import { statementsOf } from '../support/statements';

const DAY = 86_400_000;

/** The number of statements per periodic work when nothing is left to do. */
type Idle = Readonly<Record<string, number>>;

describe('Tenants without activity', () => {
  const clock = new ManualClock('2026-03-02T09:00:00Z');
  let service: Service;
  let worker: NestExpressApplication;

  beforeAll(async () => {
    // The test runs the works itself: an application that is created but not started has no timers.
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
    worker = await createApplication({ ...service.environment, PROCESS_ROLE: 'worker' }, clock);
  });
  afterAll(async () => {
    await worker.close();
    await worker.close();
    await service.stop();
  });

  it('add no statement to periodic work', async () => {
    const few = await idle();
    for (let more = 0; more < 5; more += 1) await service.newTenant();
    expect(await idle()).toEqual(few);
    expect(Object.keys(few).length).toBeGreaterThan(15);
  });

  /** On a new day, after all pending work is done. */
  async function idle(): Promise<Idle> {
    const { works } = worker.get(Periodic);
    for (const work of works) await work.run();
    clock.advance(DAY);
    const sent: Record<string, number> = {};
    for (const work of works) sent[work.name] = (await statementsOf(() => work.run())).length;
    return sent;
  }
});
