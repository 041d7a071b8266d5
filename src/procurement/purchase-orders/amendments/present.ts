import { toApprovalsResponse } from '../../approvals';
import { omitUndefined } from '../../../common/records/given';
import type { Language } from '../../../messages';
import { toWarningsResponse } from '../../../common/warnings';
import { versioned } from '../../../platform/http';
import type { LineChange } from '../domain/lines';
import { toPendingResponse } from '../http/present';
import type { AmendmentRow, VersionRow } from './amendments.queries';
import type { ChangedAmendment } from './amendments.service';
import { type AmendedItemResponse, type AmendmentResponse, VersionItemResponse, type VersionResponse } from './answers';

export function toAmendmentResponse(
  { amendment: row, warnings = [] }: ChangedAmendment,
  language: Language,
): AmendmentResponse {
  const { items, expectedDeliveryDate, notes } = row.changes;
  return versioned(
    {
      id: row.id,
      purchase_order_id: row.purchase_order_id,
      number: row.amendment_number,
      status: row.status,
      reason: row.reason,
      items: items.map(toChangeResponse),
      ...omitUndefined({ expected_delivery_date: expectedDeliveryDate, notes }),
      currency: row.currency,
      total_before: row.total_before,
      total_after: row.total_after,
      current_approval_step: row.current_step,
      pending_approvers: pending(row),
      approvals: toApprovalsResponse(row.steps),
      created_by: row.created_by,
      created_at: row.created_at,
      decided_at: row.decided_at,
      decision_reason: row.decision_reason,
      ...toWarningsResponse(warnings, language),
    },
    row.version,
  );
}

export function toVersionResponse({ snapshot, superseded_by, ...row }: VersionRow): VersionResponse {
  return {
    version: row.version,
    is_current: row.is_current,
    currency: snapshot.currency,
    subtotal: snapshot.subtotal,
    vat_amount: snapshot.vat_amount,
    total_amount: snapshot.total_amount,
    notes: snapshot.notes,
    delivery_address: snapshot.delivery_address,
    expected_delivery_date: snapshot.expected_delivery_date,
    items: snapshot.items.map((item) => VersionItemResponse.fromJson(item)),
    superseded_at: row.superseded_at,
    amendment: superseded_by,
  };
}

function toChangeResponse({ id, description, quantity, unit, unitPrice, vatRate }: LineChange): AmendedItemResponse {
  return omitUndefined({ id, description, quantity, unit, unit_price: unitPrice, vat_rate: vatRate });
}

function pending(row: AmendmentRow): AmendmentResponse['pending_approvers'] {
  const { people, settings } = row;
  const barredIds = [...row.order_author_ids, row.created_by.id];
  return toPendingResponse(row.department_id, row.steps, people ? { people, settings, barredIds } : undefined);
}
