import { Injectable } from '@nestjs/common';

/** Answers `ok`, or what is wrong in a few words. */
export type ReadinessCheck = () => string | Promise<string>;

/** Where a module says what must hold for the process to be ready: the delivery side registers that it still polls. */
@Injectable()
export class ReadinessChecks {
  private readonly checks = new Map<string, ReadinessCheck>();

  register(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  async run(): Promise<Record<string, string>> {
    const entries = await Promise.all(
      [...this.checks].map(
        async ([name, check]) => [name, await Promise.resolve(check()).catch(() => 'failed')] as const,
      ),
    );
    return Object.fromEntries(entries);
  }
}
