import { request, Agent, type AgentOptions, type RequestOptions } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates, type ConnectionOptions, type SecureContext } from 'node:tls';
import { currentTraceparent, inSpan, type SpanOptions } from '../../../../platform/tracing';
import type { CallResult } from '../../domain/outcome';
import { hostOf } from '../../domain/addresses';
import { BlockedAddressError, type AddressGuard } from './address-guard';
import { readBounded } from './bounded-body';
import type { Duplex } from 'node:stream';

/** One POST to a receiver. */
interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent unchanged, in UTF-8. */
  readonly body: string;
}

interface SenderOptions {
  /** Milliseconds for lookup, connection, request and response together. */
  readonly deadline: number;
  /** PEM of a certificate authority trusted in addition to the public ones; `version` changes with `text`. */
  readonly extraCa?: { readonly text: string; readonly version: number } | undefined;
}

/** Calls receivers over HTTPS, only at addresses that the guard allows and within one deadline. */
export class WebhookSender {
  private trusted: { readonly version: number; readonly context: SecureContext } | undefined;
  private readonly connections = new ReusedConnections();

  constructor(
    private readonly guard: AddressGuard,
    private readonly options: SenderOptions,
  ) {}

  /** Never rejects. Of all tracing data, receivers get only the header `traceparent`. */
  send(call: WebhookCall): Promise<CallResult> {
    return inSpan(
      () => spanOf(call),
      async (span) => {
        const traceparent = currentTraceparent();
        const headers = traceparent === null ? call.headers : { ...call.headers, traceparent };
        const result = await this.sendNow({ ...call, headers });
        if (result.kind === 'response') span?.set({ 'http.response.status_code': result.status });
        else span?.set({ 'error.type': result.kind === 'network' ? result.code : result.kind });
        return result;
      },
    );
  }

  private async sendNow(call: WebhookCall): Promise<CallResult> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.options.deadline);
    try {
      const vetted = await this.guard.addresses(call.url, deadline.signal);
      const response = await this.answer(call, vetted, deadline.signal);
      const body = await readBounded(response);
      return { kind: 'response', status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body };
    } catch (error) {
      return failure(error, deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  private async answer(call: WebhookCall, vetted: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
    const outgoing = this.open(call, vetted, signal, this.connections);
    try {
      return await answerOf(outgoing, call.body);
    } catch (error) {
      // A receiver may close an idle connection just when it is reused. A new connection shows whether it is reachable.
      if (!outgoing.reusedSocket || !isReset(error) || signal.aborted) throw error;
      return answerOf(this.open(call, vetted, signal, false), call.body);
    }
  }

  private open(
    call: WebhookCall,
    vetted: readonly string[],
    signal: AbortSignal,
    agent: ReusedConnections | false,
  ): ClientRequest {
    const url = new URL(call.url);
    const host = hostOf(url);
    const options: VettedRequestOptions & ConnectionOptions & { autoSelectFamilyAttemptTimeout: number } = {
      method: 'POST',
      host,
      port: url.port === '' ? 443 : Number(url.port),
      path: url.pathname + url.search,
      headers: { ...call.headers, 'Content-Length': Buffer.byteLength(call.body) },
      signal,
      agent,
      vetted,
      lookup: lookupIn(vetted),
      secureContext: this.secureContext(),
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
      rejectUnauthorized: true,
      // The name that the certificate must match. For a literal address TLS sends no name and checks the address.
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      autoSelectFamilyAttemptTimeout: 1_000,
    };
    return request(options);
  }

  /** Created again only when the authority has changed: parsing the root certificates costs more than a call. */
  private secureContext(): SecureContext {
    const { extraCa } = this.options;
    const version = extraCa?.version ?? 0;
    if (this.trusted?.version !== version) {
      const ca = extraCa ? { ca: [...rootCertificates, extraCa.text] } : {};
      this.trusted = { version, context: createSecureContext({ minVersion: 'TLSv1.2', ...ca }) };
    }
    return this.trusted.context;
  }
}

/** The span of a call. Omits the path and query of the URL, which may contain secrets. */
function spanOf({ url }: WebhookCall): SpanOptions {
  const { hostname, port } = new URL(url);
  const attributes = { 'server.address': hostname, 'server.port': Number(port || 443), 'http.request.method': 'POST' };
  return { name: 'POST', kind: 'client', attributes };
}

function answerOf(outgoing: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    // The receiver switches protocols instead of responding.
    outgoing.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(Object.assign(new Error('the receiver switched protocols'), { code: 'UNEXPECTED_UPGRADE' }));
    });
    outgoing.end(body);
  });
}

const isReset = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(codeOf(error));

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'UNKNOWN';
}

function failure(error: unknown, deadline: AbortSignal): CallResult {
  if (deadline.aborted) return { kind: 'timeout' };
  if (error instanceof BlockedAddressError) return { kind: 'blocked' };
  return { kind: 'network', code: codeOf(error) };
}

/** How long an idle connection stays open, milliseconds. Shorter than the five seconds of a Node.js receiver. */
const IDLE_MILLISECONDS = 4_000;

/** Maximum number of idle connections, per receiver and in total. */
const MOST_IDLE_EACH = 10;
const MOST_IDLE = 100;

interface VettedRequestOptions extends RequestOptions {
  /** The addresses checked for this request; at least one. */
  readonly vetted: readonly string[];
}

/** The type definitions omit that `keepSocketAlive` returns a boolean. */
interface AnsweringAgent extends Agent {
  keepSocketAlive(socket: Duplex): boolean;
}
const BaseAgent = Agent as unknown as new (options: AgentOptions) => AnsweringAgent;

/**
 * Reuses connections for a few seconds, because a TLS handshake costs more than the rest of a delivery. A connection is
 * identified by host, port, certificate name *and* the addresses of the host when it was opened. A call reuses it only
 * if its own check returned the same addresses. TLS sessions are not resumed: each connection verifies the certificate.
 */
class ReusedConnections extends BaseAgent {
  constructor() {
    super({ keepAlive: true, timeout: IDLE_MILLISECONDS, maxFreeSockets: MOST_IDLE_EACH, maxCachedSessions: 0 });
  }

  override getName(options?: RequestOptions): string {
    const { vetted } = options as VettedRequestOptions;
    return `${super.getName(options)}|${[...vetted].sort().join()}`;
  }

  /** Node.js calls this for each connection that becomes idle. */
  override keepSocketAlive(socket: Duplex): boolean {
    const idle = Object.values(this.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
    return idle < MOST_IDLE && super.keepSocketAlive(socket);
  }
}

/** A `lookup` function for `net.connect` that returns only these addresses. */
export function lookupIn(vetted: readonly string[]): LookupFunction {
  return (_host, options, callback) => {
    const pinned = vetted.map((address) => ({ address, family: isIP(address) }));
    if (options.all) callback(null, pinned);
    else callback(null, pinned[0]?.address ?? '', pinned[0]?.family);
  };
}
