import { Get } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { Answers, BothForms, CurrentActor, Requires } from '../http';
import { TenantQuotas } from '../quotas';
import { QuotasOut } from './answers';

@BothForms('settings/quotas', 'Settings')
export class QuotasController {
  constructor(private readonly quotas: TenantQuotas) {}

  @Get()
  @Requires('read')
  @Answers(QuotasOut, {
    summary: "Get the tenant's quotas and what is used of them",
    description: 'The operator of the service sets them; nobody of the tenant can.',
  })
  async get(@CurrentActor() actor: Actor): Promise<QuotasOut> {
    return this.quotas.usage(actor.tenantId);
  }
}
