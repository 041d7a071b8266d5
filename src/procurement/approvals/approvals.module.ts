import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApprovalDecision } from './entities/approval-decision.entity';
import { ApprovalStep } from './entities/approval-step.entity';
import { ApprovalWorkflow } from './entities/approval-workflow.entity';
import { Delegation } from './entities/delegation.entity';
import { ApprovalsRepository } from './approvals.repository';
import { ApprovalsService } from './approvals.service';
import { DelegationsController } from './delegations/delegations.controller';
import { DelegationsService } from './delegations/delegations.service';
import { DecisionsService } from './inbox/decisions.service';
import { InboxController } from './inbox/inbox.controller';
import { InboxQueries } from './inbox/inbox.queries';
import { ApprovalPorts } from './inbox/ports';
import { ApprovalReminders } from './inbox/reminders.service';
import { WorkflowsController } from './workflows/workflows.controller';
import { WorkflowsService } from './workflows/workflows.service';

@Module({
  imports: [TypeOrmModule.forFeature([ApprovalDecision, ApprovalStep, ApprovalWorkflow, Delegation])],
  controllers: [InboxController, WorkflowsController, DelegationsController],
  providers: [
    ApprovalsService,
    ApprovalsRepository,
    WorkflowsService,
    DelegationsService,
    ApprovalPorts,
    InboxQueries,
    DecisionsService,
    ApprovalReminders,
  ],
  exports: [ApprovalsService, ApprovalPorts, WorkflowsService, DelegationsService],
})
export class ApprovalsModule {}
