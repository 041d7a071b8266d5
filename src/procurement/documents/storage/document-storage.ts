import type { S3Client } from '@aws-sdk/client-s3';
import type { OnApplicationShutdown } from '@nestjs/common';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { remembered } from '../../../common/async/remembered';
import type { Environment } from '../../../platform/config';

export interface FileToStore {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
}

/** Keys are `{tenant}/{random}` and written once. Callers convert the storage's errors to SERVICE_UNAVAILABLE. */
export abstract class DocumentStorage {
  /** Stores a copy of the file. When it returns, the copy is complete and durable. */
  abstract put(key: string, file: FileToStore): Promise<void>;
  /**
   * Undefined if there is no object. The caller must read or destroy the stream.
   * @param start first byte, counted from 0
   */
  abstract open(key: string, start?: number): Promise<Readable | undefined>;
  /** Removes the object, complete or not. Succeeds if there is none. */
  abstract remove(key: string): Promise<void>;
}

/** Stores uploads in a local folder, one subfolder per tenant. For a single machine or a shared volume. */
export class LocalStorage extends DocumentStorage {
  constructor(private readonly folder: string) {
    super();
  }

  async put(key: string, file: FileToStore): Promise<void> {
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const partial = createWriteStream(partialOf(path), { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(createReadStream(file.path), partial);
    // The rename makes the complete file visible at once.
    await rename(partialOf(path), path);
  }

  async open(key: string, start = 0): Promise<Readable | undefined> {
    try {
      return (await open(this.pathOf(key))).createReadStream({ start });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    await Promise.all([rm(path, { force: true }), rm(partialOf(path), { force: true })]);
  }

  private pathOf(key: string): string {
    if (!/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/.test(key)) throw new Error('Not a storage key');
    return join(this.folder, key);
  }
}

const partialOf = (path: string): string => `${path}.part`;

interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** URL of an S3-compatible server; default: Amazon. */
  readonly endpoint?: string;
}

const nothing = (): void => undefined;
const QUIET = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Uses the credentials of the AWS SDK's default chain. The SDK is loaded on first use only. */
export class S3Storage extends DocumentStorage implements OnApplicationShutdown {
  private client: S3Client | undefined;
  private readonly connect = remembered(async () => {
    const sdk = await import('@aws-sdk/client-s3');
    this.client = this.createClient(sdk);
    return { sdk, client: this.client };
  });

  constructor(private readonly settings: S3Settings) {
    super();
  }

  async put(key: string, file: FileToStore): Promise<void> {
    const { client, sdk } = await this.connect();
    const body = createReadStream(file.path);
    try {
      const content = { Body: body, ContentLength: file.size, ContentType: file.contentType };
      await client.send(new sdk.PutObjectCommand({ ...this.object(key), ...content }));
    } finally {
      body.destroy();
    }
  }

  async open(key: string, start = 0): Promise<Readable | undefined> {
    const { client, sdk } = await this.connect();
    const range = start > 0 ? { Range: `bytes=${start}-` } : {};
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...this.object(key), ...range }));
      return Body as Readable | undefined;
    } catch (error) {
      if (error instanceof sdk.NoSuchKey) return undefined;
      if (!(error instanceof sdk.S3ServiceException)) throw error;
      // The object is shorter than `start`: empty, like a local file.
      if (error.name === 'InvalidRange') return Readable.from([]);
      throw error.name === 'AccessDenied' ? refused(key, error) : error;
    }
  }

  async remove(key: string): Promise<void> {
    const { client, sdk } = await this.connect();
    await client.send(new sdk.DeleteObjectCommand(this.object(key)));
  }

  onApplicationShutdown(): void {
    this.client?.destroy();
  }

  private object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: key };
  }

  private createClient(sdk: typeof import('@aws-sdk/client-s3')): S3Client {
    const { region, endpoint } = this.settings;
    return new sdk.S3Client({
      region,
      // S3-compatible servers need path-style addresses, and many do not support the SDK's newer checksums.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      logger: QUIET, // errors are thrown, and logged by the caller
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    });
  }
}

/** Without the permission to list the bucket, S3 does not disclose whether an object exists. */
function refused(key: string, cause: Error): Error {
  return new Error(
    `The bucket refused to show ${key}: it is not there, or the credentials lack s3:GetObject on it. To be told which, give them s3:ListBucket on the bucket`,
    { cause },
  );
}

export function storageOf(
  environment: Pick<Environment, 'STORAGE_DRIVER' | 'STORAGE_PATH' | `S3_${'BUCKET' | 'REGION' | 'ENDPOINT'}`>,
): DocumentStorage {
  const { STORAGE_DRIVER, STORAGE_PATH, S3_BUCKET, S3_REGION, S3_ENDPOINT } = environment;
  if (STORAGE_DRIVER === 'local') return new LocalStorage(STORAGE_PATH);
  // The validation of the environment has checked this.
  if (S3_BUCKET === undefined) throw new Error('S3_BUCKET is missing');
  return new S3Storage({ bucket: S3_BUCKET, region: S3_REGION, ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}) });
}
