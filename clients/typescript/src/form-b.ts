import { configuration, throwTyped, type ConnectionOptions } from './connection.js';
import { createClient } from './generated/form-b/client/index.js';
import { Operations } from './generated/form-b/sdk.gen.js';

export type * from './generated/form-b/types.gen.js';
export type { Operations } from './generated/form-b/sdk.gen.js';

/**
 * Every operation of Form B (`/api/v1`), by resource: `api.purchaseOrders.approve({ path: { id: 7 } })`.
 * @throws TypeError that names the option that is missing or wrong
 */
export function connectFormB(options: ConnectionOptions): Operations {
  return new Operations({ client: throwTyped(createClient(configuration('connectFormB', '/api/v1', options))) });
}
