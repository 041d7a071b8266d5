import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  Global,
  Module,
} from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../config';
import { asJob } from '../tracing';
import { counter, type Reading, readings } from '../metrics';

/** Work that a process does again and again by itself. */
export interface PeriodicWork {
  /** What it is called in the table of `docs/reliability.md`. */
  readonly name: string;
  /** Milliseconds from the end of a run to the start of the next; a function is asked after each run. */
  readonly every: number | (() => number);
  /** Whether it first runs when the service starts; else one period later. */
  readonly runsAtStart?: boolean;
  /** Whether processes that only answer requests (`PROCESS_ROLE=api`) leave it to the others. */
  readonly onlyInWorkers?: boolean;
  /** What the log says when a run fails. */
  readonly failure: string;
  run(): Promise<unknown>;
}

/** What sets and clears timers; a spec passes its own. */
export interface Timers {
  set(callback: () => void, milliseconds: number): NodeJS.Timeout;
  clear(timer: NodeJS.Timeout | undefined): void;
}

/** Node's timers, of the kind that does not keep a process up. */
const NODE_TIMERS: Timers = {
  set: (callback, milliseconds) => setTimeout(callback, milliseconds).unref(),
  clear: (timer) => clearTimeout(timer),
};

/**
 * Repeats one piece of work. The timer for the next run is set when a run has ended, so that a run never overlaps the one
 * before. A run that fails is reported, and the next one comes as it would have.
 */
export class Repetition {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private state: 'new' | 'started' | 'stopped' = 'new';

  /** @param onFailure called with the error of a run that failed */
  constructor(
    private readonly work: PeriodicWork,
    private readonly onFailure: (error: unknown) => void,
    private readonly timers: Timers = NODE_TIMERS,
  ) {}

  /** True from the moment that the end is asked for: a long run looks here between its steps and breaks off. */
  get stopped(): boolean {
    return this.state === 'stopped';
  }

  /** Starts the repetition, once; after {@link stop} it does nothing. */
  start(): void {
    if (this.state !== 'new') return;
    this.state = 'started';
    if (this.work.runsAtStart) this.turn();
    else this.schedule();
  }

  /** Starts no further run. Resolves when the run under way has ended; never rejects. */
  async stop(): Promise<void> {
    this.state = 'stopped';
    this.timers.clear(this.timer);
    await this.running;
  }

  private schedule(): void {
    if (this.stopped) return;
    const { every } = this.work;
    this.timer = this.timers.set(() => this.turn(), typeof every === 'number' ? every : every());
  }

  private turn(): void {
    this.running = asJob(this.work.name, {}, () => this.runOnce()).finally(() => this.schedule());
  }

  private async runOnce(): Promise<void> {
    try {
      await this.work.run();
    } catch (error) {
      this.onFailure(error);
    }
  }
}

/**
 * All that this process does by itself, again and again: started when the service has started, stopped before it ends.
 * `docs/reliability.md` has the table; a test compares the two.
 */
@Injectable()
export class Periodic implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly log = new Logger(Periodic.name);
  private readonly repetitions = new Map<PeriodicWork, Repetition>();
  private hasStarted = false;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PROCESS_ROLE'>) {}

  /** What this process repeats, in the order it was added. */
  get works(): readonly PeriodicWork[] {
    return [...this.repetitions.keys()].filter((work) => this.isOurs(work));
  }

  /**
   * Adds work that starts with the service, or at once where the service runs already.
   * @returns its repetition: says whether it is stopped, and stops it before the service does
   */
  add(work: PeriodicWork): Repetition {
    const measured = { ...work, run: () => countedRun(work) };
    const repetition = new Repetition(measured, (error) => {
      // While the service stops, what the work needs may be gone before it.
      if (!repetition.stopped) this.log.warn({ err: error, work: work.name }, work.failure);
    });
    this.repetitions.set(work, repetition);
    if (this.hasStarted) this.start(work, repetition);
    return repetition;
  }

  onApplicationBootstrap(): void {
    this.hasStarted = true;
    for (const [work, repetition] of this.repetitions) this.start(work, repetition);
  }

  onModuleDestroy(): void {
    void this.stop();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Starts no further run of anything. Resolves when the runs under way have ended; never rejects. */
  async stop(): Promise<void> {
    for (const work of this.repetitions.keys()) hideWork(work);
    await Promise.all([...this.repetitions.values()].map((repetition) => repetition.stop()));
  }

  private start(work: PeriodicWork, repetition: Repetition): void {
    if (!this.isOurs(work)) return;
    showWork(work);
    repetition.start();
  }

  private isOurs({ onlyInWorkers }: PeriodicWork): boolean {
    return !onlyInWorkers || this.environment.PROCESS_ROLE !== 'api';
  }
}

/** {@link Periodic}, for everyone. */
@Global()
@Module({ providers: [Periodic], exports: [Periodic] })
export class PeriodicModule {}

const runs = counter('periodic_work_runs_total', 'Runs of work that is repeated', ['work', 'outcome']);

/** Work of every service in this process (tests run several), and when it last ran whole (`performance.now()`). */
const repeated = new Map<PeriodicWork, number>();

readings(
  'periodic_work_seconds_since_success',
  'Since the last whole run, or since the service started where there was none yet',
  ['work'],
  () => byName((_work, succeededAt) => (performance.now() - succeededAt) / 1000),
  'min',
);
readings(
  'periodic_work_interval_seconds',
  'From the end of a run to the start of the next',
  ['work'],
  () => byName(({ every }) => (typeof every === 'number' ? every : every()) / 1000),
  'max',
);

export function showWork(work: PeriodicWork): void {
  repeated.set(work, performance.now());
  // Prometheus does not see a series' rise from nothing.
  for (const outcome of ['succeeded', 'failed']) runs.inc({ work: work.name, outcome }, 0);
}

/** Shows it no more. */
export function hideWork(work: PeriodicWork): void {
  repeated.delete(work);
}

/** Runs the work once, and counts the run. @throws what the work throws */
export async function countedRun(work: PeriodicWork): Promise<void> {
  try {
    await work.run();
  } catch (error) {
    runs.inc({ work: work.name, outcome: 'failed' });
    throw error;
  }
  runs.inc({ work: work.name, outcome: 'succeeded' });
  if (repeated.has(work)) repeated.set(work, performance.now());
}

/** A reading for each name; of several services the smallest. */
function byName(of: (work: PeriodicWork, succeededAt: number) => number): Reading<'work'>[] {
  const values = new Map<string, number>();
  for (const [work, succeededAt] of repeated) {
    const value = of(work, succeededAt);
    values.set(work.name, Math.min(value, values.get(work.name) ?? value));
  }
  return [...values].map(([name, value]) => ({ labels: { work: name }, value }));
}
