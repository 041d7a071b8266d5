import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApplication } from '../../src/application';
import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp } from '../support/app';
import { ManualClock } from '../support/manual-clock';
import { statementsOf } from '../support/statements';

const DAY = 86_400_000;

/** What each periodic work sends while nothing is left to do; the statements' number, by its name. */
type Idle = Readonly<Record<string, number>>;

describe('tenants in which nothing happens', () => {
  const clock = new ManualClock('2026-03-02T09:00:00Z');
  let service: Service;
  let worker: NestExpressApplication;

  beforeAll(async () => {
    // The worker's works run when the test says so: of an application that is created and not started no timer runs.
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
    worker = await createApplication({ ...service.environment, PROCESS_ROLE: 'worker' }, clock);
  });
  afterAll(async () => {
    await worker.close();
    await worker.close();
    await service.stop();
  });

  it('cost periodic work no statement of their own', async () => {
    const few = await idle();
    for (let more = 0; more < 5; more += 1) await service.newTenant();
    expect(await idle()).toEqual(few);
    expect(Object.keys(few).length).toBeGreaterThan(15);
  });

  /** On a new day, when all that was left to do is done. */
  async function idle(): Promise<Idle> {
    const { works } = worker.get(Periodic);
    for (const work of works) await work.run();
    clock.advance(DAY);
    const sent: Record<string, number> = {};
    for (const work of works) sent[work.name] = (await statementsOf(() => work.run())).length;
    return sent;
  }
});
