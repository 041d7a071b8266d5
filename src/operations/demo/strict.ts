import type { Role } from '../../common/actor/roles';
import { addDays } from '../../common/clock';
import {
  type ActAs,
  type Api,
  createBudget,
  type CreatedInvoice,
  type CreatedOrder,
  enterInvoice,
  enterPerson,
  type Ided,
  pay,
  receive,
} from './seed';

/** A user of the second demo tenant; `who` is the key. */
const person = <Who extends string>(who: Who, name_en: string, name_ar: string, role: Role) => ({
  who,
  name_en,
  name_ar,
  email: `${who}@hijaz.example`,
  role,
});

export const STRICT_PEOPLE = [
  person('huda', 'Huda Al-Zahrani', 'هدى الزهراني', 'requester'),
  person('yusuf', 'Yusuf Al-Ghamdi', 'يوسف الغامدي', 'department_head'),
  person('maha', 'Maha Al-Amri', 'مها العمري', 'procurement_officer'),
  person('tariq', 'Tariq Al-Maliki', 'طارق المالكي', 'procurement_manager'),
  person('rania', 'Rania Al-Shahrani', 'رانيا الشهراني', 'finance_officer'),
  person('saad', 'Saad Al-Subaie', 'سعد السبيعي', 'finance_manager'),
  person('amal', 'Amal Al-Juhani', 'أمل الجهني', 'auditor'),
] as const;

type Who = (typeof STRICT_PEOPLE)[number]['who'];

const PIPES = { description: 'Steel pipe, 2 inch', quantity: 100, unit: 'm', unit_price: 42, vat_rate: 15 };
const LAMPS = { description: 'LED floodlight, 200 W', quantity: 20, unit: 'piece', unit_price: 310, vat_rate: 15 };
const CRANE = { description: 'Crane hire, one week', quantity: 1, unit: 'job', unit_price: 18_500, vat_rate: 15 };

/** Creates one paid order, each step by the responsible user, and documents that wait because of strict controls. */
export async function seedStrict(owner: Api, today: string, actAs: ActAs): Promise<void> {
  const department = await owner<Ided>('POST', '/departments', {
    name: 'Operations',
    name_ar: 'العمليات',
    code: 'OPS',
  });
  const as = {} as Record<Who, Api>;
  for (const { who, ...fields } of STRICT_PEOPLE) {
    await enterPerson(owner, fields, department.id);
    as[who] = apiAs(actAs, fields.email);
  }
  await owner('PUT', '/settings', { controls: 'strict' });
  const budget = { name: 'Operations', year: Number(today.slice(0, 4)), amount: 150_000, department: department.id };
  await createBudget(as.saad, budget, 'active');

  const trusted = await vendor(as, 'Hijaz Pipes', 'أنابيب الحجاز', 'SA0380000000608010167519');
  await verify(as, trusted);
  const changed = await vendor(as, 'Red Sea Lighting', 'إنارة البحر الأحمر', 'SA4420000001234567891234');

  await pay(as.rania, await approvedInvoice(as, trusted, PIPES, today, 'HP-0881'), 'PAY-HP-0881');
  // Payment is blocked, because a second user has not verified the vendor's bank details.
  await approvedInvoice(as, changed, LAMPS, today, 'RSL-2201');
  // Waits for the head of the department.
  await submitted(as.huda, trusted, { ...PIPES, quantity: 60 }, today);
  // Created by the head: waits for an admin, because users may not decide their own documents.
  await submitted(as.yusuf, trusted, { ...PIPES, quantity: 15 }, today);
  // An invoice without an order needs approval steps.
  const hire = await as.maha<Ided>('POST', '/invoices', {
    vendor_id: trusted,
    department_id: department.id,
    invoice_number: 'HP-0917',
    invoice_date: today,
    line_items: [CRANE],
  });
  await as.maha('POST', `/invoices/${hire.id}/submit`);
}

function apiAs(actAs: ActAs, email: string): Api {
  return async <Data>(...request: Parameters<Api>) => {
    let answer: Data | undefined;
    await actAs(email, async (api) => {
      answer = await api<Data>(...request);
    });
    return answer as Data;
  };
}

async function vendor(as: Record<Who, Api>, name: string, name_ar: string, bank_account: string): Promise<number> {
  const fields = { name, name_ar, category: 'construction', payment_terms: 30, currency: 'SAR' };
  return (await as.maha<Ided>('POST', '/vendors', { ...fields, bank_name: 'Hijaz Bank', bank_account })).id;
}

async function verify(as: Record<Who, Api>, vendorId: number): Promise<void> {
  const [newest] = await as.rania<Ided[]>('GET', `/vendors/${vendorId}/bank-accounts`);
  await as.rania('POST', `/vendors/${vendorId}/bank-accounts/${newest?.id}/verify`);
}

async function submitted(by: Api, vendorId: number, item: object, today: string): Promise<CreatedOrder> {
  const body = { vendor_id: vendorId, items: [item], expected_delivery_date: addDays(today, 14) };
  const order = await by<CreatedOrder>('POST', '/purchase-orders', body);
  await by('POST', `/purchase-orders/${order.id}/submit`);
  return order;
}

/** Requested, approved by the head, received, billed by an officer, approved by the finance manager. */
async function approvedInvoice(
  as: Record<Who, Api>,
  vendorId: number,
  item: object,
  today: string,
  invoiceNumber: string,
): Promise<CreatedInvoice> {
  const order = await submitted(as.huda, vendorId, item, today);
  await as.yusuf('POST', `/purchase-orders/${order.id}/approve`, { comments: 'Needed on site' });
  await receive(as.huda, order, `DN-${invoiceNumber}`);
  const invoice = await enterInvoice(as.maha, order, invoiceNumber, today);
  await as.maha('POST', `/invoices/${invoice.id}/submit`);
  await as.saad('POST', `/invoices/${invoice.id}/approve`, { comments: 'Matched' });
  return invoice;
}
