import { DELIVERY_LIFECYCLE, REDELIVERABLE, type DeliveryAction } from '../domain/delivery-lifecycle';

const literal = (status: string): string => `'${status}'`;

/**
 * The lifecycle's answer in SQL, for statements that ask it of a row that they have not read before: written from the table
 * in `domain/`, so that the two cannot disagree.
 * @returns a condition that holds for deliveries of a status from which the action may start
 */
export function mayStart(action: DeliveryAction, column = 'status'): string {
  return `${column} IN (${Object.keys(DELIVERY_LIFECYCLE[action]).map(literal).join(', ')})`;
}

/** @returns the literal of the status that the action leads to, the same from every status */
export function statusAfter(action: DeliveryAction): string {
  const [status = '', ...others] = new Set(Object.values(DELIVERY_LIFECYCLE[action]));
  if (others.length > 0) throw new Error(`${action} leads to more than one status`);
  return literal(status);
}

/** A condition that holds for deliveries that have ended. */
export const HAS_ENDED = `status IN (${REDELIVERABLE.map(literal).join(', ')})`;
