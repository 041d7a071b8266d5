import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Document } from './entities/document.entity';
import { StoredObject } from './entities/stored-object.entity';
import { DocumentsController } from './documents.controller';
import { DocumentsService } from './documents.service';
import { DocumentPorts } from './ports';
import { UploadGuard } from './uploads/upload.guard';
import { OrderLinks } from './order-links';
import { OrderUploads } from './uploads/order-uploads';
import { Orphans } from './storage/orphans';
import { storageProvider } from './storage/storage.provider';
import { StoredObjectsRepository } from './storage/stored-objects.repository';
import { UploadsController } from './uploads/uploads.controller';
import { UploadsService } from './uploads/uploads.service';

/** Documents of purchase orders: links, uploads, downloads. */
@Module({
  imports: [TypeOrmModule.forFeature([Document, StoredObject])],
  controllers: [UploadsController, DocumentsController],
  providers: [
    storageProvider,
    StoredObjectsRepository,
    Orphans,
    OrderLinks,
    OrderUploads,
    UploadsService,
    DocumentsService,
    DocumentPorts,
    UploadGuard,
  ],
  exports: [OrderLinks, OrderUploads, DocumentPorts],
})
export class DocumentsModule {}
