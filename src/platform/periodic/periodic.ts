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

export interface PeriodicWork {
  /** The name in the table of `docs/reliability.md`. */
  readonly name: string;
  /** Milliseconds from the end of a run to the start of the next. A function is called after each run. */
  readonly every: number | (() => number);
  /** Whether the first run is at the start of the service; otherwise it is one period later. */
  readonly runsAtStart?: boolean;
  /** Whether processes with `PROCESS_ROLE=api` do not run it. */
  readonly onlyInWorkers?: boolean;
  readonly failure: string;
  run(): Promise<unknown>;
}

export interface Timers {
  set(callback: () => void, milliseconds: number): NodeJS.Timeout;
  clear(timer: NodeJS.Timeout | undefined): void;
}

/** Node's timers, without keeping the process alive. */
const NODE_TIMERS: Timers = {
  set: (callback, milliseconds) => setTimeout(callback, milliseconds).unref(),
  clear: (timer) => clearTimeout(timer),
};

/** The timer for the next run is set after a run, so runs never overlap. A failed run does not end the repetition. */
export class Repetition {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private state: 'new' | 'started' | 'stopped' = 'new';

  constructor(
    private readonly work: PeriodicWork,
    private readonly onFailure: (error: unknown) => void,
    private readonly timers: Timers = NODE_TIMERS,
  ) {}

  /** True as soon as a stop is requested. A long run checks it between its steps and ends early. */
  get stopped(): boolean {
    return this.state === 'stopped';
  }

  start(): void {
    if (this.state !== 'new') return;
    this.state = 'started';
    if (this.work.runsAtStart) this.turn();
    else this.schedule();
  }

  /** Starts no further run. Resolves when the current run has ended; never rejects. */
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

/** A test compares the work of this process with the table in `docs/reliability.md`. */
@Injectable()
export class Periodic implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly log = new Logger(Periodic.name);
  private readonly repetitions = new Map<PeriodicWork, Repetition>();
  private hasStarted = false;

  constructor(@Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PROCESS_ROLE'>) {}

  /** The work of this process in the order of registration. */
  get works(): readonly PeriodicWork[] {
    return [...this.repetitions.keys()].filter((work) => this.isOurs(work));
  }

  /** Adds work that starts with the service, or at once if it runs. The caller can check or cause its stop. */
  add(work: PeriodicWork): Repetition {
    const measured = { ...work, run: () => countedRun(work) };
    const repetition = new Repetition(measured, (error) => {
      // During a stop, dependencies of the work may already be closed.
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

  /** Resolves when the current runs have ended; never rejects. */
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

@Global()
@Module({ providers: [Periodic], exports: [Periodic] })
export class PeriodicModule {}

const runs = counter('periodic_work_runs_total', 'Runs of work that is repeated', ['work', 'outcome']);

/** The time of the last success (`performance.now()`), for every service in this process (tests run several). */
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
  // Prometheus sees no increase when a series first appears, so each starts at 0.
  for (const outcome of ['succeeded', 'failed']) runs.inc({ work: work.name, outcome }, 0);
}

export function hideWork(work: PeriodicWork): void {
  repeated.delete(work);
}

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

/** One reading per name: the smallest of several services. */
function byName(of: (work: PeriodicWork, succeededAt: number) => number): Reading<'work'>[] {
  const values = new Map<string, number>();
  for (const [work, succeededAt] of repeated) {
    const value = of(work, succeededAt);
    values.set(work.name, Math.min(value, values.get(work.name) ?? value));
  }
  return [...values].map(([name, value]) => ({ labels: { work: name }, value }));
}
