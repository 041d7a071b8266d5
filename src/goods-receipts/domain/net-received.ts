import { type Decimal, ZERO } from '../../common/money';
import type { ReceiptStatus } from './receipt-status';

/** A line of a receipt with what became of the goods. */
export interface ReceivedLine {
  readonly orderLineId: number;
  readonly received: Decimal;
  readonly rejected: Decimal;
  readonly returned: Decimal;
  readonly receiptStatus: ReceiptStatus;
}

/** What a line leaves with us: received less rejected less returned; of a cancelled receipt nothing. */
export function netReceived({ received, rejected, returned, receiptStatus }: ReceivedLine): Decimal {
  return receiptStatus === 'cancelled' ? ZERO : received.minus(rejected).minus(returned);
}
