import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../../tools/servers/ports';
import { listensOn } from './listens-on';

/** What `npm run build` makes. */
const BUILT = join(__dirname, '../../../dist');

const READY_WITHIN = 120_000;
const STOPPED_WITHIN = 30_000;
/** Characters of its log. */
const LOG_KEPT = 200_000;
/** Ticks of /proc a second, on every Linux there is. */
const CLOCK_TICKS = 100;

/** The service as a process of its own, as an operator would start it. */
export class ServiceProcess {
  /** `http://127.0.0.1:port`; a worker answers nothing there. */
  readonly address: string;
  /** Where its health and its metrics are. */
  readonly admin: string;
  private said = '';
  private readonly closed: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    port: number | undefined,
    private readonly adminPort: number | undefined,
  ) {
    this.address = `http://127.0.0.1:${port}`;
    this.admin = `http://127.0.0.1:${adminPort}`;
    this.closed = once(child, 'close');
    child.stderr?.on('data', (chunk: Buffer) => (this.said = (this.said + chunk.toString()).slice(-LOG_KEPT)));
  }

  /**
   * Starts it; resolves once it is ready for its role. Somebody else may take a port that was just free: then it is
   * started once more, on others.
   * @param draw two free ports
   * @param main the program; that of today when left out
   */
  static async start(
    env: NodeJS.ProcessEnv,
    draw = (): Promise<number[]> => freePorts(2),
    main = join(BUILT, 'main.js'),
  ): Promise<ServiceProcess> {
    const service = ServiceProcess.spawn(main, env, await draw());
    try {
      return await service.whenReady();
    } catch (error) {
      if (!service.said.includes('"failed":"port"')) throw error;
      return ServiceProcess.spawn(main, env, await draw()).whenReady();
    }
  }

  private static spawn(main: string, env: NodeJS.ProcessEnv, [port, adminPort]: readonly number[]): ServiceProcess {
    // It ends with us, whatever ends us.
    const child = spawn(process.execPath, ['--require', join(BUILT, '../tools/launcher/end-with-parent.cjs'), main], {
      env: {
        PATH: process.env['PATH'],
        ...env,
        HOST: '127.0.0.1',
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return new ServiceProcess(child, port, adminPort);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it has logged, a line each; the last of it. */
  get lines(): string[] {
    return this.said.split('\n').filter(Boolean);
  }

  /** Sends it a signal. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits until it has ended. */
  async ended(): Promise<number | string> {
    if (this.isRunning) await once(this.child, 'exit');
    return this.child.exitCode ?? this.child.signalCode ?? 'unknown';
  }

  /** Ends it without a word of warning. */
  async kill(): Promise<void> {
    if (!this.isRunning) throw new Error(`The service had ended by itself:\n${this.said}`);
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  /**
   * Asks it to stop and waits until it has.
   * @param within milliseconds, after which it is killed
   * @returns how it ended: 0 when it had finished what it was at, anything else when it had not
   */
  async stop(within = STOPPED_WITHIN): Promise<number | string> {
    if (this.isRunning) {
      this.child.kill('SIGTERM');
      const hangs = setTimeout(() => this.child.kill('SIGKILL'), within);
      await this.ended();
      clearTimeout(hangs);
    }
    return this.ended();
  }

  /** Resident memory, bytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  }

  /** Processor time it has used, seconds. */
  processorSeconds(): number {
    const [, after = ''] = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ');
    const fields = after.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
  }

  private async whenReady(): Promise<this> {
    try {
      await this.ready();
    } catch (error) {
      // One that has ended by itself has said why once its streams are closed.
      if (this.isRunning) this.child.kill('SIGKILL');
      else await this.closed;
      throw error;
    }
    return this;
  }

  private async ready(): Promise<void> {
    const until = Date.now() + READY_WITHIN;
    let last = '';
    while (Date.now() < until) {
      if (!this.isRunning) throw new Error(`The service did not start:\n${this.said}`);
      const answer = await fetch(`${this.admin}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(String);
      // Another service that has taken the port meanwhile is ready, too; this one then ends.
      if (typeof answer !== 'string' && answer.status === 200 && listensOn(this.pid, this.adminPort)) return;
      last = typeof answer === 'string' ? answer : await answer.text();
      await sleep(50);
    }
    throw new Error(`The service is not ready: ${last}\n${this.said}`);
  }
}
