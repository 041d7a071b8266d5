import { ROLES } from '../../../src/common/actor/roles';
import { type Service, startApp, storyClock } from '../../support/app';
import { disagreements } from '../../support/books';
import { aBudget, aDepartment } from '../../support/budgets';
import type { Loose } from '../../support/client';
import { type Act, type Actor, Acts, Dice } from '../../support/controls/acts';
import { Proofs, type Step } from '../../support/controls/proofs';
import { aVendor, colleague } from '../../support/purchase-orders';
import { IS_WHOLE } from '../../support/sampled';

const STEPS = IS_WHOLE ? 1_000 : 150;
const MOST_STEPS = 2_000;
/** Operations that commit and move money: each must succeed at least once. */
const DECISIVE = ['order.decide', 'amendment.decide', 'invoice.decide', 'payment.record', 'payment.reverse'];
/** Another seed draws other steps. */
const SEED = Number(process.env['CONTROLS_SEED'] ?? 20_261_122);

describe.each(['standard', 'strict'] as const)('Many steps of random actors under %s controls', (controls) => {
  const clock = storyClock();
  let service: Service;
  let actors: Actor[];
  let acts: Acts;
  let proofs: Proofs;
  const dice = new Dice(SEED);

  beforeAll(async () => {
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
    const admin = service.client();
    const departments = [await aDepartment(admin, 'ONE'), await aDepartment(admin, 'TWO')];
    actors = await everybody(departments);
    const heads = new Map<number, number>();
    for (const [place, departmentId] of departments.entries()) {
      const head = actors.filter(({ role }) => role === 'department_head')[place] as Actor;
      await admin.put(`/departments/${departmentId}`, { head_user_id: head.id }, 200);
      heads.set(departmentId, head.id);
      await aBudget(admin, { department_id: departmentId, allocated_amount: 100_000 });
    }
    const checker = actors.find(({ role }) => role === 'finance_officer') as Actor;
    for (const name of ['Najd Steel', 'Wadi Cement', 'Riyadh Paper']) {
      const { id } = await aVendor(admin, { name, bank_name: 'Najd Bank', bank_account: `BEGINNING ${name}` });
      const [account] = await admin.get(`/vendors/${id}/bank-accounts`);
      await checker.client.post(`/vendors/${id}/bank-accounts/${account.id}/verify`, {}, 200);
    }
    if (controls === 'strict') await admin.put('/settings', { controls }, 200);
    const tenantId = service.tenant.tenant.id;
    acts = new Acts(dice, service.owner, tenantId, departments);
    proofs = new Proofs(service.owner, tenantId, actors, { strict: controls === 'strict', heads });
  });
  afterAll(() => service.stop());

  it('move and commit nothing without the required decisions by authorized users', async () => {
    const done = new Set<string>();
    const refused = new Set<string>();
    const missing = (): string[] => DECISIVE.filter((operation) => !done.has(operation));
    // If the most important operations were not drawn, runs more steps.
    for (let number = 0; number < STEPS || (missing().length > 0 && number < MOST_STEPS); number++) {
      clock.advance(1_000);
      const step = await take(await acts.draw(service.client()), number);
      const counted = step.status < 300 ? done : refused;
      counted.add(step.act.operation);
      expect(await proofs.after(step)).toEqual([]);
      if (number % 100 === 99) expect(await disagreements(service)).toEqual({});
    }
    // Operations were both accepted and rejected.
    expect(missing()).toEqual([]);
    expect([done.size > 20, refused.size > 20]).toEqual([true, true]);
  }, 600_000);

  async function take(act: Act, number: number): Promise<Step> {
    // Half of the requests come from a user whose role often has this duty.
    const likely = actors.filter(({ role }) => LIKELY[act.operation.split('.')[1] ?? '']?.includes(role));
    const actor = dice.one(likely.length > 0 && dice.happens(0.5) ? likely : actors);
    const requestId = `${controls}-${number}`;
    const reply = await actor.client.raw(act.method, act.path, JSON.stringify(act.body), {
      headers: { 'x-request-id': requestId },
    });
    if (reply.status >= 500) throw new Error(`${act.method} ${act.path}: ${reply.status} ${reply.text}`);
    return { act, actor, requestId, status: reply.status, on: act.on ?? made(act, reply.body?.data) };
  }

  /** Two users per role, one in each department; two admins, one of them without an admin token. */
  async function everybody(departments: readonly number[]): Promise<Actor[]> {
    const found: Actor[] = [];
    for (const role of ROLES) {
      for (const [place, departmentId] of departments.entries()) {
        const adminToken = role === 'admin' && place === 0;
        const abilities = adminToken ? (['admin'] as const) : (['read', 'write', 'delete', 'approve'] as const);
        const { id, client } = await colleague(service, role, { departmentId, abilities });
        found.push({ id, role, departmentId, adminToken, client });
      }
    }
    return found;
  }
});

const LIKELY: Readonly<Record<string, readonly string[]>> = {
  decide: ['department_head', 'finance_manager', 'admin'],
  record: ['procurement_officer', 'finance_officer', 'requester'],
  reverse: ['finance_officer'],
  verify: ['finance_officer', 'finance_manager'],
  withdraw: ['admin'],
};

/** The document that a request has created. */
function made({ operation }: Act, data: Loose): string | undefined {
  if (!data) return undefined;
  if (operation === 'order.create') return `order ${data.id}`;
  if (operation === 'order.amend') return `amendment ${data.id}`;
  return operation === 'invoice.record' ? `invoice ${data.id}` : undefined;
}
