import { Get, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { Language } from '../../../messages';
import type { Page } from '../../../common/lists/page';
import type { VendorId } from '../../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  CurrentLanguage,
  Examples,
  PathId,
  Query,
  Requires,
  EmptyDto,
} from '../../../platform/http';
import { BANK_ACCOUNT_EXAMPLES } from '../http/examples';
import { BankAccountResponse, toBankAccountResponse } from './answers';
import { BankAccountsQueries } from './bank-accounts.queries';
import { BankAccountsService } from './bank-accounts.service';
import { BankAccountDto, BankAccountListQuery } from './requests';

@BothForms('vendors/:id/bank-accounts', 'Vendors')
export class BankAccountsController {
  constructor(
    private readonly accounts: BankAccountsService,
    private readonly queries: BankAccountsQueries,
  ) {}

  @Get()
  @Examples(BANK_ACCOUNT_EXAMPLES.list)
  @Requires('read')
  @AnswersPage(BankAccountResponse, {
    summary: "List versions of a vendor's bank details",
    description: 'Newest first by default. Versions are never deleted.',
  })
  async list(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @Query() query: BankAccountListQuery,
  ): Promise<Page<BankAccountResponse>> {
    const page = await this.queries.list(actor.tenantId, id, query.toPageRequest());
    return page.map((account) => toBankAccountResponse(account, actor));
  }

  @Post()
  @Examples(BANK_ACCOUNT_EXAMPLES.add)
  @Requires('write', 'vendors.write')
  @Answers(BankAccountResponse, {
    summary: "Add a vendor's bank details",
    message: 'vendor.bank_account_added',
    description:
      'They become the newest version, which the vendor shows and another user must verify. If they equal the newest version, that version is returned. An IBAN of another vendor causes a warning.',
    status: 201,
  })
  async add(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @Body() body: BankAccountDto,
    @CurrentLanguage() language: Language,
  ): Promise<BankAccountResponse> {
    const { account, warnings } = await this.accounts.add(actor, id, body.toInput());
    return toBankAccountResponse(account, actor, { warnings, language });
  }

  @Post(':account_id/verify')
  @Examples(BANK_ACCOUNT_EXAMPLES.verify)
  @Requires('approve', 'vendor_bank.verify')
  @Answers(BankAccountResponse, {
    summary: "Verify a vendor's bank details",
    message: 'vendor.bank_account_verified',
    description:
      'Only the newest version. Users who entered the account since the last verified version cannot verify it, not even administrators.',
    codes: ['INVALID_STATUS', 'SELF_APPROVAL_FORBIDDEN'],
  })
  async verify(
    @CurrentActor() actor: Actor,
    @PathId() id: VendorId,
    @PathId('account_id') accountId: number,
    @Body() _body: EmptyDto,
  ): Promise<BankAccountResponse> {
    const verified = await this.accounts.verify(actor, id, accountId);
    return toBankAccountResponse(verified, actor);
  }
}
