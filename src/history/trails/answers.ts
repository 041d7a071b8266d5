import type { Language } from '../../messages';
import { sayWarnings } from '../../common/warnings';
import { Out, WarningResponse } from '../../platform/http';
import { TRAIL_TYPES, type TrailType } from './domain/trail';
import type { Trail } from './trails.queries';

class TrailSubjectResponse {
  @Out.text({ example: 'purchase_order', description: 'purchase_order, goods_receipt, invoice, budget or webhook.' })
  type: string;
  @Out.id() id: number;
  @Out.text({
    nullable: true,
    example: 'PO-2026-000001',
    description: 'Its number; of a budget or a webhook its name.',
  })
  number: string | null;
}

class TrailNamedResponse {
  @Out.id() id: number;
  @Out.text({ nullable: true, example: 'Sara Al-Qahtani' }) name: string | null;
}

/** One thing that happened. */
export class TrailEntryResponse {
  @Out.oneOf(TRAIL_TYPES, { example: 'decision' }) type: TrailType;
  @Out.timestamp() at: string;

  @Out.text({ example: 'approved', description: 'As in the audit log; the type of a movement; the name of an event.' })
  action: string;

  @Out.object(() => TrailSubjectResponse, { description: 'Of what.' }) subject: TrailSubjectResponse;
  @Out.object(() => TrailNamedResponse, { nullable: true, description: 'null for the service itself.' })
  actor: TrailNamedResponse | null;

  @Out.object(() => TrailNamedResponse, { nullable: true, description: 'The token it was done with.' })
  token: TrailNamedResponse | null;

  @Out.text({ nullable: true, example: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21' }) request_id: string | null;

  @Out.map({
    description:
      'By type. decision: outcome, step, comments or reason, on_behalf_of, amendment_id; override_requested (the flags of the request), override and overrode (the checks that the decision passed: approver, match, vendor, budget); authority (as it was then: role, whom the step asked, the condition of the rule that asked for the step, and the delegation with its days and who granted it); tolerances, of an invoice; warnings (each with its code and what it names), those that stood then. payment: reference, and bank_account with who entered and who verified it. override: requested, available, comments. ' +
      'match: match_status, three_way, lines, reasons. budget: what changed of the budget. webhook: the delivery and its status.',
    example: { outcome: 'approved', step: 1, comments: 'Within plan', on_behalf_of: 'Huda Al-Otaibi' },
  })
  details: Readonly<Record<string, unknown>>;

  @Out.map({
    nullable: true,
    description: 'What changed, as in the audit log.',
    example: { status: { from: 'pending_approval', to: 'approved' } },
  })
  changes: Readonly<Record<string, unknown>> | null;
}

/** Everything that led to a document being as it is. */
export class TrailResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) number: string;
  @Out.text({ example: 'approved' }) status: string;
  @Out.list(() => TrailEntryResponse, { description: 'In the order in which it happened.' })
  entries: TrailEntryResponse[];

  @Out.map({
    description:
      'How many entries of a kind of subject are not shown: of more than 300 the first 100 and the last 200 are. `match`, `movement` and `delivery` count matches at approvals, movements of budgets and webhook deliveries. Empty when all are shown.',
    example: { goods_receipt: 212 },
  })
  left_out: Readonly<Record<string, number>>;

  @Out.list(() => WarningResponse, {
    optional: true,
    description: 'Those that stand now. What stood at a decision is in the `details` of its entry.',
  })
  warnings?: WarningResponse[];
}

export function presentTrail({ subject, entries, leftOut, warnings }: Trail, language: Language): TrailResponse {
  const { id, number, status } = subject;
  const told = sayWarnings(warnings, language);
  return {
    id,
    number,
    status,
    entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    left_out: leftOut,
    ...told,
  };
}
