import { Module } from '@nestjs/common';
import { ApprovalsRepository } from './approvals.repository';
import { ApprovalsService } from './approvals.service';
import { WorkflowsRepository } from './workflows.repository';

/** Who has to approve what, who may, and what their decisions lead to. */
@Module({
  providers: [ApprovalsService, ApprovalsRepository, WorkflowsRepository],
  exports: [ApprovalsService],
})
export class ApprovalsModule {}
