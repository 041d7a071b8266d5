import cluster from 'node:cluster';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Stoppable {
  /** Milliseconds. */
  readonly delay: number;
  /** Signals the stop to load balancers; requests are answered as before. */
  announce(): void;
  /** Finishes running requests and deliveries. */
  close(): Promise<void>;
}

/** The terminal sends one signal, and a wrapper such as npm forwards another. */
const SAME_REQUEST_MILLISECONDS = 1_500;

/** The primary's signal to a worker for a second stop request; no terminal sends this one. */
export const REPEATED_STOP = 'SIGUSR2';

/** A closed terminal sends SIGHUP. */
export const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

export class Echoes {
  private last: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;

  /** @param now milliseconds of a monotonic clock */
  isEcho(signal: NodeJS.Signals, now: number): boolean {
    const { last } = this;
    if (last?.signal === signal && now - last.at < SAME_REQUEST_MILLISECONDS) return true;
    this.last = { signal, at: now };
    return false;
  }
}

/**
 * Handles stop signals. While the process starts, it exits with 0 at once; while it serves, after the running requests.
 * A second signal ends the delay for load balancers. A later one exits at once with 128 plus the signal's number,
 * because requests are interrupted.
 */
export class StopSignals {
  private readonly echoes = new Echoes();
  private readonly delay = new AbortController();
  private state: 'starting' | 'serving' | 'waiting' | 'closing' = 'starting';
  private service: Stoppable | undefined;

  constructor(private readonly fail: (error: unknown) => void) {}

  /** Listens for signals. A worker obeys only the primary, because a terminal signals the whole group. */
  listen(): void {
    const signals: readonly NodeJS.Signals[] = cluster.isWorker ? ['SIGTERM', REPEATED_STOP] : STOP_SIGNALS;
    for (const signal of new Set([...STOP_SIGNALS, ...signals])) {
      process.on(signal, () => {
        if (signals.includes(signal)) this.onSignal(signal);
      });
    }
  }

  serves(service: Stoppable): void {
    this.service = service;
    this.state = 'serving';
  }

  private onSignal(signal: NodeJS.Signals): void {
    if (this.echoes.isEcho(signal, performance.now())) return;
    if (this.state === 'starting') process.exit(0);
    if (this.state === 'serving') void this.stop();
    else if (this.state === 'waiting') this.delay.abort();
    else process.exit(128 + constants.signals[signal]);
  }

  private async stop(): Promise<void> {
    const { service } = this;
    try {
      this.state = 'waiting';
      service?.announce();
      if (service?.delay) await sleep(service.delay, undefined, { signal: this.delay.signal }).catch(() => undefined);
      this.state = 'closing';
      await service?.close();
    } catch (error) {
      this.fail(error);
      process.exit(1);
    }
    process.exit(0);
  }
}
