import { Out } from '../../http';
import { STEP_STATUSES, type StepStatus } from '../domain/workflow';

/** A row of `approvals`: a decision, or a step that still waits for one. */
export class ApprovalOut {
  @Out.integer({ example: 1 }) step: number;

  @Out.text({
    description: 'Who decided; for an open step its name, its role, or whom it asks.',
    example: 'Sara Al-Qahtani',
  })
  approver: string;

  @Out.oneOf(STEP_STATUSES) status: StepStatus;
  @Out.timestamp({ nullable: true }) approved_at: string | null;
  @Out.text({ nullable: true, example: 'Within budget.' }) comments: string | null;
  @Out.integer({ description: 'Which submission the step belongs to, from 1.', example: 1 }) round: number;
  @Out.timestamp({ nullable: true, description: 'When it was approved or rejected.' }) decided_at: string | null;

  @Out.text({ nullable: true, description: 'The one who had delegated, when someone else decided for them.' })
  on_behalf_of: string | null;

  @Out.boolean({ description: 'An admin token decided a step that did not ask its user.' }) override: boolean;
}

/** Someone who may decide the current step now. */
export class PendingApproverOut {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
  @Out.text({ example: 'department_head' }) role: string;
}
