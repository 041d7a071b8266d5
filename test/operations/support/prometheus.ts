import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort } from '../../../tools/servers/ports';
import { waitUntil } from '../../../tools/servers/processes';
import { program } from '../../support/programs/program';
import { type RuleFile, ruleFiles } from './rules';

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

/** An alert in the format of `/api/v1/alerts`. */
export interface ActiveAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
}

/** Debian's Prometheus with the repository's rules. It scrapes processes of the service every three seconds. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly address: string,
  ) {}

  /** @param jobs addresses of each job's metrics: `http://127.0.0.1:port` */
  static async start(jobs: Readonly<Record<string, readonly string[]>>): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'procurement-prometheus-'));
    mkdirSync(join(folder, 'rules'));
    for (const { name, content } of ruleFiles()) {
      writeFileSync(join(folder, 'rules', name), stringify(hurried(content)));
    }
    const configuration = join(folder, 'prometheus.yml');
    writeFileSync(configuration, stringify(configured(jobs)));
    const port = await freePort();
    const child = spawn(
      program('prometheus'),
      [
        `--config.file=${configuration}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=warn',
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const prometheus = new Prometheus(child, folder, `http://127.0.0.1:${port}`);
    const isReady = async (): Promise<boolean> =>
      (await fetch(`${prometheus.address}/-/ready`).catch(() => undefined))?.status === 200;
    if (!(await waitUntil(isReady, 60_000))) throw new Error('Prometheus did not start');
    return prometheus;
  }

  /** The current value of an expression. @throws Error with Prometheus' message if it is invalid */
  async query(expression: string): Promise<Sample[]> {
    const { result } = await this.ask<{ result: { metric: Sample['metric']; value: [number, string] }[] }>(
      `/api/v1/query?query=${encodeURIComponent(expression)}`,
    );
    return result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
  }

  async alerts(): Promise<readonly ActiveAlert[]> {
    return (await this.ask<{ alerts: ActiveAlert[] }>('/api/v1/alerts')).alerts;
  }

  /** The names of all scraped metrics, including those without series. */
  async known(): Promise<ReadonlySet<string>> {
    return new Set(Object.keys(await this.ask<object>('/api/v1/metadata')));
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    if (this.child.exitCode === null) await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async ask<T>(path: string): Promise<T> {
    const answer = (await (await fetch(this.address + path)).json()) as { data: T; status: string; error?: string };
    if (answer.status !== 'success') throw new Error(`${answer.error}: ${path}`);
    return answer.data;
  }
}

/** The shipped rules without waiting times. Their expressions are unchanged. */
function hurried({ groups }: RuleFile): RuleFile {
  return {
    groups: groups.map(({ interval: _, ...group }) => ({
      ...group,
      rules: group.rules.map((rule) => ('for' in rule ? { ...rule, for: '0s' } : rule)),
    })),
  };
}

/** A scrape takes two seconds while the service's database hangs. */
function configured(jobs: Readonly<Record<string, readonly string[]>>): object {
  return {
    global: { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' },
    rule_files: ['rules/*.yml'],
    scrape_configs: Object.entries(jobs).map(([name, addresses]) => ({
      job_name: name,
      static_configs: [{ targets: addresses.map((address) => new URL(address).host) }],
    })),
  };
}
