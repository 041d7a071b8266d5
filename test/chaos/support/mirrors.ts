import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { differing, Reader } from './mirror-reader';
import type { MirroredTenant } from './mirrored-tenant';

const CLIENT = resolve(__dirname, '../../../clients/typescript');

/** Time limit for a program to receive all sealed changes, in milliseconds. */
const TOLD_WITHIN = 300_000;

interface Copy {
  readonly cursor?: string;
  readonly records: Readonly<Record<string, object>>;
}

/** Result of the comparison of the copies with `GET`. */
export interface Compared {
  /** Number of records by kind. */
  readonly records: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
}

/** Programs that mirror a tenant's records and can be killed. */
export class Mirrors {
  private readonly folder = mkdtempSync(join(tmpdir(), 'procurement-mirrors-'));
  private readonly running = new Map<MirroredTenant, ChildProcess>();
  private said = '';

  /** @param address current address of the service */
  constructor(
    private readonly tenants: readonly MirroredTenant[],
    private address: string,
  ) {
    execFileSync(process.execPath, [join(CLIENT, 'build.mjs')]);
    this.moveTo(address);
    for (const tenant of tenants) this.start(tenant);
  }

  /** Changes the address of the service for the programs. */
  moveTo(address: string): void {
    this.address = address;
    writeFileSync(this.addressFile, address);
  }

  /** Kills a program with SIGKILL and starts it again with its saved copy. */
  async killOne(turn: number): Promise<void> {
    const tenant = this.tenants[turn % this.tenants.length];
    if (!tenant) return;
    await this.kill(tenant);
    this.start(tenant);
  }

  /** Compares the copies with `GET` after they have reached the end of the feed. All changes must be sealed. */
  async compared(): Promise<Compared> {
    const all = await Promise.all(
      this.tenants.map(async (tenant, place) => {
        await this.upToDate(tenant);
        return this.compare(tenant, place + 1);
      }),
    );
    const records = new Map<string, number>();
    for (const type of all.flatMap(({ types }) => types)) records.set(type, (records.get(type) ?? 0) + 1);
    return { records, differences: all.flatMap(({ differences }) => differences) };
  }

  async end(): Promise<void> {
    for (const tenant of this.tenants) await this.kill(tenant);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get addressFile(): string {
    return join(this.folder, 'address');
  }

  private copyFile(tenant: MirroredTenant): string {
    return join(this.folder, `copy-${this.tenants.indexOf(tenant)}.json`);
  }

  private copy(tenant: MirroredTenant): Copy {
    try {
      return JSON.parse(readFileSync(this.copyFile(tenant), 'utf8')) as Copy;
    } catch {
      return { records: {} };
    }
  }

  private start(tenant: MirroredTenant): void {
    const program = join(__dirname, 'mirror-program.mjs');
    const args = [program, join(CLIENT, 'dist'), this.addressFile, tenant.mirror.join(), this.copyFile(tenant)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    this.running.set(tenant, child);
  }

  private async kill(tenant: MirroredTenant): Promise<void> {
    const child = this.runningOf(tenant);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  private runningOf(tenant: MirroredTenant): ChildProcess {
    const child = this.running.get(tenant);
    if (!child || child.exitCode !== null) throw new Error(`A mirror ended by itself: ${this.said.slice(-2_000)}`);
    return child;
  }

  /** Waits until the cursor of the copy is at the end of the feed. */
  private async upToDate(tenant: MirroredTenant): Promise<void> {
    const reader = new Reader(this.address, tenant.reader);
    for (const until = Date.now() + TOLD_WITHIN; Date.now() < until; await sleep(100)) {
      this.runningOf(tenant);
      const { cursor } = this.copy(tenant);
      if (cursor !== undefined && !(await reader.hasMore(cursor))) return;
    }
    throw new Error('A mirror has not received all changes');
  }

  private async compare(tenant: MirroredTenant, number: number) {
    const shown = await new Reader(this.address, tenant.reader).all();
    const { records } = this.copy(tenant);
    const keys = [...new Set([...shown.keys(), ...Object.keys(records)])];
    const differences = keys.flatMap((key) =>
      differing(key, records[key], shown.get(key)).map((what) => `${what} of ${key} of tenant ${number}`),
    );
    return { types: [...shown.keys()].map((key) => key.split(' ')[0] ?? ''), differences };
  }
}
