import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../../tools/servers/ports';
import { scaled } from './figures';
import { listensOn } from './listens-on';

/** Output folder of `npm run build`. */
const BUILT = join(__dirname, '../../../dist');

/** A busy machine starts several at the same time. */
const READY_WITHIN = 240_000;
/** A process killed after this time interrupts deliveries. The full form counts it as an unclean exit. */
const STOPPED_WITHIN = scaled(30_000, 240_000);
/** Retained characters of the log. */
const LOG_KEPT = 200_000;
/** Ticks per second in /proc on Linux. */
const CLOCK_TICKS = 100;

/** The service as a separate process. */
export class ServiceProcess {
  /** `http://127.0.0.1:port`. A worker does not listen there. */
  readonly address: string;
  /** Address of health and metrics. */
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
   * Starts the service and waits until it is ready. If another process takes a free port first, it starts once more on
   * other ports.
   * @param draw returns two free ports
   * @param main the program; the current build by default
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
    // Ends with the parent process, also if that is killed.
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

  /** The last lines of the log. */
  get lines(): string[] {
    return this.said.split('\n').filter(Boolean);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async ended(): Promise<number | string> {
    if (this.isRunning) await once(this.child, 'exit');
    return this.child.exitCode ?? this.child.signalCode ?? 'unknown';
  }

  /** Kills the process with SIGKILL. */
  async kill(): Promise<void> {
    if (!this.isRunning) throw new Error(`The service had ended by itself:\n${this.said}`);
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  /**
   * Stops the process with SIGTERM and waits for its end.
   * @param within milliseconds until SIGKILL
   * @returns the exit code or signal: 0 after a clean shutdown
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

  /** Resident memory in bytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  }

  /** CPU time in seconds. */
  processorSeconds(): number {
    const [, after = ''] = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ');
    const fields = after.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
  }

  private async whenReady(): Promise<this> {
    try {
      await this.ready();
    } catch (error) {
      // A process that ended by itself has logged the reason when its streams are closed.
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
      // Another service on the same port could also be ready, so the port must belong to this process.
      if (typeof answer !== 'string' && answer.status === 200 && listensOn(this.pid, this.adminPort)) return;
      last = typeof answer === 'string' ? answer : await answer.text();
      await sleep(50);
    }
    throw new Error(`The service is not ready: ${last}\n${this.said}`);
  }
}
