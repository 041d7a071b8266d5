import { Module, type OnModuleInit } from '@nestjs/common';
import { OrderPorts, PurchaseOrdersModule } from '../purchase-orders';
import { VendorPorts, VendorsModule } from '../vendors';
import { DailyRefresh } from './daily-refresh';
import { PerformanceRebuild } from './performance-rebuild';
import { VendorPerformanceRepository } from './vendor-performance.repository';
import { VendorPerformanceService } from './vendor-performance.service';

/** How vendors do, told from orders, receipts and invoices as they go along. */
@Module({
  imports: [VendorsModule, PurchaseOrdersModule],
  providers: [VendorPerformanceService, VendorPerformanceRepository, DailyRefresh, PerformanceRebuild],
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
