import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tools/servers/ports';

const ROOT = join(__dirname, '..', '..');
const READY_WITHIN = 60_000;

/** A program under test, as a whole process. */
export class Program {
  private said = '';

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
    readonly address: string,
  ) {
    child.stderr?.on('data', (chunk: Buffer) => {
      this.said = (this.said + chunk.toString()).slice(-20_000);
    });
  }

  /** The service as an operator starts it. */
  static service(name: string, env: NodeJS.ProcessEnv, flags: readonly string[] = []): Promise<Program> {
    return Program.start(name, [...flags, join(ROOT, 'dist/main.js')], env, '/health/ready');
  }

  /** A program of the benchmark: `baselines/bare`. */
  static baseline(name: string, program: string, env: NodeJS.ProcessEnv): Promise<Program> {
    return Program.start(name, [join(ROOT, 'tools/run.cjs'), `bench/${program}.ts`], env, '/ready');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it last wrote to its standard error. */
  get lastWords(): string {
    return this.said;
  }

  /** Asks what was loaded before the program something, over its channel: one question at a time. */
  ask(question: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error(`${this.name} has ended:\n${this.said}`));
      this.child.once('exit', ended);
      this.child.once('message', ({ answer }: { readonly answer?: unknown }) => {
        this.child.off('exit', ended);
        resolve(answer);
      });
      this.child.send(question);
    });
  }

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }

  private static async start(
    name: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    ready: string,
  ): Promise<Program> {
    const port = await freePort();
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], ...env, HOST: '127.0.0.1', ...portsOf(env, port) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const program = new Program(name, child, `http://127.0.0.1:${port}`);
    const until = Date.now() + READY_WITHIN;
    while (program.isRunning && Date.now() < until) {
      const answer = await fetch(program.address + ready).catch(() => undefined);
      if (answer?.ok) return program;
      await sleep(100);
    }
    child.kill('SIGKILL');
    throw new Error(`${name} did not start:\n${program.said}`);
  }
}

/** A worker has no port but that of its health. */
function portsOf({ PROCESS_ROLE }: NodeJS.ProcessEnv, port: number): NodeJS.ProcessEnv {
  return PROCESS_ROLE === 'worker' ? { ADMIN_PORT: String(port) } : { PORT: String(port), ADMIN_PORT: '0' };
}
