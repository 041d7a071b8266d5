import { Get, Put } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { IfMatch } from '../../common/records/versions';
import { Answers, Body, BothForms, CurrentActor, Examples, IfMatches, Requires } from '../../http';
import { presentStoredWorkflow, WorkflowOut } from './answers';
import { WORKFLOW_EXAMPLES } from './examples';
import { toWorkflow, WorkflowIn } from './requests';
import { WorkflowsService } from './workflows.service';

/** The approval workflow of purchase orders, the same in both forms. */
@BothForms('approval-workflows/purchase-orders', 'Approval workflows')
export class WorkflowsController {
  constructor(private readonly workflows: WorkflowsService) {}

  @Get()
  @Requires('read')
  @Answers(WorkflowOut, { summary: 'Get the approval workflow of purchase orders' })
  async get(@CurrentActor() actor: Actor): Promise<WorkflowOut> {
    return presentStoredWorkflow(await this.workflows.get(actor.tenantId));
  }

  @Put()
  @Examples(WORKFLOW_EXAMPLES.put)
  @Requires('admin', 'none')
  @Answers(WorkflowOut, {
    summary: 'Replace the approval workflow of purchase orders',
    description: 'Orders that already wait for approval keep the steps they were submitted with.',
  })
  async put(
    @CurrentActor() actor: Actor,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: WorkflowIn,
  ): Promise<WorkflowOut> {
    return presentStoredWorkflow(await this.workflows.put(actor, toWorkflow(body), ifMatch));
  }
}
