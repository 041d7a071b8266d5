import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReportEntry } from './entities/report-entry.entity';
import { ReportFigure } from './entities/report-figure.entity';
import { FigureFolding } from './figure-folding';

@Module({
  imports: [TypeOrmModule.forFeature([ReportEntry, ReportFigure])],
  providers: [FigureFolding],
  exports: [FigureFolding],
})
export class FiguresModule {}
