import { StartRefusal } from '../../common/errors/start-refusal';
import { OrderPorts } from './ports';

describe('OrderPorts', () => {
  it('fails the start and names every missing port with the module that must set it', () => {
    const start = (): void => new OrderPorts().onApplicationBootstrap();
    expect(start).toThrow(StartRefusal);
    for (const [port, provider] of [
      ['budgets', 'BudgetsModule'],
      ['warnings', 'BudgetsModule'],
      ['receipts', 'GoodsReceiptsModule'],
      ['invoices', 'InvoicesModule'],
      ['matching', 'InvoicesModule'],
      ['follower', 'VendorPerformanceModule'],
    ]) {
      expect(start).toThrow(`OrderPorts.${port} (${provider})`);
    }
  });
});
