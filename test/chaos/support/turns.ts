import { join } from 'node:path';
import { freePort } from '../../../tools/servers/ports';
import type { Form } from '../../../src/platform/http';
import { Client } from '../../support/client';
import { documentOf } from '../../support/documented';
import { hostileBodies } from '../../support/hostile-bodies';
import type { ServiceProcess } from './service-process';
import type { Stage } from './stage';

/** Duration of event loop turns in milliseconds. */
export interface Turns {
  /** Wall-clock time. On a busy machine other processes may use most of it. */
  readonly longest: number;
  /** CPU time of all turns and threads together, so an upper limit for each turn. */
  readonly processor: number;
}

/** An API whose event loop is measured inside its process. */
export class WatchedApi {
  private constructor(
    private readonly service: ServiceProcess,
    private readonly port: number,
    private readonly tokens: readonly string[],
  ) {}

  static async start(stage: Stage): Promise<WatchedApi> {
    const port = await freePort();
    const env = { NODE_OPTIONS: `--require ${join(__dirname, 'loop-delay.cjs')}`, LOOP_DELAY_PORT: String(port) };
    return new WatchedApi(await stage.start('api', env), port, stage.tokens);
  }

  private async sinceLastAsked(): Promise<Turns> {
    return (await (await fetch(`http://127.0.0.1:${String(this.port)}`)).json()) as Turns;
  }

  /** Returns a client. Different numbers use different tenants, so that none reaches its rate limit. */
  caller(number: number): Client {
    return new Client(this.service.address, 'a', this.tokens[number % this.tokens.length]);
  }

  /** Minimum of several measurements: other load on the machine can only make a turn longer. */
  async turnsOf(act: () => Promise<void>, times: number): Promise<Turns> {
    let least: Turns = { longest: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY };
    for (let time = 0; time < times; time += 1) {
      await this.sinceLastAsked();
      await act();
      const { longest, processor } = await this.sinceLastAsked();
      least = { longest: Math.min(least.longest, longest), processor: Math.min(least.processor, processor) };
    }
    return least;
  }
}

/** Every hostile body of every operation with a JSON body. */
export function* everyHostileBody(
  form: Form,
): Generator<{ readonly method: string; readonly path: string; readonly what: string; readonly bytes: Buffer }> {
  const document = documentOf(form);
  for (const [path, item] of Object.entries(document.openapi.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!operation.requestBody?.content['application/json']) continue;
      for (const hostile of hostileBodies(document, operation)) {
        const { what, bytes } = hostile();
        yield { method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, '99999999'), what, bytes };
      }
    }
  }
}
