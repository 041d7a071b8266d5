import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ENVIRONMENT } from '../../platform/config';
import {
  DocumentsController,
  InvoiceDocumentsController,
  ReceiptDocumentsController,
  UploadsController,
} from './documents.controller';
import { DocumentsService } from './documents.service';
import { Document } from './entities/document.entity';
import { StoredObject } from './entities/stored-object.entity';
import { OrderLinks, OrderUploads } from './order-documents';
import { DocumentPorts } from './ports';
import { DocumentStorage, storageOf } from './storage/document-storage';
import { FileVerification } from './storage/file-verification';
import { Orphans } from './storage/orphans';
import { StoredFiles } from './storage/stored-files';
import { StoredObjectsRepository } from './storage/stored-objects.repository';
import { UploadGuard } from './uploads/upload.guard';

@Module({
  imports: [TypeOrmModule.forFeature([Document, StoredObject])],
  controllers: [UploadsController, InvoiceDocumentsController, ReceiptDocumentsController, DocumentsController],
  providers: [
    { provide: DocumentStorage, inject: [ENVIRONMENT], useFactory: storageOf },
    StoredObjectsRepository,
    Orphans,
    StoredFiles,
    FileVerification,
    OrderLinks,
    OrderUploads,
    DocumentsService,
    DocumentPorts,
    UploadGuard,
  ],
  exports: [DocumentStorage, OrderLinks, OrderUploads, DocumentPorts, StoredFiles, FileVerification],
})
export class DocumentsModule {}
