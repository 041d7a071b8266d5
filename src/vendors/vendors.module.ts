import { Module } from '@nestjs/common';
import { VendorPerformanceController } from './http/vendor-performance.controller';
import { VendorPorts } from './ports';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Vendor } from './entities/vendor.entity';
import { VendorTotals } from './totals/vendor-totals';
import { VendorsController } from './vendors.controller';
import { VendorsFormBController } from './vendors.form-b.controller';
import { VendorsQueries } from './vendors.queries';
import { VendorsRepository } from './vendors.repository';
import { VendorsService } from './vendors.service';

/** Vendors: whom the tenant buys from. */
@Module({
  imports: [TypeOrmModule.forFeature([Vendor])],
  controllers: [VendorsController, VendorsFormBController, VendorPerformanceController],
  providers: [VendorsService, VendorTotals, VendorPorts, VendorsQueries, VendorsRepository],
  exports: [VendorsService, VendorTotals, VendorPorts, VendorsQueries],
})
export class VendorsModule {}
