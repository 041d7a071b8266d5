import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type IfMatch, isWeak } from '../../../common/records/versions';
import { lastRestore } from '../../database';

/**
 * The `ETag` of a version, and the version of an `ETag`. After a restore records reach versions for the second time, with
 * another content. So from then on every `ETag` ends with the instant of the restore, and none of before it matches.
 */
@Injectable()
export class ETags implements OnApplicationBootstrap {
  private ending = '';

  constructor(private readonly dataSource: DataSource) {}

  /** A restore is finished while no process serves: what is read at the start holds until the end. */
  async onApplicationBootstrap(): Promise<void> {
    const finished = await lastRestore((sql, values) => this.dataSource.query(sql, values && [...values]));
    this.ending = finished ? `.${finished.getTime().toString(36)}` : '';
  }

  /** With its quotes. */
  of(version: string): string {
    return `"${version}${this.ending}"`;
  }

  /** The versions that the `ETag`s of a request name; those of before a restore name none. */
  versionsIn(asked: IfMatch): IfMatch {
    if (asked === undefined || asked === 'any') return asked;
    return asked.flatMap((tag) => {
      if (isWeak(tag)) return tag;
      return tag.endsWith(this.ending) ? tag.slice(0, tag.length - this.ending.length) : [];
    });
  }
}
