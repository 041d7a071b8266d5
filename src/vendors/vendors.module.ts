import { Module } from '@nestjs/common';
import { VendorActionsController, VendorPerformanceController } from './http/vendor-actions.controller';
import { VendorPorts } from './ports';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Vendor } from './entities/vendor.entity';
import { VendorTotals } from './vendor-totals.sql';
import { VendorsController } from './vendors.controller';
import { VendorsFormBController } from './vendors.form-b.controller';
import { VendorsQueries } from './vendors.queries';
import { VendorsRepository } from './vendors.repository';
import { VendorsService } from './vendors.service';

/** Vendors: whom the tenant buys from. */
@Module({
  imports: [TypeOrmModule.forFeature([Vendor])],
  controllers: [VendorsController, VendorsFormBController, VendorActionsController, VendorPerformanceController],
  providers: [VendorsService, VendorTotals, VendorPorts, VendorsQueries, VendorsRepository],
  exports: [VendorsService, VendorTotals, VendorPorts, VendorsQueries],
})
export class VendorsModule {}
