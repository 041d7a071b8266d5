import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import { allOf, readList, readOne, type ReadScope, sortedBy, UnitOfWork } from '../../platform/database';
import type { ExportFormat, ExportResource, ExportStatus } from './domain/export';
import type { ExportRow } from './answers';

export interface StoredExportFile {
  readonly format: ExportFormat;
  readonly objectId: number;
  readonly size: number;
}

export interface ExportFilter {
  readonly status?: ExportStatus | undefined;
}

const EXPORT = `
  e.id, to_json(e.resources) AS resources, e.format, e.for_import, e.status, e.rows, e.changes_cursor,
  (SELECT coalesce(json_agg(json_build_object('resource', f.resource, 'rows', f.rows, 'size', f.size)
            ORDER BY array_position(e.resources, f.resource)), '[]'::json)
     FROM export_files f WHERE f.tenant_id = e.tenant_id AND f.export_id = e.id AND e.status = 'done') AS files,
  e.failure, e.created_by_id, e.actor->>'userName' AS created_by_name, e.created_at, e.started_at, e.finished_at, e.expires_at`;

const FILE = `
SELECT e.format, f.object_id AS "objectId", f.size
  FROM exports e JOIN export_files f ON f.tenant_id = e.tenant_id AND f.export_id = e.id AND f.resource = $3
 WHERE e.tenant_id = $1 AND e.id = $2 AND e.status = 'done'`;

@Injectable()
export class ExportsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError NOT_FOUND */
  get(scope: ReadScope, id: number): Promise<ExportRow> {
    const select = `SELECT ${EXPORT} FROM exports e WHERE e.tenant_id = $1 AND e.id = $2`;
    return readOne(this.unitOfWork, scope, select, id);
  }

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, filter: ExportFilter, request: PageRequest): Promise<Page<ExportRow>> {
    const where = allOf([
      [(at) => `e.tenant_id = ${at}`, tenantId],
      [(at) => `e.status = ${at}`, filter.status],
    ]);
    const from = { name: 'exports', columns: EXPORT, from: 'FROM exports e' };
    return readList(this.unitOfWork, tenantId, { ...from, where, terms: sortedBy('e', request) }, request);
  }

  /** @throws DomainError NOT_FOUND if the file does not exist or is deleted */
  file(scope: ReadScope, id: number, resource: ExportResource): Promise<StoredExportFile> {
    return readOne(this.unitOfWork, scope, FILE, id, resource);
  }
}
