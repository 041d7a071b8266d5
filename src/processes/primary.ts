import cluster, { type Worker } from 'node:cluster';
import { hostname } from 'node:os';
import { pino, type Logger } from 'pino';
import { EXIT_CONFIGURATION, type Environment } from '../config';
import { answerForAll } from '../metrics';
import { Restarts } from './restarts';

const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * The process that starts the others and does nothing else: it hands out the connections of their port in turn,
 * replaces one that ends, passes on the signal to stop, and puts their metrics together.
 */
export class Primary {
  private readonly log: Logger;
  private readonly startedAt = new Map<number, number>();
  private readonly restarts = new Restarts();
  /** None has listened yet: whatever ends the first of them is wrong with all of them. */
  private isUp = false;
  private stopping: NodeJS.Signals | undefined;
  private exitCode: number | undefined;

  constructor(private readonly environment: Pick<Environment, 'WEB_CONCURRENCY' | 'LOG_LEVEL'>) {
    this.log = pino(
      { level: environment.LOG_LEVEL, base: { pid: process.pid, hostname: hostname(), process: 'primary' } },
      process.stderr,
    );
  }

  /** Starts the processes. From here on everything is an answer to what becomes of them. */
  start(): void {
    answerForAll();
    cluster.on('listening', () => (this.isUp = true));
    cluster.on('exit', (worker) => this.ended(worker));
    for (const signal of SIGNALS) process.on(signal, () => this.stop(signal));
    for (let count = 0; count < this.environment.WEB_CONCURRENCY; count += 1) this.fork();
  }

  private fork(): void {
    this.startedAt.set(cluster.fork().id, performance.now());
  }

  private ended(worker: Worker): void {
    const lived = performance.now() - (this.startedAt.get(worker.id) ?? performance.now());
    this.startedAt.delete(worker.id);
    const { exitCode } = worker.process;
    if (this.stopping !== undefined) this.left(worker);
    else if (!this.isUp || exitCode === EXIT_CONFIGURATION) this.giveUp(exitCode ?? 1);
    else this.replace(worker, lived);
    this.finish();
  }

  /** One that was asked to stop has; it let the signal through when it had finished. */
  private left({ process: { exitCode, signalCode } }: Worker): void {
    if (signalCode !== this.stopping) this.exitCode ??= exitCode || 1;
  }

  private replace(worker: Worker, lived: number): void {
    const how = worker.process.signalCode ?? worker.process.exitCode;
    const pause = this.restarts.pauseAfter(lived);
    this.log.error({ worker: worker.id, ended: how }, `Process ${worker.id} ended; another starts in ${pause} ms`);
    setTimeout(() => {
      if (this.stopping === undefined) this.fork();
    }, pause);
  }

  /** What keeps the first from starting, or is wrong with the configuration, no restart would mend. */
  private giveUp(exitCode: number): void {
    this.exitCode = exitCode;
    this.stop('SIGTERM');
  }

  /** Asks all to stop; each finishes what it is at. */
  private stop(signal: NodeJS.Signals): void {
    if (this.stopping !== undefined) return;
    this.stopping = signal;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    this.finish();
  }

  /** Ends as a single process would have: by the signal, or with the code of what went wrong. */
  private finish(): void {
    if (this.stopping === undefined || this.startedAt.size > 0) return;
    if (this.exitCode !== undefined) process.exit(this.exitCode);
    for (const signal of SIGNALS) process.removeAllListeners(signal);
    process.kill(process.pid, this.stopping);
  }
}
