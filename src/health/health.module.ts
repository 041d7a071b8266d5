import { Global, Module, OnModuleInit } from '@nestjs/common';
import { collectProcessMetrics } from '../metrics';
import { AdminListener } from './admin-listener';
import { DatabaseCheck } from './database-check';
import { Draining } from './draining';
import { HealthController } from './health.controller';
import { Health } from './health.service';
import { ReadinessChecks } from './readiness-checks';

@Global()
@Module({
  controllers: [HealthController],
  providers: [AdminListener, DatabaseCheck, Draining, Health, ReadinessChecks],
  exports: [ReadinessChecks],
})
export class HealthModule implements OnModuleInit {
  onModuleInit(): void {
    collectProcessMetrics();
  }
}
