import { request } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { createSecureContext, rootCertificates, type ConnectionOptions, type SecureContext } from 'node:tls';
import type { CallResult } from '../../domain/outcome';
import { hostOf } from '../../domain/addresses/url-policy';
import { BlockedAddressError, type AddressGuard } from './address-guard';
import { readBounded } from './bounded-body';
import { KeptConnections, lookupIn, type VettedRequestOptions } from './kept-connections';

/** One POST to a receiver. */
export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as these very bytes in UTF-8. */
  readonly body: string;
}

/** How calls are made. */
export interface SenderOptions {
  /** Milliseconds for name, connection, request and answer together. */
  readonly deadline: number;
  /** PEM of an authority trusted beside the public ones. */
  readonly extraCa?: string | undefined;
}

/** Calls receivers over HTTPS, at addresses that the guard allows and within one deadline. */
export class WebhookSender {
  private readonly secureContext: SecureContext;
  private readonly connections = new KeptConnections();

  constructor(
    private readonly guard: AddressGuard,
    private readonly options: SenderOptions,
  ) {
    // Made once: parsing the root certificates again for each connection would cost more than the call.
    this.secureContext = createSecureContext({
      minVersion: 'TLSv1.2',
      ...(options.extraCa === undefined ? {} : { ca: [...rootCertificates, options.extraCa] }),
    });
  }

  /** @returns the receiver's answer, or why there is none; never rejects */
  async send(call: WebhookCall): Promise<CallResult> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.options.deadline);
    try {
      const vetted = await this.guard.addresses(call.url, deadline.signal);
      return await this.exchange(call, vetted, deadline.signal);
    } catch (error) {
      return failure(error, deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  private async exchange(call: WebhookCall, vetted: readonly string[], signal: AbortSignal): Promise<CallResult> {
    const response = await this.answer(call, vetted, signal);
    const body = await readBounded(response);
    return { kind: 'response', status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body };
  }

  private async answer(call: WebhookCall, vetted: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
    const outgoing = this.open(call, vetted, signal, this.connections);
    try {
      return await answerOf(outgoing, call.body);
    } catch (error) {
      // A receiver may close an idle connection in the very moment that it is used again. Only a new connection shows
      // whether the receiver is up.
      if (!outgoing.reusedSocket || !isReset(error) || signal.aborted) throw error;
      return answerOf(this.open(call, vetted, signal, false), call.body);
    }
  }

  private open(
    call: WebhookCall,
    vetted: readonly string[],
    signal: AbortSignal,
    agent: KeptConnections | false,
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
      secureContext: this.secureContext,
      // Said aloud so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
      rejectUnauthorized: true,
      // The name the certificate has to be for. TLS sends none for a literal address and checks the address itself.
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      autoSelectFamilyAttemptTimeout: 1_000,
    };
    return request(options);
  }
}

function answerOf(outgoing: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
    // A receiver that switches protocols instead of answering.
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
