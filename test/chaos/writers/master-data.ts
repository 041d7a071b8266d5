import { oneOf } from './hand';
import { name, code, some, reason, external, act, put, remove, onListed, type Verb } from './verb';

export const createVendor: Verb = async (hand) =>
  (await hand.create('vendors', { name: name(), category: 'Steel' })).status;

/** Changes of vendors, budgets, departments and projects. */
export const masterData: Record<string, Verb> = {
  createVendor,
  changeVendor: put('vendors', () => ({ name: name(), payment_terms: some(60) })),
  nameVendorOutside: put('vendors', external),
  block: act('vendors', 'block', reason),
  unblock: act('vendors', 'unblock'),
  unblockAgain: act('vendors', 'unblock'),
  enterBankAccount: act('vendors', 'bank-accounts', () => ({
    bank_name: name(),
    bank_account: 'SA0380000000608010167519',
    account_holder: name(),
  })),
  verifyBankAccount: onListed('vendors', 'bank-accounts', 'POST', '/verify', () => ({})),
  createDepartment: async (hand) => (await hand.create('departments', { name: name(), code: code() })).status,
  changeDepartment: put('departments', (hand) => ({ name: name(), head_user_id: hand.some('users') ?? null })),
  closeDepartment: put('departments', () => ({ is_active: Math.random() < 0.7 })),
  deleteDepartment: remove('departments'),
  createProject: async (hand) =>
    (await hand.create('projects', { name: name(), code: code(), department_id: hand.some('departments') ?? null }))
      .status,
  changeProject: put('projects', () => ({ name: name(), ...external() })),
  deleteProject: remove('projects'),
  createBudget: async (hand) =>
    (
      await hand.create('budgets', {
        ...{ name: name(), allocated_amount: some(100_000), department_id: hand.some('departments') },
        fiscal_year: new Date().getUTCFullYear() + some(2) - 1,
      })
    ).status,
  changeBudget: put('budgets', () => ({ allocated_amount: some(100_000), notes: name() })),
  changeBudgetStatus: put('budgets', () => ({ status: oneOf(['active', 'active', 'frozen', 'closed']) })),
  carryForward: (hand) => hand.change('budgets', 'POST', '/carry-forward', { to_budget_id: hand.some('budgets') ?? 1 }),
};
