import { query, UnitOfWork } from '../../src/platform/database';
import { Anchors, EvidenceVerification, Sealing } from '../../src/history/evidence';
import type { TenantId } from '../../src/common/records/ids';
import type { Service } from './app';
import { asOwner } from './purchase-orders';
import { until } from './until';

/** Inserts an entry into the audit log, which otherwise only the service does. @returns its id */
export async function entry(service: Service, what: string, tenantId = service.tenant.tenant.id): Promise<number> {
  const [row] = await asOwner<{ id: string }>(
    service,
    `INSERT INTO audit_log (tenant_id, occurred_at, user_name, action, entity_type, entity_id, details)
     VALUES ($1, now(), 'Sara', $2, 'test', 1, '{"b": 1, "a": {"from": 1.50, "to": null}}') RETURNING id`,
    [tenantId, what],
  );
  return Number(row?.id);
}

export const seal = (service: Pick<Service, 'app'>): Promise<void> => service.app.get(Sealing).sealAll();

/** Seals every row. {@link seal} skips a tenant whose rows a worker seals at the same time. */
export const sealBesideWorker = (service: Service): Promise<void> =>
  until(async () => {
    await seal(service);
    return (await asOwner(service, 'SELECT FROM evidence_queue')).length === 0;
  });

export async function sealSome(
  service: Service,
  atMost: number,
  tenantId = service.tenant.tenant.id,
): Promise<{ readonly sealed: number; readonly more: boolean } | undefined> {
  const batch = query('SELECT sealed, more FROM seal_evidence($1, now())', [atMost]);
  const [rows] = await service.app.get(UnitOfWork).write<[{ sealed: number; more: boolean }]>(tenantId, batch);
  return rows[0];
}

/** The findings of a tenant's verification: problem, kind of row, row id, and position if there is one. */
export async function problems(service: Service, tenantId: TenantId = service.tenant.tenant.id): Promise<unknown[][]> {
  const { findings } = await service.app.get(EvidenceVerification).all({ tenantId });
  return findings.map(({ problem, kind, row_id, position }) => [problem, kind, row_id, position]);
}

export async function anchorOf(service: Service, tenantId = service.tenant.tenant.id): Promise<{ position: number }> {
  const [anchor] = await service.app.get(Anchors).now(tenantId);
  if (!anchor) throw new Error('There is nothing to anchor');
  return anchor;
}

export interface Sealed {
  readonly position: number;
  readonly kind: string;
  readonly row_id: number;
}

/** A tenant's rows in chain order. */
export const sealedRows = (service: Service, tenantId = service.tenant.tenant.id): Promise<Sealed[]> =>
  asOwner<Sealed>(
    service,
    `SELECT position::int, kind, row_id::int FROM evidence_seals WHERE tenant_id = $1 ORDER BY position`,
    [tenantId],
  );
