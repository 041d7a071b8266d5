import { Module } from '@nestjs/common';
import { ENVIRONMENT, Environment } from '../config';
import { browserSearch } from './browser/start-browser';
import { PdfRenderer } from './pdf-renderer';

/** As many as keep two cores busy; more would only take turns. */
const PARALLEL_RENDERS = 2;

/** The PDF renderer, for the modules that import this one. */
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
