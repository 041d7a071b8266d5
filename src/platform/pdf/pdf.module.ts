import { Module } from '@nestjs/common';
import { ENVIRONMENT, Environment } from '../config';
import { browserSearch } from './browser/start-browser';
import { PdfRenderer } from './pdf-renderer';

/** Two renderings use two cores; more would only compete. */
const PARALLEL_RENDERS = 2;

@Module({
  providers: [
    {
      provide: PdfRenderer,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) =>
        new PdfRenderer({
          ...browserSearch(environment),
          parallel: PARALLEL_RENDERS,
          queueLimit: environment.PDF_QUEUE_LIMIT,
          deadlineMs: environment.PDF_TIMEOUT_MS,
        }),
    },
  ],
  exports: [PdfRenderer],
})
export class PdfModule {}
