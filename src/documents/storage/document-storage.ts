import type { Readable } from 'node:stream';

/** A file on the local disk that is to be kept. */
export interface FileToKeep {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly contentType: string;
}

/**
 * Where uploads are kept. Keys are ours (`{tenant}/{random}`) and written once. Errors are the storage's own; callers answer
 * them as SERVICE_UNAVAILABLE.
 */
export abstract class DocumentStorage {
  /** Keeps a copy of the file under the key. When it returns, the copy is whole and durable. */
  abstract put(key: string, file: FileToKeep): Promise<void>;
  /** The bytes under the key; undefined when there are none. The caller reads the stream or destroys it. */
  abstract open(key: string): Promise<Readable | undefined>;
  /** Removes what is under the key, whole or not; nothing there is as good. */
  abstract remove(key: string): Promise<void>;
}
