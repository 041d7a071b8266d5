import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrderPerformance } from './entities/order-performance.entity';
import { VendorPerformancePeriod } from './entities/vendor-performance-period.entity';
import { OrderPorts, PurchaseOrdersModule } from '../purchase-orders';
import { VendorPorts, VendorsModule } from '../vendors';
import { DailyRefresh } from './daily-refresh';
import { PerformanceRebuild } from './performance-rebuild';
import { PerformanceSums } from './performance-sums.sql';
import { VendorPerformanceService } from './vendor-performance.service';

@Module({
  imports: [TypeOrmModule.forFeature([OrderPerformance, VendorPerformancePeriod]), VendorsModule, PurchaseOrdersModule],
  providers: [VendorPerformanceService, PerformanceSums, DailyRefresh, PerformanceRebuild],
  exports: [PerformanceRebuild, DailyRefresh],
})
export class VendorPerformanceModule implements OnModuleInit {
  constructor(
    private readonly orders: OrderPorts,
    private readonly vendors: VendorPorts,
    private readonly performance: VendorPerformanceService,
  ) {}

  onModuleInit(): void {
    this.orders.follower = this.performance;
    this.vendors.performance = this.performance;
  }
}
