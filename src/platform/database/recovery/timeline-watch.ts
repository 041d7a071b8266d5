import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Periodic } from '../../periodic';
import { currentTimeline, isSame, type Timeline } from './timelines';

const PERIOD = 30_000;

/** Logs a new PostgreSQL timeline while the service runs, which means that a standby took over. */
@Injectable()
export class TimelineWatch {
  private readonly log = new Logger(TimelineWatch.name);
  private known: Timeline | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: Pick<DataSource, 'query'>,
    periodic: Periodic,
  ) {
    periodic.add({
      name: 'Timeline of the database',
      every: PERIOD,
      failure: 'The timeline of PostgreSQL could not be read',
      run: () => this.look(),
    });
  }

  /** Reads the timeline and logs one line when it has changed. A server that does not answer changes nothing. */
  async look(): Promise<void> {
    const current = await currentTimeline((sql, values) => this.dataSource.query(sql, values && [...values]));
    if (!current) return;
    const before = this.known;
    this.known = current;
    if (!before || isSame(before, current)) return;
    this.log.warn(
      { timeline: current.timeline, before: before.timeline, system: current.system },
      `PostgreSQL is on timeline ${current.timeline}, not ${before.timeline}: a standby took over. Where its replication is asynchronous, stop the service and run restore:finish (docs/backup.md)`,
    );
  }
}
