import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../config';
import { type PeriodicWork, Repetition } from './repetition';

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
    const repetition = new Repetition(work, (error) => {
      // While the service stops, what the work needs may be gone before it.
      if (!repetition.stopped) this.log.warn({ err: error, work: work.name }, work.failure);
    });
    this.repetitions.set(work, repetition);
    if (this.hasStarted && this.isOurs(work)) repetition.start();
    return repetition;
  }

  onApplicationBootstrap(): void {
    this.hasStarted = true;
    for (const [work, repetition] of this.repetitions) if (this.isOurs(work)) repetition.start();
  }

  onModuleDestroy(): void {
    void this.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  /** Starts no further run of anything. Resolves when the runs under way have ended; never rejects. */
  async stop(): Promise<void> {
    await Promise.all([...this.repetitions.values()].map((repetition) => repetition.stop()));
  }

  private isOurs({ onlyInWorkers }: PeriodicWork): boolean {
    return !onlyInWorkers || this.environment.PROCESS_ROLE !== 'api';
  }
}
