import type { OrderId, OrderItemId, UserId, VendorId } from '../../../../common/records/ids';
import type { StepRow } from '../../../approvals';
import type { OrderRow, PartiesRow } from '../../queries/order-rows';
import { orderViewOf } from './order-view';

const PARTIES: PartiesRow = {
  tenant_name: 'Najd Industrial',
  vendor: {
    name: 'Gulf Office',
    name_ar: 'شركة الخليج',
    contact_name: 'Khalid',
    email: 'sales@gulf.example',
    phone: null,
    address: null,
    vat_number: '300012345600003',
    cr_number: null,
    payment_terms: 45,
  },
  department_name_ar: 'المالية',
  project_name_ar: null,
  requester_name_ar: 'سارة',
};

function step(round: number, status: StepRow['status'], decisions: StepRow['decisions'] = []): StepRow {
  return {
    id: round,
    round,
    step: 1,
    name: null,
    assignee: { role: 'department_head' },
    userNames: null,
    mode: 'any',
    status,
    memberIds: null,
    decisions,
  };
}

function order(change: Partial<OrderRow> = {}): OrderRow {
  return {
    id: 7 as OrderId,
    po_number: 'PO-2026-000007',
    status: 'approved',
    cancelled_from: null,
    vendor: { id: 1 as VendorId, name: 'Gulf Office', email: null },
    department: { id: 2, name: 'Finance', code: 'FIN' },
    project: null,
    created_by: { id: 3 as UserId, name: 'Sara' },
    currency: 'SAR',
    expense_type: 'OPEX',
    notes: null,
    delivery_address: null,
    expected_delivery_date: '2026-12-01',
    subtotal: 255,
    vat_amount: 38.25,
    total_amount: 293.25,
    external_id: null,
    metadata: {},
    items: [
      {
        id: 9 as OrderItemId,
        line_number: 1,
        description: 'Paper',
        quantity: 10,
        unit: 'box',
        unit_price: 25.5,
        vat_rate: 15,
        net_amount: 255,
        vat_amount: 38.25,
        total_amount: 293.25,
        closed_quantity: 0,
        received_quantity: 0,
        invoiced_quantity: 0,
        external_id: null,
        metadata: {},
      },
    ],
    audit_trail: [],
    steps: [],
    current_step: null,
    document_version: 1,
    version: 1,
    created_at: '2026-11-02T09:00:00.000Z',
    updated_at: '2026-11-02T09:00:00.000Z',
    submitted_at: null,
    approved_at: '2026-11-03T09:00:00.000Z',
    rejected_at: null,
    rejection_reason: null,
    cancelled_at: null,
    cancellation_reason: null,
    completed_at: null,
    closed_at: null,
    close_reason: null,
    ...change,
  };
}

describe('orderViewOf', () => {
  it('copies amounts, dates and names unchanged', () => {
    const view = orderViewOf(order(), PARTIES);
    expect(view).toMatchObject({
      tenantName: 'Najd Industrial',
      poNumber: 'PO-2026-000007',
      vendor: { name: 'Gulf Office', nameAr: 'شركة الخليج', vatNumber: '300012345600003' },
      department: { name: 'Finance', nameAr: 'المالية', code: 'FIN' },
      project: null,
      requester: { name: 'Sara', nameAr: 'سارة' },
      paymentTermsDays: 45,
      expectedDeliveryDate: '2026-12-01',
      subtotal: 255,
      vatAmount: 38.25,
      totalAmount: 293.25,
      approvals: [],
    });
    expect(view.createdAt).toEqual(new Date('2026-11-02T09:00:00.000Z'));
    expect(view.lines).toEqual([
      {
        lineNumber: 1,
        description: 'Paper',
        quantity: 10,
        unit: 'box',
        unitPrice: 25.5,
        vatRate: 15,
        net: 255,
        vat: 38.25,
        total: 293.25,
      },
    ]);
  });

  it('contains only the last round of approvals', () => {
    const decision = {
      outcome: 'approved' as const,
      by: { id: 4, name: 'Fahad' },
      onBehalfOf: { id: 5, name: 'Huda' },
      override: false,
      comments: 'Fine.',
      at: '2026-11-03T09:00:00.000Z',
    };
    const rejection = { ...decision, outcome: 'rejected' as const, onBehalfOf: null };
    const steps = [step(1, 'rejected', [rejection]), step(2, 'approved', [decision])];
    expect(orderViewOf(order({ steps }), PARTIES).approvals).toEqual([
      {
        step: 1,
        approver: 'Fahad',
        onBehalfOf: 'Huda',
        status: 'approved',
        decidedAt: new Date('2026-11-03T09:00:00.000Z'),
        comments: 'Fine.',
      },
    ]);
  });
});
