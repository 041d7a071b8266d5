import { Body, Delete, Post, Put } from '@nestjs/common';
import type { Actor } from '../common/actor';
import {
  Answers,
  AnswersNothing,
  CurrentActor,
  Examples,
  FormB,
  type IfMatch,
  IfMatches,
  PathId,
  Requires,
} from '../http';
import { ORDER_EXAMPLES_B } from './http/examples';
import { ChangedLineOut } from './http/form-b/answers';
import { inFormBWords } from './http/form-b/field-names';
import { presentChangedLine } from './http/form-b/present';
import { LineIn, LineUpdateIn, lineChange } from './http/form-b/requests';
import { OrderItemsService } from './purchase-orders.service';

/** Lines of a draft in Form B. */
@FormB('purchase-orders/:id/items', 'Purchase orders')
export class PurchaseOrderItemsFormBController {
  constructor(private readonly items: OrderItemsService) {}

  @Post()
  @Examples(ORDER_EXAMPLES_B.addItem)
  @Requires('write')
  @Answers(ChangedLineOut, { summary: 'Add a line to a draft', status: 201, codes: ['INVALID_STATUS'] })
  async add(@CurrentActor() actor: Actor, @PathId() id: number, @Body() body: LineIn): Promise<ChangedLineOut> {
    return presentChangedLine(await inFormBWords(this.items.add(actor, id, lineChange(body))));
  }

  @Put(':item_id')
  @Examples(ORDER_EXAMPLES_B.updateItem)
  @Requires('write')
  @Answers(ChangedLineOut, { summary: 'Change a line of a draft', codes: ['INVALID_STATUS'] })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathId('item_id') itemId: number,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: LineUpdateIn,
  ): Promise<ChangedLineOut> {
    return presentChangedLine(await inFormBWords(this.items.update(actor, id, itemId, lineChange(body), ifMatch)));
  }

  @Delete(':item_id')
  @Examples(ORDER_EXAMPLES_B.removeItem)
  @Requires('delete')
  @AnswersNothing({ summary: 'Remove a line of a draft, but never the last', codes: ['INVALID_STATUS'] })
  async remove(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @PathId('item_id') itemId: number,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<void> {
    await inFormBWords(this.items.remove(actor, id, itemId, ifMatch));
  }
}
