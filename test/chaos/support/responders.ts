import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Responder } from '../../../tools/receiver/webhook-receiver';

/** Responds with 200 after a delay. */
export function answersLate(milliseconds: number): Responder {
  return (_call, response) => void setTimeout(() => response.end('ok'), milliseconds);
}

/** Delays all responses, so that the attempts stay in progress. */
export class HeldAnswers {
  private readonly held: { readonly deliveryId: string; readonly response: ServerResponse }[] = [];
  private readonly calls = new EventEmitter();

  readonly respond: Responder = ({ headers }, response) => {
    this.held.push({ deliveryId: String(headers['x-service-delivery']), response });
    this.calls.emit('held');
  };

  /**
   * Waits for the first call and returns its delivery.
   * @throws Error after two minutes without a call
   */
  async first(): Promise<string> {
    const signal = AbortSignal.timeout(120_000);
    while (this.held.length === 0) await once(this.calls, 'held', { signal });
    return this.held[0]?.deliveryId ?? '';
  }

  /** Responds with 200 to all calls except the first. */
  answerOthers(): void {
    for (const { response } of this.held.slice(1)) response.end('ok');
  }

  answerAll(): void {
    for (const { response } of this.held) response.end('ok');
  }
}
