import { Get, Put } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { IfMatch } from '../../../common/records/versions';
import { Answers, Body, BothForms, CurrentActor, Examples, IfMatches, Requires } from '../../../platform/http';
import {
  AmendmentWorkflowResponse,
  InvoiceWorkflowResponse,
  toAmendmentWorkflowResponse,
  toStoredWorkflowResponse,
  WorkflowResponse,
} from './answers';
import { AmendmentWorkflowDto, InvoiceWorkflowDto, toWorkflow, WorkflowDto } from './requests';
import { WorkflowsService } from './workflows.service';

/** Examples that work in the demo tenant. */
const WORKFLOW_EXAMPLES = {
  put: {
    bodies: {
      'Finance approves from an amount': {
        rules: [
          {
            steps: [
              { name: 'Department', role: 'department_head' },
              { name: 'Finance', role: 'finance_manager', min_amount: 50000 },
            ],
          },
        ],
      },
      'Two named users for investments of a department': {
        rules: [
          {
            when: { department_id: 2, expense_type: 'CAPEX' },
            steps: [{ name: 'Board', user_ids: [2, 5], mode: 'all' }],
          },
          {
            steps: [
              {
                name: 'Finance',
                role: 'finance_manager',
                min_amount: 10000,
                min_amounts: [{ currency: 'KWD', amount: 800 }],
              },
              { name: 'Department', role: 'department_head' },
            ],
          },
        ],
      },
    },
  },
  putOfAmendments: {
    bodies: { 'Use the rules of purchase orders': { rules: null } },
  },
  putOfInvoices: {
    bodies: {
      'Two steps for large invoices without an order': {
        rules: [
          {
            when: { without_order: true },
            steps: [
              { name: 'Department', role: 'department_head', min_amount: 1000000 },
              { name: 'Finance', role: 'finance_manager', min_amount: 1000000 },
            ],
          },
        ],
      },
    },
  },
};

@BothForms('approval-workflows', 'Approval workflows')
export class WorkflowsController {
  constructor(private readonly workflows: WorkflowsService) {}

  @Get('purchase-orders')
  @Requires('read')
  @Answers(WorkflowResponse, { summary: 'Get the approval workflow of purchase orders' })
  async get(@CurrentActor() actor: Actor): Promise<WorkflowResponse> {
    return toStoredWorkflowResponse(await this.workflows.get(actor.tenantId, 'purchase-orders'));
  }

  @Put('purchase-orders')
  @Examples(WORKFLOW_EXAMPLES.put)
  @Requires('admin', 'none')
  @Answers(WorkflowResponse, {
    summary: 'Replace the approval workflow of purchase orders',
    description: 'Pending orders retain the steps that they were submitted with.',
  })
  async put(
    @CurrentActor() actor: Actor,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: WorkflowDto,
  ): Promise<WorkflowResponse> {
    return toStoredWorkflowResponse(await this.workflows.put(actor, 'purchase-orders', toWorkflow(body), ifMatch));
  }

  @Get('amendments')
  @Requires('read')
  @Answers(AmendmentWorkflowResponse, {
    summary: 'Get the approval workflow of amendments',
    description: 'Amendments use the rules of purchase orders until they have their own.',
  })
  async getOfAmendments(@CurrentActor() actor: Actor): Promise<AmendmentWorkflowResponse> {
    return toAmendmentWorkflowResponse(await this.workflows.get(actor.tenantId, 'amendments'));
  }

  @Put('amendments')
  @Examples(WORKFLOW_EXAMPLES.putOfAmendments)
  @Requires('admin', 'none')
  @Answers(AmendmentWorkflowResponse, {
    summary: 'Replace the approval workflow of amendments',
    description:
      'Pending amendments retain their steps. The amounts of steps are compared with the new total of the order.',
  })
  async putOfAmendments(
    @CurrentActor() actor: Actor,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: AmendmentWorkflowDto,
  ): Promise<AmendmentWorkflowResponse> {
    const workflow = body.rules && toWorkflow({ rules: body.rules });
    return toAmendmentWorkflowResponse(await this.workflows.put(actor, 'amendments', workflow, ifMatch));
  }

  @Get('invoices')
  @Requires('read')
  @Answers(InvoiceWorkflowResponse, {
    summary: 'Get the approval workflow of invoices',
    description: 'An invoice without steps needs one decision by a user with the permission `invoices.approve`.',
  })
  async getOfInvoices(@CurrentActor() actor: Actor): Promise<InvoiceWorkflowResponse> {
    return toStoredWorkflowResponse(await this.workflows.get(actor.tenantId, 'invoices'));
  }

  @Put('invoices')
  @Examples(WORKFLOW_EXAMPLES.putOfInvoices)
  @Requires('admin', 'none')
  @Answers(InvoiceWorkflowResponse, {
    summary: 'Replace the approval workflow of invoices',
    description: 'Pending invoices retain their steps, or stay without steps.',
  })
  async putOfInvoices(
    @CurrentActor() actor: Actor,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: InvoiceWorkflowDto,
  ): Promise<InvoiceWorkflowResponse> {
    return toStoredWorkflowResponse(await this.workflows.put(actor, 'invoices', toWorkflow(body), ifMatch));
  }
}
