import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const CLIENT = resolve(__dirname, '../../../clients/typescript');

/** Lists of the kinds of records that the program keeps. */
const LISTS = {
  vendor: 'vendors',
  department: 'departments',
  project: 'projects',
  purchase_order: 'purchase-orders',
} as const;

interface Copy {
  readonly cursor?: string;
  readonly records: Readonly<Record<string, object>>;
}

interface Listed {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly last_page: number };
}

/** Programs that keep a copy of a tenant's records each, and can be killed. */
export class Mirrors {
  private readonly folder = mkdtempSync(join(tmpdir(), 'procurement-mirrors-'));
  private readonly running = new Map<string, ChildProcess>();
  private said = '';

  /** @param address where the service is now */
  constructor(
    private readonly tokens: readonly string[],
    private address: string,
  ) {
    execFileSync(process.execPath, [join(CLIENT, 'build.mjs')]);
    this.moveTo(address);
    for (const token of tokens) this.start(token);
  }

  /** From now on the service is there. */
  moveTo(address: string): void {
    this.address = address;
    writeFileSync(this.addressFile, address);
  }

  /** Kills a program without a word of warning and starts it again: it has what it kept. */
  async killOne(turn: number): Promise<void> {
    const token = this.tokens[turn % this.tokens.length] ?? '';
    await this.kill(token);
    this.start(token);
  }

  /** @returns what the copies have otherwise than the lists, once nothing is left to be told */
  async differences(): Promise<string[]> {
    const found: string[] = [];
    for (const token of this.tokens) {
      await this.upToDate(token);
      found.push(...(await this.compare(token)));
    }
    return found;
  }

  async end(): Promise<void> {
    for (const token of this.tokens) await this.kill(token);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get addressFile(): string {
    return join(this.folder, 'address');
  }

  private copyFile(token: string): string {
    return join(this.folder, `copy-${this.tokens.indexOf(token)}.json`);
  }

  private copy(token: string): Copy {
    try {
      return JSON.parse(readFileSync(this.copyFile(token), 'utf8')) as Copy;
    } catch {
      return { records: {} };
    }
  }

  private start(token: string): void {
    const program = join(__dirname, 'mirror-program.mjs');
    const args = [program, join(CLIENT, 'dist'), this.addressFile, token, this.copyFile(token)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    this.running.set(token, child);
  }

  private async kill(token: string): Promise<void> {
    const child = this.running.get(token);
    if (!child || child.exitCode !== null) throw new Error(`A mirror ended by itself: ${this.said.slice(-2_000)}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Waits until its cursor stands where the feed ends, and stays there for longer than sealing takes. */
  private async upToDate(token: string): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      await sleep(1_000);
      const { cursor } = this.copy(token);
      const after = cursor && (await this.get<Listed>(token, `changes?after=${cursor}`));
      quiet = after && after.data.length === 0 ? quiet + 1 : 0;
      const child = this.running.get(token);
      if (child?.exitCode !== null) throw new Error(`A mirror ended by itself: ${this.said.slice(-2_000)}`);
    }
  }

  private async compare(token: string): Promise<string[]> {
    const { records } = this.copy(token);
    const found: string[] = [];
    const there = new Set<string>();
    for (const [type, path] of Object.entries(LISTS)) {
      for (let page = 1, last = 1; page <= last; page += 1) {
        const list = await this.get<Listed>(token, `${path}?per_page=100&page=${page}`);
        last = list.meta.last_page;
        for (const { id } of list.data) {
          const key = `${type} ${id}`;
          there.add(key);
          const { data } = await this.get<{ data: object }>(token, `${path}/${id}`);
          found.push(...differing(records[key], data).map((field) => `${field} of ${key}`));
        }
      }
    }
    found.push(...Object.keys(records).flatMap((key) => (there.has(key) ? [] : [`${key} is gone`])));
    return found;
  }

  private async get<Body>(token: string, path: string): Promise<Body> {
    for (;;) {
      const answer = await fetch(`${this.address}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (answer.ok) return JSON.parse(await answer.text()) as Body;
      if (answer.status !== 429) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    }
  }
}

/** Figures that follow from other records raise no version. */
const DERIVED = ['total_orders', 'total_spend', 'performance'];

/** Of other records, as an order shows them: their present names, which are told as changes of those records. */
const SHOWN_BY_NAME = ['vendor', 'department', 'project'];

/** What of a field is compared. */
const compared = (name: string, value: unknown): unknown =>
  SHOWN_BY_NAME.includes(name) ? (value as { readonly id?: number } | null | undefined)?.id : value;

/** Names of the fields that a copy has otherwise. */
function differing(copy: object | undefined, record: object): string[] {
  const kept = (copy ?? {}) as Record<string, unknown>;
  const shown = record as Record<string, unknown>;
  return [...new Set([...Object.keys(kept), ...Object.keys(shown)])].filter(
    (name) => !DERIVED.includes(name) && !isDeepStrictEqual(compared(name, kept[name]), compared(name, shown[name])),
  );
}
