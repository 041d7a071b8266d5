import { Injectable } from '@nestjs/common';
import { query, UnitOfWork } from '../database';
import { FIGURE_DIFFERENCES, ROOM_TO_SUM_UP } from './figure-verification.sql';

/** A figure that is not what counting gives. Counts and amounts are exact decimals as text. */
export interface FigureDifference {
  readonly tenant_id: string;
  readonly grain: string;
  readonly measure: string;
  readonly key: string;
  readonly day: string;
  readonly currency: string;
  /** As folded. */
  readonly kept_count: string;
  readonly kept_amount: string;
  /** As counted now, less what waits to be folded. */
  readonly count: string;
  readonly amount: string;
}

/** Holds the figures of reports to a recount of what they are kept from. */
@Injectable()
export class FigureVerification {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Every figure of every tenant. */
  async all(): Promise<{ readonly tenants: number; readonly differences: readonly FigureDifference[] }> {
    const tenants = await this.unitOfWork.unscoped<{ id: string }>(query('SELECT all_tenants() AS id'));
    const differences: FigureDifference[] = [];
    for (const { id } of tenants) {
      for (const differing of FIGURE_DIFFERENCES) {
        const [, found] = await this.unitOfWork.read<[unknown, Omit<FigureDifference, 'tenant_id'>]>(
          id,
          query(ROOM_TO_SUM_UP),
          query(differing, [id]),
        );
        differences.push(...found.map((difference) => ({ tenant_id: id, ...difference })));
      }
    }
    return { tenants: tenants.length, differences };
  }
}
