import type { Warning } from '../common/warning';
import type { LineChange } from './domain/lines';

/** What an amendment changes, in the rules' words; kept with it, so that it can be applied when it is approved. */
export interface AmendmentChanges {
  readonly items: readonly LineChange[];
  readonly expectedDeliveryDate?: string | null;
  readonly notes?: string | null;
}

/** An amendment somebody asks for. */
export interface AmendmentRequest {
  readonly reason: string;
  readonly changes: AmendmentChanges;
}

/** An amendment that was asked for or decided, and what to know of it. */
export interface AmendmentOutcome {
  readonly id: number;
  readonly warnings: readonly Warning[];
}
