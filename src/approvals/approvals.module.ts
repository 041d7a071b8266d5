import { Module } from '@nestjs/common';
import { ApprovalsRepository } from './approvals.repository';
import { ApprovalsService } from './approvals.service';
import { DelegationsController } from './delegations.controller';
import { DelegationsRepository } from './delegations.repository';
import { DelegationsService } from './delegations.service';
import { WorkflowsController } from './workflows.controller';
import { WorkflowsRepository } from './workflows.repository';
import { WorkflowsService } from './workflows.service';

/** Who has to approve what, who may, and what their decisions lead to. */
@Module({
  controllers: [WorkflowsController, DelegationsController],
  providers: [
    ApprovalsService,
    ApprovalsRepository,
    WorkflowsService,
    WorkflowsRepository,
    DelegationsService,
    DelegationsRepository,
  ],
  exports: [ApprovalsService],
})
export class ApprovalsModule {}
