import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Vendor } from './entities/vendor.entity';
import { VendorPerformanceController } from './vendor-performance.controller';
import { VendorPorts } from './vendor-ports';
import { VendorStandingService } from './vendor-standing.service';
import { VendorTotals } from './vendor-totals';
import { VendorsController } from './vendors.controller';
import { VendorsFormBController } from './vendors.form-b.controller';
import { VendorsQueries } from './vendors.queries';
import { VendorsRepository } from './vendors.repository';
import { VendorsService } from './vendors.service';
import { WithoutPerformance } from './without-performance';

/** Whom the tenant buys from. */
@Module({
  imports: [TypeOrmModule.forFeature([Vendor])],
  controllers: [VendorsController, VendorsFormBController, VendorPerformanceController],
  providers: [
    VendorsService,
    VendorStandingService,
    VendorTotals,
    VendorPorts,
    WithoutPerformance,
    VendorsQueries,
    VendorsRepository,
  ],
  exports: [VendorsService, VendorTotals, VendorPorts, VendorsQueries],
})
export class VendorsModule {}
