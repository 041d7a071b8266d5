import { Injectable } from '@nestjs/common';
import type { TenantId } from '../../common/records/ids';
import { query, UnitOfWork } from '../../database';
import { FIGURE_DIFFERENCES, MEMORY_FOR_SUMS } from './figure-verification.sql';

/** A report figure that differs from a recount. Counts and amounts are exact decimals as text. */
interface FigureDifference {
  readonly tenant_id: TenantId;
  readonly grain: string;
  readonly measure: string;
  readonly key: string;
  readonly day: string;
  readonly currency: string;
  /** As stored in `report_figures`. */
  readonly kept_count: string;
  readonly kept_amount: string;
  /** As recounted from orders, invoices, payments, vendors and performance, less the entries not folded yet. */
  readonly count: string;
  readonly amount: string;
}

/** Compares the report figures with a recount of the tables they are derived from. */
@Injectable()
export class FigureVerification {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Recounts every figure of every tenant.
   * @returns how many tenants there are, and every figure that differs
   */
  async all(): Promise<{ readonly tenants: number; readonly differences: readonly FigureDifference[] }> {
    const tenants = await this.unitOfWork.unscoped<{ id: TenantId }>(query('SELECT all_tenants() AS id'));
    const differences: FigureDifference[] = [];
    for (const { id } of tenants) {
      for (const differing of FIGURE_DIFFERENCES) {
        const [, found] = await this.unitOfWork.read<[unknown, Omit<FigureDifference, 'tenant_id'>]>(
          id,
          query(MEMORY_FOR_SUMS),
          query(differing, [id]),
        );
        differences.push(...found.map((difference) => ({ tenant_id: id, ...difference })));
      }
    }
    return { tenants: tenants.length, differences };
  }
}
