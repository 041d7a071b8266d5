import cluster from 'node:cluster';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a serving process does when it is asked to stop. */
export interface Stoppable {
  /** How long to go on answering after {@link announce}, in milliseconds. */
  readonly delay: number;
  /** Lets load balancers see that the process is about to go; everything is answered as before. */
  announce(): void;
  /** Finishes the requests and deliveries under way. */
  close(): Promise<void>;
}

/** Two equal signals within this time are one request: the terminal sends a Ctrl-C, and a wrapper such as npm passes it on. */
const SAME_REQUEST_MILLISECONDS = 1_500;

/** The primary's signal to a worker that it was asked to stop a second time; no terminal sends this one. */
export const ASKED_AGAIN = 'SIGUSR2';

/** SIGHUP is what a closed terminal sends. */
export const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Recognises a signal that only repeats the one before it. */
export class Echoes {
  private last: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;

  /** @param now milliseconds of any clock that goes forward */
  isEcho(signal: NodeJS.Signals, now: number): boolean {
    const { last } = this;
    if (last?.signal === signal && now - last.at < SAME_REQUEST_MILLISECONDS) return true;
    this.last = { signal, at: now };
    return false;
  }
}

/**
 * Exits with 0 when asked to stop: at once while it starts; when it serves, after the requests under way. Asked again while
 * it only waits for load balancers, it waits no longer; asked again after that, it exits at once with 128 and the signal's
 * number, because something was cut off.
 */
export class StopSignals {
  private readonly echoes = new Echoes();
  private readonly delay = new AbortController();
  private state: 'starting' | 'serving' | 'waiting' | 'closing' = 'starting';
  private service: Stoppable | undefined;

  /** @param fail says what went wrong while stopping */
  constructor(private readonly fail: (error: unknown) => void) {}

  /** Listens for signals. A worker obeys only the primary's, for a terminal signals the whole group. */
  listen(): void {
    const told: readonly NodeJS.Signals[] = cluster.isWorker ? ['SIGTERM', ASKED_AGAIN] : STOP_SIGNALS;
    for (const signal of new Set([...STOP_SIGNALS, ...told])) {
      process.on(signal, () => {
        if (told.includes(signal)) this.asked(signal);
      });
    }
  }

  /** From now on a stop first lets this service finish. */
  serves(service: Stoppable): void {
    this.service = service;
    this.state = 'serving';
  }

  private asked(signal: NodeJS.Signals): void {
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
