import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Actor } from '../../common/actor';
import { DomainError, invalidField } from '../../common/errors';
import { AuditLog, UnitOfWork } from '../../platform/database';
import { StoredFiles } from '../../procurement/documents';
import {
  EXPORT_RESOURCES,
  type ExportFormat,
  type ExportResource,
  FOR_IMPORT,
  isForImport,
  MAX_OPEN,
} from './domain/export';
import { ExportsQueries } from './exports.queries';
import { ExportsRepository } from './exports.repository';
import type { ExportRow } from './answers';

export interface ExportRequest {
  /** Default: all kinds. */
  readonly resources?: readonly ExportResource[] | undefined;
  readonly format: ExportFormat;
  readonly forImport: boolean;
}

export interface OpenedFile {
  readonly name: string;
  readonly bytes: Readable;
  readonly size: number;
}

/** Accepts exports and opens their files. {@link ExportRunner} writes them. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly exports: ExportsRepository,
    private readonly queries: ExportsQueries,
    private readonly files: StoredFiles,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws DomainError VALIDATION_ERROR on `resources` with `forImport` for kinds that cannot be imported;
   * RATE_LIMIT_EXCEEDED for too many open exports
   */
  async start(actor: Actor, { resources: wanted, format, forImport }: ExportRequest): Promise<ExportRow> {
    const resources = EXPORT_RESOURCES.filter((one) =>
      wanted ? wanted.includes(one) : !forImport || isForImport(one),
    );
    if (forImport && !resources.every(isForImport)) {
      throw invalidField('resources', 'exports.not_for_import', { values: FOR_IMPORT.join(', ') });
    }
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      if ((await this.exports.countOpen(tx)) >= MAX_OPEN) {
        const text = { key: 'exports.too_many_open', params: { max: MAX_OPEN } } as const;
        throw new DomainError('RATE_LIMIT_EXCEEDED', text, { retryAfter: 60 });
      }
      const id = await this.exports.insert(tx, actor, { resources, format, forImport });
      const details = { resources, format, for_import: forImport };
      await this.audit.record(tx, actor, { action: 'started', entityType: 'export', entityId: id, details });
      return this.queries.get(tx, id);
    });
  }

  /**
   * Records the download in the audit log. @param bom whether a CSV file begins with a byte order mark
   * @throws DomainError NOT_FOUND if the file is missing; SERVICE_UNAVAILABLE if the storage is unavailable
   */
  async open(actor: Actor, id: number, resource: ExportResource, bom = false): Promise<OpenedFile> {
    const { format, objectId, size } = await this.unitOfWork.run(actor.tenantId, async (tx) => {
      const file = await this.queries.file(tx, id, resource);
      const details = { resource };
      await this.audit.record(tx, actor, { action: 'downloaded', entityType: 'export', entityId: id, details });
      return file;
    });
    const bytes = await this.files.open(actor.tenantId, objectId);
    const name = `export-${id}-${resource}.${format}.gz`;
    if (!bom || format !== 'csv') return { name, bytes, size };
    return { name, bytes: Readable.from(afterMark(bytes), { objectMode: false }), size: size + COMPRESSED_MARK.length };
  }
}

/** A byte order mark as a gzip member. Readers concatenate consecutive members (RFC 1952, section 2.2). */
const COMPRESSED_MARK = gzipSync('\ufeff');

async function* afterMark(bytes: Readable): AsyncGenerator<Buffer> {
  yield COMPRESSED_MARK;
  yield* bytes as AsyncIterable<Buffer>;
}
