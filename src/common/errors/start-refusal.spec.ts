import { requirePorts, StartRefusal } from './start-refusal';

interface Port {
  tell(): void;
}

class OrderPorts {
  budgets: Port;
  receipts: Port;

  onApplicationBootstrap(): void {
    requirePorts<OrderPorts>(this, { budgets: 'BudgetsModule', receipts: 'GoodsReceiptsModule' });
  }
}

const port: Port = { tell: () => undefined };

describe('the ports a module needs', () => {
  it('let the service start when each is provided', () => {
    const ports = Object.assign(new OrderPorts(), { budgets: port, receipts: port });
    expect(() => ports.onApplicationBootstrap()).not.toThrow();
  });

  it('stop the start when one is missing, and name it with the module that provides it', () => {
    const ports = Object.assign(new OrderPorts(), { budgets: port });
    expect(() => ports.onApplicationBootstrap()).toThrow(
      new StartRefusal('Nothing was provided for OrderPorts.receipts (GoodsReceiptsModule).', ''),
    );
  });

  it('are all named when several are missing', () => {
    expect(() => new OrderPorts().onApplicationBootstrap()).toThrow(
      /OrderPorts\.budgets \(BudgetsModule\), OrderPorts\.receipts \(GoodsReceiptsModule\)/,
    );
  });
});
