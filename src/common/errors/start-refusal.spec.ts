import { requirePorts, StartRefusal } from './start-refusal';

interface Port {
  publish(): void;
}

class OrderPorts {
  budgets: Port;
  receipts: Port;

  onApplicationBootstrap(): void {
    requirePorts<OrderPorts>(this, { budgets: 'BudgetsModule', receipts: 'GoodsReceiptsModule' });
  }
}

const port: Port = { publish: () => undefined };

describe('the ports of a module', () => {
  it('permit the start when each is set', () => {
    const ports = Object.assign(new OrderPorts(), { budgets: port, receipts: port });
    expect(() => ports.onApplicationBootstrap()).not.toThrow();
  });

  it('prevent the start when one is missing; the error contains it with the module that provides it', () => {
    const ports = Object.assign(new OrderPorts(), { budgets: port });
    expect(() => ports.onApplicationBootstrap()).toThrow(
      new StartRefusal('Nothing was provided for OrderPorts.receipts (GoodsReceiptsModule).', ''),
    );
  });

  it('are all listed when several are missing', () => {
    expect(() => new OrderPorts().onApplicationBootstrap()).toThrow(
      /OrderPorts\.budgets \(BudgetsModule\), OrderPorts\.receipts \(GoodsReceiptsModule\)/,
    );
  });
});
