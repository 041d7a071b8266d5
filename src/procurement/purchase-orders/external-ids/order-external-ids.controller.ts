import { Put } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { Language } from '../../../messages';
import type { OrderId, OrderItemId } from '../../../common/records/ids';
import type { IfMatch } from '../../../common/records/versions';
import {
  Answers,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  CurrentLanguage,
  Examples,
  ExternalDto,
  externalOf,
  type Form,
  IfMatches,
  type OfForm,
  PathId,
  Requires,
} from '../../../platform/http';
import { OrderExternalIdsService } from './order-external-ids.service';
import { ORDER_EXAMPLES } from '../http/examples';
import { ORDER_IN_FORM, ORDER_RESPONSE } from '../http/present';

@BothForms('purchase-orders/:id', 'Purchase orders')
export class OrderExternalIdsController {
  constructor(private readonly externalIds: OrderExternalIdsService) {}

  @Put('external-id')
  @Examples(ORDER_EXAMPLES.externalId)
  @Requires('write', 'orders.write')
  @Answers(ORDER_RESPONSE, {
    summary: 'Set the external id of a purchase order',
    description:
      'Allowed in every status, because nothing that was approved changes. Omitted fields stay unchanged. Returns the order; a change raises its version.',
    codes: ['PRECONDITION_FAILED'],
  })
  async setOfOrder(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() body: ExternalDto,
    @IfMatches() ifMatch: IfMatch,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.externalIds.set(actor, { id }, externalOf(body), ifMatch), language);
  }

  @Put('items/:item_id/external-id')
  @Examples(ORDER_EXAMPLES.itemExternalId)
  @Requires('write', 'orders.write')
  @Answers(ORDER_RESPONSE, {
    summary: 'Set the external id of a purchase order line',
    description:
      'Allowed in every status of the order. Omitted fields stay unchanged. Returns the order; a change raises its version. `If-Match` takes the version of the order.',
    codes: ['PRECONDITION_FAILED'],
  })
  async setOfItem(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('item_id') itemId: OrderItemId,
    @Body() body: ExternalDto,
    @IfMatches() ifMatch: IfMatch,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    const changed = await this.externalIds.set(actor, { id, itemId }, externalOf(body), ifMatch);
    return ORDER_IN_FORM[form](changed, language);
  }
}
