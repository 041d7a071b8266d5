import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type IfMatch, isWeak } from '../../../common/records/versions';
import { lastRestore } from '../../database';

/** After a restore, records reach the same versions with other content, so `ETag`s then end with the restore's time. */
@Injectable()
export class ETags implements OnApplicationBootstrap {
  private ending = '';

  constructor(private readonly dataSource: DataSource) {}

  /** Read once at the start, because a restore is finished only while no process runs. */
  async onApplicationBootstrap(): Promise<void> {
    const finished = await lastRestore((sql, values) => this.dataSource.query(sql, values && [...values]));
    this.ending = finished ? `.${finished.getTime().toString(36)}` : '';
  }

  of(version: string): string {
    return `"${version}${this.ending}"`;
  }

  /** `ETag`s from before a restore are dropped. */
  versionsIn(ifMatch: IfMatch): IfMatch {
    if (ifMatch === undefined || ifMatch === 'any') return ifMatch;
    return ifMatch.flatMap((tag) => {
      if (isWeak(tag)) return tag;
      return tag.endsWith(this.ending) ? tag.slice(0, tag.length - this.ending.length) : [];
    });
  }
}
