import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Document } from './entities/document.entity';
import { StoredObject } from './entities/stored-object.entity';
import { DocumentsController } from './documents.controller';
import { DownloadsService } from './downloads.service';
import { UploadGuard } from './incoming/upload.guard';
import { OrderLinks } from './order-links';
import { OrderUploads } from './order-uploads';
import { Orphans } from './orphans';
import { StorageRoom } from './storage-room';
import { storageProvider } from './storage/storage.provider';
import { StoredObjects } from './stored-objects';
import { UploadsController } from './uploads.controller';
import { UploadsFormBController } from './uploads.form-b.controller';
import { UploadsService } from './uploads.service';

/** Documents of purchase orders: links, uploads, downloads. */
@Module({
  imports: [TypeOrmModule.forFeature([Document, StoredObject])],
  controllers: [UploadsController, UploadsFormBController, DocumentsController],
  providers: [
    storageProvider,
    StorageRoom,
    StoredObjects,
    Orphans,
    OrderLinks,
    OrderUploads,
    UploadsService,
    DownloadsService,
    UploadGuard,
  ],
  exports: [OrderLinks, OrderUploads],
})
export class DocumentsModule {}
