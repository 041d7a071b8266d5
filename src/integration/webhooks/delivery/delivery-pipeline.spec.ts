import { Logger } from '@nestjs/common';
import type { TenantId } from '../../../common/records/ids';
import { SystemClock } from '../../../common/clock';
import type { Attempts } from './attempts';
import type { Claims } from './claims';
import type { DeliveryMetrics } from './delivery-metrics';
import { DeliveryPipeline } from './delivery-pipeline';
import { DeliveryTrigger } from './delivery-trigger';
import type { Settlements } from './settlements';

class BrokenTrigger extends DeliveryTrigger {
  offer(): Promise<boolean> {
    return Promise.reject(new Error('The queue is gone'));
  }
}

it('logs an error after an attempt and never rejects', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  const claims = { claim: () => Promise.resolve({ kind: 'wrong lane' }) } as unknown as Claims;
  const pipeline = new DeliveryPipeline(
    claims,
    {} as Attempts,
    {} as Settlements,
    new BrokenTrigger(),
    {} as DeliveryMetrics,
    new SystemClock(),
  );
  const ref = { tenantId: 'a' as TenantId, subscriptionId: 1, deliveryId: 1 };
  await expect(pipeline.deliver(ref, 'prompt')).resolves.toBeUndefined();
  expect(logged).toHaveBeenCalledWith({ err: new Error('The queue is gone') }, expect.any(String));
  await expect(pipeline.stop(0)).resolves.toBeUndefined();
});
