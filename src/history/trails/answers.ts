import type { Language } from '../../messages';
import { toWarningsResponse } from '../../common/warnings';
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
    description: 'Its number; for a budget or a webhook its name.',
  })
  number: string | null;
}

class TrailNamedResponse {
  @Out.id() id: number;
  @Out.text({ nullable: true, example: 'Sara Al-Qahtani' }) name: string | null;
}

export class TrailEntryResponse {
  @Out.oneOf(TRAIL_TYPES, { example: 'decision' }) type: TrailType;
  @Out.timestamp() at: string;

  @Out.text({
    example: 'approved',
    description: 'The action of the audit log, the type of a budget movement, or the name of an event.',
  })
  action: string;

  @Out.object(() => TrailSubjectResponse, { description: 'The affected record.' }) subject: TrailSubjectResponse;
  @Out.object(() => TrailNamedResponse, { nullable: true, description: 'null for the service itself.' })
  actor: TrailNamedResponse | null;

  @Out.object(() => TrailNamedResponse, { nullable: true, description: 'The token used.' })
  token: TrailNamedResponse | null;

  @Out.text({ nullable: true, example: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21' }) request_id: string | null;

  @Out.map({
    description:
      'Depends on the type. decision: outcome, step, comments or reason, on_behalf_of, authority, warnings, ' +
      'overrides. payment: reference and bank_account. override: requested, available, comments. match: ' +
      'match_status, three_way, lines, reasons. budget: the changed amounts. webhook: the delivery and its ' +
      'status.',
    example: { outcome: 'approved', step: 1, comments: 'Within plan', on_behalf_of: 'Huda Al-Otaibi' },
  })
  details: Readonly<Record<string, unknown>>;

  @Out.map({
    nullable: true,
    description: 'Changed fields, as in the audit log.',
    example: { status: { from: 'pending_approval', to: 'approved' } },
  })
  changes: Readonly<Record<string, unknown>> | null;
}

export class TrailResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) number: string;
  @Out.text({ example: 'approved' }) status: string;
  @Out.list(() => TrailEntryResponse, { description: 'In chronological order.' })
  entries: TrailEntryResponse[];

  @Out.map({
    description:
      'Number of entries left out per kind of subject: of more than 300, the first 100 and the last 200 are ' +
      'shown. `match`, `movement` and `delivery` count matches at approvals, budget movements and webhook ' +
      'deliveries. Empty if all are shown.',
    example: { goods_receipt: 212 },
  })
  left_out: Readonly<Record<string, number>>;

  @Out.list(() => WarningResponse, {
    optional: true,
    description: 'Current warnings. Warnings at the time of a decision are in the `details` of its entry.',
  })
  warnings?: WarningResponse[];
}

export function toTrailResponse({ subject, entries, leftOut, warnings }: Trail, language: Language): TrailResponse {
  const { id, number, status } = subject;
  const warningsPart = toWarningsResponse(warnings, language);
  return {
    id,
    number,
    status,
    entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    left_out: leftOut,
    ...warningsPart,
  };
}
