import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Responder } from '../../../tools/receiver/webhook-receiver';

/** Says 200, so many milliseconds later. */
export function answersLate(milliseconds: number): Responder {
  return (_call, response) => void setTimeout(() => response.end('ok'), milliseconds);
}

/** Whoever calls waits for an answer: the attempt that a call belongs to is under way, and stays so. */
export class HeldAnswers {
  private readonly held: { readonly deliveryId: string; readonly response: ServerResponse }[] = [];
  private readonly calls = new EventEmitter();

  readonly respond: Responder = ({ headers }, response) => {
    this.held.push({ deliveryId: String(headers['x-service-delivery']), response });
    this.calls.emit('held');
  };

  /**
   * The delivery whose call came first, once it has come.
   * @throws when none comes within two minutes
   */
  async first(): Promise<string> {
    const signal = AbortSignal.timeout(120_000);
    while (this.held.length === 0) await once(this.calls, 'held', { signal });
    return this.held[0]?.deliveryId ?? '';
  }

  /** Says 200 to all but the first. */
  answerOthers(): void {
    for (const { response } of this.held.slice(1)) response.end('ok');
  }
}
