import { Module } from '@nestjs/common';
import { VendorPorts } from './ports';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BankAccountsController } from './bank-accounts/bank-accounts.controller';
import { BankAccountsQueries } from './bank-accounts/bank-accounts.queries';
import { BankAccountsRepository } from './bank-accounts/bank-accounts.repository';
import { BankAccountsService } from './bank-accounts/bank-accounts.service';
import { BankVersions } from './bank-accounts/bank-versions';
import { Vendor } from './entities/vendor.entity';
import { VendorBankAccount } from './entities/vendor-bank-account.entity';
import { VendorReferences } from './vendor-references.repository';
import { VendorTotals } from './vendor-totals.repository';
import { VendorsController } from './vendors.controller';
import { VendorsQueries } from './vendors.queries';
import { VendorsRepository } from './vendors.repository';
import { VendorsService } from './vendors.service';

@Module({
  imports: [TypeOrmModule.forFeature([Vendor, VendorBankAccount])],
  controllers: [VendorsController, BankAccountsController],
  providers: [
    VendorsService,
    VendorReferences,
    VendorTotals,
    VendorPorts,
    VendorsQueries,
    VendorsRepository,
    BankAccountsService,
    BankAccountsQueries,
    BankAccountsRepository,
    BankVersions,
  ],
  exports: [
    VendorsService,
    VendorReferences,
    VendorTotals,
    VendorPorts,
    VendorsQueries,
    BankAccountsService,
    BankAccountsQueries,
  ],
})
export class VendorsModule {}
