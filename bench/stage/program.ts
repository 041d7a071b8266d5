import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tools/servers/ports';

const READY_WITHIN = 60_000;

export class Program {
  /** Milliseconds from the start until the program was ready. */
  readyAfter = 0;
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

  /**
   * Starts a program with Node.
   * @param args of Node: flags, the file of the program, its arguments
   * @param ready the path that answers 200 as soon as the program is ready
   */
  static async start(name: string, args: readonly string[], env: NodeJS.ProcessEnv, ready: string): Promise<Program> {
    const port = await freePort();
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], ...env, HOST: '127.0.0.1', ...portsOf(env, port) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const program = new Program(name, child, `http://127.0.0.1:${port}`);
    const started = Date.now();
    const until = started + READY_WITHIN;
    while (program.isRunning && Date.now() < until) {
      const answer = await fetch(program.address + ready).catch(() => undefined);
      program.readyAfter = Date.now() - started;
      if (answer?.ok) return program;
      await sleep(100);
    }
    child.kill('SIGKILL');
    throw new Error(`${name} did not start:\n${program.said}`);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends a question to the module that was loaded before the program, over the IPC channel. Only one at a time. */
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

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
}

/** The only port of a worker is that for health. */
function portsOf({ PROCESS_ROLE }: NodeJS.ProcessEnv, port: number): NodeJS.ProcessEnv {
  return PROCESS_ROLE === 'worker' ? { ADMIN_PORT: String(port) } : { PORT: String(port), ADMIN_PORT: '0' };
}
