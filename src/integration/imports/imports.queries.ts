import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import { allOf, query, readList, readOne, type ReadScope, sortedBy, UnitOfWork } from '../../platform/database';
import type { ImportResource, ImportStatus, Severity } from './domain/import';
import type { Import } from './entities/import.entity';
import type { ImportErrorRow, ImportRow } from './http/answers';

/** Columns for reading the stored file of an import. */
export type ImportFileRow = Pick<Import, 'tenantId' | 'objectId' | 'resource' | 'format' | 'reading' | 'headings'>;

export interface ImportFilter {
  readonly resource?: ImportResource | undefined;
  readonly status?: ImportStatus | undefined;
}

const IMPORT = `
  i.id, i.resource, i.format, i.status, i.reading->>'delimiter' AS delimiter, i.dry_run, i.approve, i.webhooks, i.invite, i.rows_total, i.rows_done,
  i.rows_failed, i.created, i.changed, i.unchanged, i.warnings, i.failure, i.created_by_id, i.actor->>'userName' AS created_by_name,
  i.created_at, i.started_at, i.finished_at`;

const ERROR = 'e.id, e.line, e.external_id, e.field, e.code, e.key, e.params';

/** Errors per batch for a file download. */
const PART = 1000;

@Injectable()
export class ImportsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError NOT_FOUND */
  get(scope: ReadScope, id: number): Promise<ImportRow> {
    const select = `SELECT ${IMPORT} FROM imports i WHERE i.tenant_id = $1 AND i.id = $2`;
    return readOne(this.unitOfWork, scope, select, id);
  }

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, filter: ImportFilter, request: PageRequest): Promise<Page<ImportRow>> {
    const where = allOf([
      [(at) => `i.tenant_id = ${at}`, tenantId],
      [(at) => `i.resource = ${at}`, filter.resource],
      [(at) => `i.status = ${at}`, filter.status],
    ]);
    const from = { name: 'imports', columns: IMPORT, from: 'FROM imports i' };
    return readList(this.unitOfWork, tenantId, { ...from, where, terms: sortedBy('i', request) }, request);
  }

  /** @throws DomainError NOT_FOUND, BAD_REQUEST on `cursor` */
  async errors(
    tenantId: TenantId,
    id: number,
    severity: Severity,
    request: PageRequest,
  ): Promise<Page<ImportErrorRow>> {
    await this.get(tenantId, id);
    const where = allOf([
      [(at) => `e.tenant_id = ${at}`, tenantId],
      [(at) => `e.import_id = ${at}`, id],
      [(at) => `e.severity = ${at}`, severity],
    ]);
    // Ids increase with the lines of the file.
    const from = { name: 'import-errors', columns: ERROR, from: 'FROM import_errors e' };
    const terms = sortedBy('e', { ...request, sort: 'id' });
    return readList(this.unitOfWork, tenantId, { ...from, where, terms }, request);
  }

  /** @throws DomainError NOT_FOUND */
  fileOf(tenantId: TenantId, id: number): Promise<ImportFileRow> {
    const select = `SELECT tenant_id AS "tenantId", object_id AS "objectId", resource, format, reading, headings
                      FROM imports WHERE tenant_id = $1 AND id = $2`;
    return readOne(this.unitOfWork, tenantId, select, id);
  }

  /** Lines of the file that have an error (or a warning). */
  async faultyLines(tenantId: TenantId, id: number, severity: Severity): Promise<ReadonlySet<number>> {
    const lines =
      'SELECT DISTINCT e.line FROM import_errors e WHERE e.tenant_id = $1 AND e.import_id = $2 AND e.severity = $3';
    const asked = query(lines, [tenantId, id, severity]);
    const [rows] = await this.unitOfWork.read<[{ line: number }]>(tenantId, asked);
    return new Set(rows.map(({ line }) => line));
  }

  async *allErrors(tenantId: TenantId, id: number, severity: Severity): AsyncGenerator<ImportErrorRow> {
    const part = `SELECT ${ERROR} FROM import_errors e WHERE e.tenant_id = $1 AND e.import_id = $2 AND e.severity = $4 AND e.id > $3
            ORDER BY e.id LIMIT ${PART}`;
    for (let after = 0; ;) {
      const asked = query(part, [tenantId, id, after, severity]);
      const [rows] = await this.unitOfWork.read<[ImportErrorRow]>(tenantId, asked);
      yield* rows;
      if (rows.length < PART) return;
      after = rows.at(-1)?.id ?? after;
    }
  }
}
