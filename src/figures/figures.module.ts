import { Module } from '@nestjs/common';
import { FigureFolding } from './figure-folding';
import { FigureVerification } from './figure-verification';

/** The figures of reports and lists: kept by triggers, folded here. */
@Module({
  providers: [FigureFolding, FigureVerification],
  exports: [FigureFolding, FigureVerification],
})
export class FiguresModule {}
