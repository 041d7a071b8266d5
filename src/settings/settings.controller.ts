import { Get, Put } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { IfMatch } from '../common/records/versions';
import { Answers, Body, BothForms, CurrentActor, Examples, IfMatches, Requires } from '../http';
import { SettingsOut } from './answers';
import { SETTINGS_EXAMPLES } from './examples';
import { presentSettings } from './present';
import { SettingsIn } from './requests';
import { SettingsService } from './settings.service';

@BothForms('settings', 'Settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Requires('read')
  @Answers(SettingsOut, { summary: "Get the tenant's settings" })
  async get(@CurrentActor() actor: Actor): Promise<SettingsOut> {
    return presentSettings(await this.settings.get(actor.tenantId));
  }

  @Put()
  @Examples(SETTINGS_EXAMPLES.change)
  @Requires('admin')
  @Answers(SettingsOut, {
    summary: 'Change settings',
    description: 'What is left out stays. The audit log keeps who changed which setting, from what to what.',
    codes: ['PRECONDITION_FAILED'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Body() body: SettingsIn,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<SettingsOut> {
    return presentSettings(await this.settings.change(actor, body, ifMatch));
  }
}
