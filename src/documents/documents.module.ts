import { Module } from '@nestjs/common';
import { OrderLinks } from './order-links';

/** Documents of purchase orders: links, uploads, downloads. */
@Module({
  providers: [OrderLinks],
  exports: [OrderLinks],
})
export class DocumentsModule {}
