/** An entry's place in the log: its time, and its id among those of one time. */
export interface AuditPosition {
  readonly at: Date;
  readonly id: number;
}

type Order = 'asc' | 'desc';

/** The position after which the next part of a list begins, as text that clients pass on as it is. */
export function cursorOf({ at, id }: AuditPosition, order: Order): string {
  return Buffer.from(`${order}/${at.getTime()}/${id}`).toString('base64url');
}

const CURSOR = /^(asc|desc)\/(\d{1,15})\/([1-9]\d{0,15})$/;

/** The position that a cursor holds; undefined when it is none, or one of the other order. */
export function positionOf(cursor: string, order: Order): AuditPosition | undefined {
  const [, direction, milliseconds, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (direction !== order) return undefined;
  return { at: new Date(Number(milliseconds)), id: Number(id) };
}
