import { Module } from '@nestjs/common';
import { FigureFolding } from '../figures/figure-folding';
import { FigureVerification } from '../figures/figure-verification';
import { MatchingReport } from './matching/matching-report';
import { OrderStatusReport } from './order-status/order-status-report';
import { PerformanceReport } from './performance/performance-report';
import { ReportContexts } from './report-context';
import { ReportsController } from './reports.controller';
import { SpendingReport } from './spending/spending-report';
import { VendorSpending } from './spending/vendor-spending';

/** Reports, read from figures that the database keeps as orders, invoices and payments change. */
@Module({
  controllers: [ReportsController],
  providers: [
    ReportContexts,
    SpendingReport,
    VendorSpending,
    PerformanceReport,
    OrderStatusReport,
    MatchingReport,
    FigureFolding,
    FigureVerification,
  ],
  exports: [FigureFolding, FigureVerification],
})
export class ReportsModule {}
