import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/servers/ports';
import { waitUntil } from '../../../tools/servers/processes';
import { program } from '../../support/programs/program';

const CONFIGURATION = join(__dirname, '../../../deploy/nginx.conf');

/** nginx with deploy/nginx.conf, unchanged except for its ports and a log of the responding instances. */
export class Nginx {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly address: string,
  ) {}

  /**
   * @param instances ports of the instances, instead of those in the configuration
   * @param options.asksAnother false: passes an instance's failure on without trying another, like other balancers
   * @param options.reuses false: opens a new connection to the instance for every request
   */
  static async start(instances: readonly [number, number], { asksAnother = true, reuses = true } = {}): Promise<Nginx> {
    const folder = mkdtempSync(join(tmpdir(), 'procurement-nginx-'));
    const port = await freePort();
    const log = join(folder, 'upstreams.log');
    const text = readFileSync(CONFIGURATION, 'utf8')
      .replace('127.0.0.1:3000', `127.0.0.1:${instances[0]}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${instances[1]}`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace(/^ *keepalive .*$/m, (line) => (reuses ? line : ''))
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
      .replace('access_log off;', `log_format upstream '$upstream_addr'; access_log ${log} upstream;`)
      .replace('proxy_next_upstream error timeout;', `proxy_next_upstream ${asksAnother ? 'error timeout' : 'off'};`);
    writeFileSync(join(folder, 'nginx.conf'), text);
    const child = spawn(
      program('nginx'),
      ['-e', join(folder, 'errors.log'), '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'],
      {
        env: { PATH: `${process.env['PATH']}:/usr/sbin` },
        stdio: 'ignore',
      },
    );
    const nginx = new Nginx(child, folder, `http://127.0.0.1:${port}`);
    const isUp = await waitUntil(
      async () => (await fetch(nginx.address).catch(() => undefined)) !== undefined,
      120_000,
    );
    if (!isUp) throw new Error(`nginx did not start:\n${readFileSync(join(folder, 'errors.log'), 'utf8')}`);
    return nginx;
  }

  /** The number of requests per instance since the last call. */
  answered(): Map<string, number> {
    const path = join(this.folder, 'upstreams.log');
    const counts = new Map<string, number>();
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    writeFileSync(path, '');
    return counts;
  }

  /** Removes an instance from the configuration. nginx needs a moment to apply it. */
  without(port: number): void {
    const file = join(this.folder, 'nginx.conf');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(new RegExp(`^ *server 127\\.0\\.0\\.1:${port} .*$`, 'm'), ''));
    this.child.kill('SIGHUP');
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    if (this.child.exitCode === null) await once(this.child, 'exit');
    // Refused connections are expected while an instance is down. Other errors help to explain a failed test.
    const errors = readFileSync(join(this.folder, 'errors.log'), 'utf8').split('\n');
    for (const line of errors) if (line && !line.includes('111: Connection refused')) console.warn(line);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
