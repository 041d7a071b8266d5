import type { S3Client } from '@aws-sdk/client-s3';
import type { OnApplicationShutdown } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DocumentStorage, FileToKeep } from './document-storage';

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** URL of an S3-compatible server; Amazon's when left out. */
  readonly endpoint?: string;
}

const nothing = (): void => undefined;
const QUIET = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/**
 * Keeps uploads in an S3 bucket. Credentials come from where the AWS SDK looks for them. The SDK is loaded at the first
 * use: a service that keeps files on disk never pays for it.
 */
export class S3Storage extends DocumentStorage implements OnApplicationShutdown {
  private connected: Promise<{ client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> | undefined;

  constructor(private readonly settings: S3Settings) {
    super();
  }

  async put(key: string, file: FileToKeep): Promise<void> {
    const { client, sdk } = await this.connect();
    const body = createReadStream(file.path);
    try {
      await client.send(
        new sdk.PutObjectCommand({
          ...this.object(key),
          Body: body,
          ContentLength: file.size,
          ContentType: file.contentType,
        }),
      );
    } finally {
      body.destroy();
    }
  }

  async open(key: string): Promise<Readable | undefined> {
    const { client, sdk } = await this.connect();
    try {
      const { Body } = await client.send(new sdk.GetObjectCommand(this.object(key)));
      return Body as Readable | undefined;
    } catch (error) {
      if (error instanceof sdk.NoSuchKey) return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const { client, sdk } = await this.connect();
    await client.send(new sdk.DeleteObjectCommand(this.object(key)));
  }

  /** Lets go of the connections. */
  async onApplicationShutdown(): Promise<void> {
    const connected = await this.connected?.catch(() => undefined);
    connected?.client.destroy();
  }

  private object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: key };
  }

  private async connect(): NonNullable<typeof this.connected> {
    this.connected ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: this.client(sdk) }));
    return this.connected;
  }

  private client(sdk: typeof import('@aws-sdk/client-s3')): S3Client {
    const { region, endpoint } = this.settings;
    return new sdk.S3Client({
      region,
      // Compatible servers are addressed by path, and many do not know the SDK's newer checksums.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      logger: QUIET, // what fails is thrown, and logged by the caller
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    });
  }
}
