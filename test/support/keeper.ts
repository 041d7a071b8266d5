import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Loose } from './client';

/** The program that maintains a local copy with the packed client (`clients/typescript/test/keeper.ts`). */
export class Keeper {
  private readonly child: ChildProcess;
  private printed = '';
  private said = '';

  constructor(folder: string, address: string, token: string) {
    this.child = spawn(process.execPath, ['keeper.js', address, token], { cwd: folder });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
  }

  /** A record of the local copy. */
  copy(type: string, id: number): Loose {
    return new Map(this.last.copy[type]).get(String(id));
  }

  /** The feed's entries in order: event and id. */
  get published(): readonly string[] {
    return this.last.told;
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill();
    await once(this.child, 'exit');
  }

  private get last(): Loose {
    if (this.child.exitCode !== null) throw new Error(`It ended by itself: ${this.said}`);
    const [line] = this.printed.split('\n').slice(-2);
    return line ? JSON.parse(line) : { copy: { vendor: [], purchase_order: [] }, told: [] };
  }
}
