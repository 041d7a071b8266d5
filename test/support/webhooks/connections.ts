import { createHook } from 'node:async_hooks';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Counts every attempt of this process to open a TCP connection: connect(2) creates a TCPCONNECTWRAP resource. */
export class ConnectCounter {
  attempts = 0;
  private readonly hook = createHook({
    init: (_id, type) => {
      if (type === 'TCPCONNECTWRAP') this.attempts += 1;
    },
  }).enable();

  stop(): void {
    this.hook.disable();
  }
}

/** A listener that must not be reached: counts its connections. */
export class Canary {
  connections = 0;
  private readonly server: Server = createServer((socket) => {
    this.connections += 1;
    socket.destroy();
  });

  async listen(port = 0, host = '127.0.0.1'): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}
