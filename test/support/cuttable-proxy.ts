import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can be cut: simulates a server that fails and recovers. */
export class CuttableProxy {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private isSilent = false;
  private readonly server = createServer((client) => {
    if (this.isCut) {
      client.destroy();
      return;
    }
    if (this.isSilent) {
      this.sockets.add(client);
      client.on('error', () => undefined);
      client.on('close', () => this.sockets.delete(client));
      return;
    }
    const target = new URL(this.target);
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });

  constructor(private readonly target: string) {}

  /** @returns the target's address through this proxy */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** From now on passes nothing, closes nothing and refuses nothing, like a firewall that drops packets. */
  silence(): void {
    this.isSilent = true;
    for (const socket of this.sockets) socket.unpipe();
  }

  /** Passes new connections again. Silenced connections stay silent. */
  mend(): void {
    this.isCut = false;
    this.isSilent = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
