import { Agent, type AgentOptions, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';

/** How long an idle connection is kept, milliseconds: less than the five seconds of a Node receiver. */
const IDLE_MILLISECONDS = 4_000;

/** The most idle connections that are kept: of one receiver, and in all. */
const MOST_IDLE_EACH = 10;
const MOST_IDLE = 100;

/** A request whose host's addresses have just been checked. */
export interface VettedRequestOptions extends RequestOptions {
  /** The addresses that were checked for this very request; at least one. */
  readonly vetted: readonly string[];
}

/** The typings leave out that `keepSocketAlive` answers a boolean. */
interface AnsweringAgent extends Agent {
  keepSocketAlive(socket: Duplex): boolean;
}
const BaseAgent = Agent as unknown as new (options: AgentOptions) => AnsweringAgent;

/**
 * Keeps connections for a few seconds, since a TLS handshake costs more than all the rest of a delivery. A connection is
 * a receiver's (host, port, name in the certificate) *and* of the addresses its host had when it was opened: a call takes
 * one only if the check made for that call came to the same addresses, so none outlives what was checked. Every new one
 * proves its certificate: TLS sessions are not resumed.
 */
export class KeptConnections extends BaseAgent {
  constructor() {
    super({ keepAlive: true, timeout: IDLE_MILLISECONDS, maxFreeSockets: MOST_IDLE_EACH, maxCachedSessions: 0 });
  }

  override getName(options?: RequestOptions): string {
    const { vetted } = options as VettedRequestOptions;
    return `${super.getName(options)}|${[...vetted].sort().join()}`;
  }

  /** Node asks for each connection that becomes idle whether to keep it. */
  override keepSocketAlive(socket: Duplex): boolean {
    const idle = Object.values(this.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
    return idle < MOST_IDLE && super.keepSocketAlive(socket);
  }
}

/** A `lookup` for `net.connect` that hands out these addresses, whatever the name would answer by now. */
export function lookupIn(vetted: readonly string[]): LookupFunction {
  return (_host, options, callback) => {
    const pinned = vetted.map((address) => ({ address, family: isIP(address) }));
    if (options.all) callback(null, pinned);
    else callback(null, pinned[0]?.address ?? '', pinned[0]?.family);
  };
}
