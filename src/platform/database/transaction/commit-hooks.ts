import { Logger } from '@nestjs/common';

/** Work to do once the transaction has been committed. Its failure is logged and fails nothing. */
export type CommitHook = () => void | Promise<void>;

/** What a transaction does once it is committed. */
export class CommitHooks {
  private readonly log = new Logger(CommitHooks.name);
  private readonly after: CommitHook[] = [];
  private before = new Map<string, CommitHook>();

  /** Nobody waits for it. */
  afterCommit(hook: CommitHook): void {
    this.after.push(hook);
  }

  /** Whoever opened the transaction waits for it. Of several under one key only the latest runs. */
  beforeAnswer(key: string, hook: CommitHook): void {
    this.before.set(key, hook);
  }

  /** @returns what undoes all that is registered from here on */
  mark(): () => void {
    const { length } = this.after;
    const before = new Map(this.before);
    return () => {
      this.after.length = length;
      this.before = before;
    };
  }

  /** Begins what nobody waits for. */
  begin(): void {
    for (const hook of this.after) void this.run(hook);
  }

  /** Does what is waited for, one after the other. */
  async finish(): Promise<void> {
    for (const hook of this.before.values()) await this.run(hook);
  }

  private async run(hook: CommitHook): Promise<void> {
    try {
      await hook();
    } catch (error) {
      this.log.error({ err: error }, 'After-commit work failed');
    }
  }
}
