import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/dev/ports';
import { waitUntil } from '../../src/dev/processes';

const CONFIGURATION = join(__dirname, '../../deploy/nginx.conf');

/** nginx with deploy/nginx.conf as it is, but for its ports and a log of which instance answered. */
export class Nginx {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly address: string,
  ) {}

  /** @param instances ports of the instances, in the place of those of the configuration */
  static async start(instances: readonly [number, number]): Promise<Nginx> {
    const folder = mkdtempSync(join(tmpdir(), 'procurement-nginx-'));
    const port = await freePort();
    const log = join(folder, 'upstreams.log');
    const text = readFileSync(CONFIGURATION, 'utf8')
      .replace('127.0.0.1:3000', `127.0.0.1:${instances[0]}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${instances[1]}`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
      .replace('access_log off;', `log_format upstream '$upstream_addr'; access_log ${log} upstream;`);
    writeFileSync(join(folder, 'nginx.conf'), text);
    const child = spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      env: { PATH: `${process.env['PATH']}:/usr/sbin` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const nginx = new Nginx(child, folder, `http://127.0.0.1:${port}`);
    const isUp = await waitUntil(async () => (await fetch(nginx.address).catch(() => undefined)) !== undefined, 10_000);
    if (!isUp) throw new Error('nginx did not start');
    return nginx;
  }

  /** Which instances have answered since the last time, by how many requests. */
  answered(): Map<string, number> {
    const path = join(this.folder, 'upstreams.log');
    const counts = new Map<string, number>();
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    writeFileSync(path, '');
    return counts;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    if (this.child.exitCode === null) await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
