import { Get, Put } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { IfMatch } from '../../common/records/versions';
import {
  Answers,
  Body,
  BothForms,
  CurrentActor,
  Deprecates,
  Examples,
  IfMatches,
  Requires,
  versioned,
} from '../../platform/http';
import { TenantQuotas } from '../quotas';
import { QuotasResponse, SettingsResponse } from './answers';
import { SettingsDto } from './requests';
import { SettingsService } from './settings.service';
import { type ShownSettings, settingsVersion } from './shown-settings';

/** Example requests for the demo tenant; see `Examples`. */
const EXAMPLES = {
  bodies: {
    'Strict controls, all together': { controls: 'strict' },
    'Stricter approvals': { prevent_self_approval: true, require_distinct_approvers: true },
    'Tolerances for invoices': {
      matching_policy: 'three_way',
      price_tolerance_pct: 2,
      price_tolerance_abs: 50,
      quantity_tolerance_pct: 0.5,
      approvable_match_statuses: ['full_match', 'partial_match'],
    },
    'Payments only to verified bank details': { bank_change_control: 'block' },
    'Mail in Arabic': { language: 'ar' },
  },
  answer: { controls: 'strict', prevent_self_approval: true, require_distinct_approvers: true, require_budget: true },
};

/** Replaced by the permission `invoices.approve` of roles. */
const APPROVER_ROLES = {
  field: 'invoice_approver_roles',
  since: new Date('2026-11-22T00:00:00Z'),
  sunset: new Date('2027-12-31T23:59:59Z'),
};

@BothForms('settings', 'Settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Deprecates(APPROVER_ROLES)
  @Requires('read')
  @Answers(SettingsResponse, { summary: "Get the tenant's settings" })
  async get(@CurrentActor() actor: Actor): Promise<SettingsResponse> {
    return toSettingsResponse(await this.settings.read(actor.tenantId));
  }

  @Put()
  @Deprecates(APPROVER_ROLES)
  @Examples(EXAMPLES)
  @Requires('admin', 'none')
  @Answers(SettingsResponse, {
    summary: 'Change settings',
    description: 'Omitted settings do not change. The audit log records the user, and the old and new values.',
    codes: ['PRECONDITION_FAILED'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Body() body: SettingsDto,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<SettingsResponse> {
    return toSettingsResponse(await this.settings.change(actor, body, ifMatch));
  }
}

@BothForms('settings/quotas', 'Settings')
export class QuotasController {
  constructor(private readonly quotas: TenantQuotas) {}

  @Get()
  @Requires('read')
  @Answers(QuotasResponse, {
    summary: "Get the tenant's quotas and their usage",
    description: 'Only the operator of the service can set them.',
  })
  async get(@CurrentActor() actor: Actor): Promise<QuotasResponse> {
    return this.quotas.usage(actor.tenantId);
  }
}

/** The ETag is derived from the values. */
function toSettingsResponse(settings: ShownSettings): SettingsResponse {
  return versioned({ ...settings }, settingsVersion(settings));
}
