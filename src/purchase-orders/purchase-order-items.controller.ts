import { Body, Delete, Post, Put } from '@nestjs/common';
import type { Actor } from '../common/actor';
import {
  Answers,
  AnswersNothing,
  CurrentActor,
  Examples,
  FormA,
  type IfMatch,
  IfMatches,
  PathId,
  Requires,
} from '../http';
import { ORDER_EXAMPLES } from './http/examples';
import { ChangedItemOut } from './http/form-a/answers';
import { presentChangedItem } from './http/form-a/present';
import { ItemIn, ItemUpdateIn, lineChange } from './http/form-a/requests';
import { OrderItemsService } from './purchase-orders.service';

/** Lines of a draft in Form A. */
@FormA('purchase-orders/:id/items', 'Purchase orders')
export class PurchaseOrderItemsController {
  constructor(private readonly items: OrderItemsService) {}

  @Post()
  @Examples(ORDER_EXAMPLES.addItem)
  @Requires('write')
  @Answers(ChangedItemOut, { summary: 'Add a line to a draft', status: 201, codes: ['INVALID_STATUS'] })
  async add(@CurrentActor() actor: Actor, @PathId() id: number, @Body() body: ItemIn): Promise<ChangedItemOut> {
    return presentChangedItem(await this.items.add(actor, id, lineChange(body)));
  }

  @Put(':item_id')
  @Examples(ORDER_EXAMPLES.updateItem)
  @Requires('write')
  @Answers(ChangedItemOut, { summary: 'Change a line of a draft', codes: ['INVALID_STATUS'] })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathId('item_id') itemId: number,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: ItemUpdateIn,
  ): Promise<ChangedItemOut> {
    return presentChangedItem(await this.items.update(actor, id, itemId, lineChange(body), ifMatch));
  }

  @Delete(':item_id')
  @Examples(ORDER_EXAMPLES.removeItem)
  @Requires('delete')
  @AnswersNothing({ summary: 'Remove a line of a draft, but never the last', codes: ['INVALID_STATUS'] })
  async remove(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathId('item_id') itemId: number,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<void> {
    await this.items.remove(actor, id, itemId, ifMatch);
  }
}
