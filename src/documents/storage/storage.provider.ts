import type { FactoryProvider } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../../config';
import { DocumentStorage } from './document-storage';
import { LocalStorage } from './local-storage';
import { S3Storage } from './s3-storage';

/** The storage that the configuration names. */
export const storageProvider: FactoryProvider<DocumentStorage> = {
  provide: DocumentStorage,
  inject: [ENVIRONMENT],
  useFactory: ({ STORAGE_DRIVER, STORAGE_PATH, S3_BUCKET, S3_REGION, S3_ENDPOINT }: Environment) => {
    if (STORAGE_DRIVER === 'local') return new LocalStorage(STORAGE_PATH);
    // The environment was refused without one.
    if (S3_BUCKET === undefined) throw new Error('S3_BUCKET is missing');
    return new S3Storage({ bucket: S3_BUCKET, region: S3_REGION, ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}) });
  },
};
