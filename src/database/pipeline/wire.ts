import type { EventEmitter } from 'node:events';
import * as pg from 'pg';

/** The part of pg's Query that a connection calls. */
interface QueryOnWire extends EventEmitter {
  callback: (error: Error | null) => void;
  submit(wire: unknown): null;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/**
 * A pipelined connection takes no other query than one that is pg's own, whose fields (`rows`, `name`, `text`, ...) a subclass
 * must leave alone.
 */
export const WireQuery = pg.Query as unknown as new (text: string) => QueryOnWire;
