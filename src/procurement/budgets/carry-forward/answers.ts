import type { Language } from '../../../messages';
import { toWarningsResponse } from '../../../common/warnings';
import { toNumber } from '../../../common/money';
import { Out, toRejectedResponse, RefusedResponse, WarningResponse } from '../../../platform/http';
import type { CarriedForward } from './carry-forward.service';

class CarriedOrderResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
}

export class MovedOrderResponse extends CarriedOrderResponse {
  @Out.amount({ description: 'Reserved amount of an order that is pending approval.', example: 0 })
  reserved_amount: number;

  @Out.amount({ description: 'Ordered, not yet invoiced.', example: 23000 }) committed_amount: number;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

export class LeftOrderResponse extends CarriedOrderResponse {
  @Out.object(() => RefusedResponse, { description: 'Why the order was not moved.' }) error: RefusedResponse;
}

export class CarriedForwardResponse {
  @Out.currency() currency: string;
  @Out.list(() => MovedOrderResponse) moved: MovedOrderResponse[];
  @Out.list(() => LeftOrderResponse) left: LeftOrderResponse[];
  @Out.integer({ description: 'Orders that this call did not process. Repeat the call.', example: 0 })
  remaining: number;
}

export function toCarriedForwardResponse(carried: CarriedForward, language: Language): CarriedForwardResponse {
  const { currency, moved, left, remaining } = carried;
  return {
    currency,
    moved: moved.map(({ id, po_number, reserved, committed, warnings }) => ({
      id,
      po_number,
      reserved_amount: toNumber(reserved),
      committed_amount: toNumber(committed),
      ...toWarningsResponse(warnings, language),
    })),
    left: left.map(({ id, po_number, refusal }) => ({ id, po_number, error: toRejectedResponse(refusal, language) })),
    remaining,
  };
}
