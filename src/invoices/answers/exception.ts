import { Out } from '../../http';
import { STEP_NAMES } from '../domain/approval/exceptions';
import { MatchReasonOut } from '../approval/answers';
import { InvoiceSummaryOut } from './summary';

class NextStepOut {
  @Out.oneOf(STEP_NAMES)
  code: string;

  @Out.text({ example: 'Post the goods receipt once the goods are here, or reduce the quantity to what was accepted.' })
  message: string;
}

/** An invoice that waits for something other than a decision. */
export class ExceptionOut extends InvoiceSummaryOut {
  @Out.timestamp({ description: 'Since when it waits.' })
  submitted_at: string;

  @Out.boolean({ description: 'Its vendor is blocked: until that is lifted it cannot be approved.' })
  vendor_blocked: boolean;

  @Out.list(() => MatchReasonOut, { description: 'Why the match is not approvable.' })
  reasons: MatchReasonOut[];

  @Out.object(() => NextStepOut, { description: 'What would clear it next.' })
  next_step: NextStepOut;
}
