import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Member {
  readonly address: string;
  /** Requests sent to it after it first reported that it is not ready. */
  sentLate: number;
  isReady: boolean;
}

/** Requests that an instance still gets after its readiness has failed. */
const LATE = 40;
const ASK_EVERY = 20;

/**
 * A load balancer that reacts late to an instance that shuts down. It still sends the instance its share, over existing
 * and new connections, for `LATE` requests after the instance reported that it is not ready. It never retries a
 * request: if an instance does not answer one, the client gets the failure.
 */
export class LateBalancer {
  private readonly agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })];
  private readonly server: Server;
  private readonly watching: Promise<void>;
  private members: Member[];
  private turn = 0;
  private isOver = false;

  private constructor(addresses: readonly string[]) {
    this.members = addresses.map((address) => ({ address, sentLate: 0, isReady: true }));
    this.server = createServer((incoming, outgoing) => this.forward(incoming, outgoing));
    this.watching = this.watch();
  }

  static async start(addresses: readonly string[]): Promise<LateBalancer> {
    const balancer = new LateBalancer(addresses);
    balancer.server.listen(0, '127.0.0.1');
    await once(balancer.server, 'listening');
    return balancer;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get targets(): string[] {
    return this.members.map(({ address }) => address);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.watching;
    this.server.closeAllConnections();
    this.server.close();
    for (const agent of this.agents) agent.destroy();
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.turn += 1;
    const member = this.members[this.turn % this.members.length];
    const agent = this.agents[this.turn % 3 === 0 ? 1 : 0];
    if (!member) throw new Error('Every instance is gone');
    if (!member.isReady) member.sentLate += 1;
    const { method, url } = incoming;
    // Whether a connection persists is agreed for each hop separately.
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => name !== 'connection'));
    const sent = request(member.address + url, { agent, method, headers });
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0);
      answer.pipe(outgoing);
    });
    sent.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end());
    incoming.pipe(sent);
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      for (const member of this.members) {
        const answer = await fetch(`${member.address}/health/ready`).catch(() => undefined);
        await answer?.body?.cancel();
        member.isReady = answer?.ok === true;
      }
      this.members = this.members.filter((member) => member.sentLate < LATE);
      await sleep(ASK_EVERY);
    }
  }
}
