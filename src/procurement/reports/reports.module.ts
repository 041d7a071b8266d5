import { Module } from '@nestjs/common';
import { MatchingReport } from './matching-report.sql';
import { OrderStatusReport } from './order-status-report';
import { PerformanceReport } from './performance/performance-report';
import { ReportContexts } from './report-context';
import { ReportsController } from './reports.controller';
import { SpendingReport } from './spending/spending-report';
import { VendorSpending } from './spending/spending.sql';
import { FigureVerification } from './figure-verification.sql';

@Module({
  controllers: [ReportsController],
  providers: [
    ReportContexts,
    SpendingReport,
    VendorSpending,
    PerformanceReport,
    OrderStatusReport,
    MatchingReport,
    FigureVerification,
  ],
})
export class ReportsModule {}
