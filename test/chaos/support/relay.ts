import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A fixed port in front of a server that may restart on another port. Clients see its connection errors. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private target: number;
  private isMute = false;
  port = 0;

  constructor(target: number) {
    this.target = target;
  }

  async open(target = this.target): Promise<this> {
    this.target = target;
    const server = createServer((inner) => this.join(inner));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Accepts and retains connections, but transports no data any more. */
  mute(): void {
    this.isMute = true;
    for (const socket of this.sockets) socket.unpipe();
  }

  /** Closes every connection and rejects new ones. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(undefined)));
    this.server = undefined;
    this.isMute = false;
  }

  private join(inner: Socket): void {
    if (this.isMute) return this.keep(inner);
    const outer = connect(this.target, '127.0.0.1');
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      this.keep(one);
      one.setNoDelay(true);
      one.pipe(other);
      one.on('close', () => other.destroy());
    }
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
  }
}
