import { Injectable } from '@nestjs/common';
import type { TenantId } from '../../common/records/ids';
import type { CalendarDate } from '../../common/clock';
import { query, UnitOfWork } from '../../platform/database';

const DUE = 'SELECT coalesce(scores_as_of < $2::date, true) AS due FROM tenants WHERE id = $1';
const DONE = 'UPDATE tenants SET scores_as_of = $2::date WHERE id = $1';

/** The day on which all vendors of a tenant were last scored anew. */
@Injectable()
export class ScoresDay {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @returns whether that was before today, or never; false where there is no such tenant */
  async isDue(tenantId: TenantId, today: CalendarDate): Promise<boolean> {
    const [[tenant]] = await this.unitOfWork.read<[{ due: boolean }]>(tenantId, query(DUE, [tenantId, today]));
    return tenant?.due ?? false;
  }

  /** All of them were scored today. */
  async done(tenantId: TenantId, today: CalendarDate): Promise<void> {
    await this.unitOfWork.write(tenantId, query(DONE, [tenantId, today]));
  }
}
