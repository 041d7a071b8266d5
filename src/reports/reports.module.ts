import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReportEntry } from './entities/report-entry.entity';
import { ReportFigure } from './entities/report-figure.entity';
import { FigureFolding } from './figure-folding';
import { FigureVerification } from './figure-verification';
import { MatchingReport } from './matching-report';
import { OrderStatusReport } from './order-status-report';
import { PerformanceReport } from './performance-report';
import { ReportContexts } from './report-context';
import { ReportsController } from './reports.controller';
import { SpendingReport } from './spending-report';
import { VendorSpending } from './vendor-spending';

/** Reports, read from figures that the database keeps as orders, invoices and payments change. */
@Module({
  imports: [TypeOrmModule.forFeature([ReportEntry, ReportFigure])],
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
