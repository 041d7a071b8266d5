import { StartRefusal } from '../../common/errors/start-refusal';
import { OrderPorts } from './ports';

describe('what orders ask of the modules behind them', () => {
  it('is required at the start: a port that nobody provides is named with the module that should', () => {
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
