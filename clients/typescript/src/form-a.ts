import { configuration, throwTyped, type ConnectionOptions } from './connection.js';
import { createClient } from './generated/form-a/client/index.js';
import { Operations } from './generated/form-a/sdk.gen.js';

export type * from './generated/form-a/types.gen.js';
export type { Operations } from './generated/form-a/sdk.gen.js';

/**
 * Every operation of Form A (`/v1`), by resource: `api.purchaseOrders.approve({ path: { id: 7 } })`.
 * @throws TypeError that names the option that is missing or wrong
 */
export function connectFormA(options: ConnectionOptions): Operations {
  return new Operations({ client: throwTyped(createClient(configuration('connectFormA', '/v1', options))) });
}
