import cluster, { type Worker } from 'node:cluster';
import { hostname } from 'node:os';
import { pino, type Logger } from 'pino';
import { EXIT_CONFIGURATION, type Environment } from '../config';
import { WORDED_LEVELS } from '../logging';
import { answerForAll } from '../metrics';
import { PortClosings } from './shared-port';
import { type FailedToStart, printFailure } from './start-failure';
import { REPEATED_STOP, Echoes, STOP_SIGNALS } from './stop-signals';

/** Starts the workers, distributes the connections of their port, forwards stop signals, and aggregates metrics. */
export class Primary {
  private readonly log: Logger;
  private readonly startedAt = new Map<number, number>();
  private readonly serving = new Set<number>();
  private readonly listening = new Set<number>();
  private readonly ports = new PortClosings(this.listening);
  private readonly sent = new Set<NodeJS.Signals>();
  private readonly restarts = new Restarts();
  private readonly echoes = new Echoes();
  /** Whether any worker has served requests. Until then, the end of one means that none can start. */
  private isUp = false;
  private isStopping = false;
  private hasReportedFailure = false;
  private exitCode = 0;

  constructor(private readonly environment: Pick<Environment, 'WEB_CONCURRENCY' | 'LOG_LEVEL'>) {
    this.log = pino(
      {
        level: environment.LOG_LEVEL,
        formatters: WORDED_LEVELS,
        base: { pid: process.pid, hostname: hostname(), process: 'primary' },
      },
      process.stderr,
    );
  }

  start(): void {
    answerForAll();
    cluster.on('message', (worker, message: unknown) => this.onMessage(worker, message));
    cluster.on('exit', (worker) => this.ended(worker));
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        if (!this.echoes.isEcho(signal, performance.now())) this.onStopRequested();
      });
    }
    for (let count = 0; count < this.environment.WEB_CONCURRENCY; count += 1) this.fork();
  }

  private fork(): void {
    this.startedAt.set(cluster.fork().id, performance.now());
  }

  private onMessage(worker: Worker, message: unknown): void {
    if (message === SERVING) {
      this.isUp = true;
      this.serving.add(worker.id);
      this.listening.add(worker.id);
    } else if (isFailure(message)) this.failed(message);
    else this.ports.message(worker, message);
  }

  /** Reports why a worker could not start. The first workers all fail for the same reason, so only one is reported. */
  private failed({ line }: FailedToStart): void {
    if (this.isUp || !this.hasReportedFailure) printFailure(line);
    this.hasReportedFailure = true;
  }

  private ended(worker: Worker): void {
    const lived = performance.now() - (this.startedAt.get(worker.id) ?? performance.now());
    this.startedAt.delete(worker.id);
    this.ports.ended(worker);
    const { exitCode } = worker.process;
    if (this.isStopping) this.left(worker);
    else if (!this.isUp || exitCode === EXIT_CONFIGURATION) this.giveUp(exitCode ?? 1);
    else this.replace(worker, lived);
    this.serving.delete(worker.id);
    this.finish();
  }

  /** Handles the end of a stopping worker; status 0 means that it had finished its requests. */
  private left({ id, process: { exitCode, signalCode } }: Worker): void {
    // The signal ended it before it handled signals: it served nothing, so no request was interrupted.
    const endedInItsStart = signalCode !== null && this.sent.has(signalCode) && !this.serving.has(id);
    if (exitCode !== 0 && !endedInItsStart) this.exitCode ||= exitCode ?? 1;
  }

  private replace(worker: Worker, lived: number): void {
    const how = worker.process.signalCode ?? worker.process.exitCode;
    const pause = this.restarts.pauseAfter(lived);
    this.log.error({ worker: worker.id, ended: how }, `Process ${worker.id} ended; another starts in ${pause} ms`);
    setTimeout(() => {
      if (!this.isStopping) this.fork();
    }, pause);
  }

  /** A restart would not help. */
  private giveUp(exitCode: number): void {
    this.exitCode = exitCode;
    this.onStopRequested();
  }

  private onStopRequested(): void {
    const signal = this.isStopping ? REPEATED_STOP : 'SIGTERM';
    this.isStopping = true;
    this.sent.add(signal);
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    this.finish();
  }

  /** Exits after all workers with 0, or with the first other exit code. */
  private finish(): void {
    if (this.isStopping && this.startedAt.size === 0) process.exit(this.exitCode);
  }
}

const isFailure = (message: unknown): message is FailedToStart =>
  (message as Partial<FailedToStart> | null)?.type === 'procurement:failed-to-start';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** A process that ran at least this long (milliseconds) is not part of a crash loop. */
const LIVED_LONG = 60_000;

/** No pause the first time, then 0.5 s, doubling up to 30 s while processes end early. */
export class Restarts {
  private inARow = 0;

  /** @param lived milliseconds @returns milliseconds to wait */
  pauseAfter(lived: number): number {
    if (lived >= LIVED_LONG) this.inARow = 0;
    this.inARow += 1;
    return this.inARow === 1 ? 0 : Math.min(FIRST_PAUSE * 2 ** (this.inARow - 2), LONGEST_PAUSE);
  }
}

/** After this message to the primary, ended workers are replaced. */
const SERVING = 'procurement:serving';

/** Reports to the primary, if any, that this worker serves requests. Call it once all listeners are open. */
export function reportServing(): void {
  if (cluster.isWorker) process.send?.(SERVING);
}
