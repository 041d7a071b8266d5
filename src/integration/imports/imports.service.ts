import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { DomainError, invalidField } from '../../common/errors';
import type { TenantId } from '../../common/records/ids';
import { AuditLog, type Transaction, UnitOfWork } from '../../platform/database';
import { type IncomingFile, StoredFiles } from '../../procurement/documents';
import { type ImportFormat, type ImportResource, MAX_OPEN } from './domain/import';
import type { Reading } from './domain/reading';
import { Inspections } from './files/inspect';
import type { ImportRow } from './http/answers';
import { ImportsQueries } from './imports.queries';
import { ImportsRepository } from './imports.repository';

export interface ImportRequest {
  readonly resource: ImportResource;
  readonly dryRun: boolean;
  readonly approve: boolean;
  readonly webhooks: boolean;
  readonly invite: boolean;
  readonly reading: Reading;
}

export interface ImportFile extends IncomingFile {
  readonly format: ImportFormat;
}

const APPROVED: readonly ImportResource[] = ['budgets', 'purchase_orders', 'invoices'];
const DOCUMENTS: readonly ImportResource[] = ['purchase_orders', 'invoices'];
const TYPES: Readonly<Record<ImportFormat, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

/** Accepts imports. {@link ImportRunner} executes them. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly imports: ImportsRepository,
    private readonly queries: ImportsQueries,
    private readonly inspections: Inspections,
    private readonly files: StoredFiles,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Inspects a file and stores it for a worker. Errors of single rows are found when they are imported.
   * @param signal stops the work until the file is stored
   * @throws DomainError VALIDATION_ERROR on `file` if it is broken, has wrong columns, too many rows, or exceeds the
   * storage quota; on an option that does not fit the resource; RATE_LIMIT_EXCEEDED if too many imports are open;
   * SERVICE_UNAVAILABLE if the storage is unavailable or too many files wait for inspection; the signal's reason
   */
  async start(
    actor: Actor,
    request: ImportRequest,
    file: ImportFile,
    signal = new AbortController().signal,
  ): Promise<ImportRow> {
    const { resource, approve, invite, reading } = request;
    if (approve && !APPROVED.includes(resource)) throw invalidField('approve', 'imports.only_documents');
    if (invite && resource !== 'users') throw invalidField('invite', 'imports.only_users');
    if (reading.allowRepeatedIds && DOCUMENTS.includes(resource)) {
      throw invalidField('allow_repeated_ids', 'imports.documents_once');
    }
    // An upload with an idempotency key was not checked before it was received.
    await this.requireRoomFor(actor.tenantId, 1);
    const seen = await this.inspections.inspect(actor.tenantId, { resource, reading }, file, signal);
    signal.throwIfAborted();
    const stored = { path: file.path, size: file.size, contentType: TYPES[file.format] };
    return this.files.store(actor.tenantId, stored, async (tx, object) => {
      await this.requireRoom(tx);
      const id = await this.imports.insert(tx, actor, {
        ...request,
        format: file.format,
        objectId: object.id,
        reading: { ...reading, delimiter: seen.delimiter },
        headings: seen.headings,
        size: file.size,
        ...seen.start,
        rowsTotal: seen.rows,
      });
      const details = { resource, rows: seen.rows, dry_run: request.dryRun, approve };
      await this.audit.record(tx, actor, { action: 'started', entityType: 'import', entityId: id, details });
      return this.queries.get(tx, id);
    });
  }

  /** @param uploads in this process, with the new one @throws DomainError RATE_LIMIT_EXCEEDED over the maximum */
  async requireRoomFor(tenantId: TenantId, uploads: number): Promise<void> {
    await this.unitOfWork.run(tenantId, (tx) => this.requireRoom(tx, uploads));
  }

  private async requireRoom(tx: Transaction, added = 1): Promise<void> {
    requireFew((await this.imports.countOpen(tx)) + added);
  }
}

/** @throws DomainError RATE_LIMIT_EXCEEDED if a tenant has too many open imports */
export function requireFew(open: number): void {
  if (open <= MAX_OPEN) return;
  const text = { key: 'imports.too_many_open', params: { max: MAX_OPEN } } as const;
  throw new DomainError('RATE_LIMIT_EXCEEDED', text, { retryAfter: 60 });
}
