import { Global, Module, OnModuleInit } from '@nestjs/common';
import { collectProcessMetrics } from '../metrics';
import { AdminListener } from './admin-listener';
import { Draining } from './draining';
import { HealthController } from './health.controller';
import { Health, ReadinessChecks } from './health.service';

@Global()
@Module({
  controllers: [HealthController],
  providers: [AdminListener, Draining, Health, ReadinessChecks],
  exports: [Draining, ReadinessChecks],
})
export class HealthModule implements OnModuleInit {
  onModuleInit(): void {
    collectProcessMetrics();
  }
}
