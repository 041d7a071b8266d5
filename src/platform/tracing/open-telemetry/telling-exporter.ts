import { Logger } from '@nestjs/common';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

type Exported = Parameters<SpanExporter['export']>[1];

/** An exporter whose failure is one warning in the log, and its recovery one line: spans of the time between are lost. */
export class TellingExporter implements SpanExporter {
  private readonly log = new Logger('Tracing');
  private isAway = false;

  constructor(private readonly exporter: SpanExporter) {}

  export(spans: ReadableSpan[], exported: Exported): void {
    this.exporter.export(spans, (result) => {
      // 0 is the code of success.
      this.tell((result.code as number) !== 0, result.error);
      exported(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  private tell(isAway: boolean, error: Error | undefined): void {
    if (isAway && !this.isAway) this.log.warn({ err: error }, 'Spans cannot be exported; they are dropped');
    if (!isAway && this.isAway) this.log.log('Spans are exported again');
    this.isAway = isAway;
  }
}
