import { Global, Module, OnModuleInit } from '@nestjs/common';
import { collectProcessMetrics } from '../metrics';
import { DatabaseCheck } from './database-check';
import { Draining } from './draining';
import { HealthController } from './health.controller';
import { ReadinessChecks } from './readiness-checks';

@Global()
@Module({
  controllers: [HealthController],
  providers: [DatabaseCheck, Draining, ReadinessChecks],
  exports: [ReadinessChecks],
})
export class HealthModule implements OnModuleInit {
  onModuleInit(): void {
    collectProcessMetrics();
  }
}
