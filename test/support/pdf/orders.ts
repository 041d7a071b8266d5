import type { OrderView } from '../../../src/procurement/purchase-orders/http/pdf/order-view';

/** An approved order of three lines in Arabic and English. */
export function orderView(change: Partial<OrderView> = {}): OrderView {
  return {
    tenantName: 'Najd Industrial Company',
    poNumber: 'PO-2026-000123',
    status: 'approved',
    createdAt: new Date('2026-11-02T09:00:00Z'),
    approvedAt: new Date('2026-11-05T10:00:00Z'),
    expectedDeliveryDate: '2026-12-15',
    vendor: {
      name: 'Gulf Office Supplies Co.',
      nameAr: 'شركة الخليج للوازم المكتبية',
      contactName: 'Khalid Al-Harbi',
      email: 'sales@gulf-office.example',
      phone: '+966 11 555 0100',
      address: 'King Fahd Road, Tower 12\nRiyadh 12211',
      vatNumber: '300012345600003',
      crNumber: '1010123456',
    },
    department: { name: 'Information Technology', nameAr: 'تقنية المعلومات', code: 'IT' },
    project: null,
    requester: { name: 'Sara Al-Qahtani', nameAr: 'سارة القحطاني' },
    deliveryAddress: 'Warehouse 4, Second Industrial City',
    paymentTermsDays: 30,
    currency: 'SAR',
    lines: [
      {
        lineNumber: 1,
        description: 'Laptop 14", 16 GB RAM',
        quantity: 10,
        unit: 'pcs',
        unitPrice: 3499,
        vatRate: 15,
        net: '34990',
        vat: '5248.5',
        total: '40238.5',
      },
      {
        lineNumber: 2,
        description: 'حاسوب محمول Dell Latitude 5450 مع ضمان ثلاث سنوات',
        quantity: 2,
        unit: 'قطعة',
        unitPrice: '4250.5',
        vatRate: 15,
        net: '8501',
        vat: '1275.15',
        total: '9776.15',
      },
      {
        lineNumber: 3,
        description: 'Network cable Cat6',
        quantity: '1250.5',
        unit: 'm',
        unitPrice: '1.045',
        vatRate: 5,
        net: '1306.77',
        vat: '65.34',
        total: '1372.11',
      },
    ],
    subtotal: '44797.77',
    vatAmount: '6588.99',
    totalAmount: '51386.76',
    notes: 'Deliver between 8:00 and 14:00.\nاتصل بأمين المستودع قبل التسليم.',
    approvals: [
      {
        step: 1,
        approver: 'Fahad Al-Otaibi',
        onBehalfOf: null,
        status: 'approved',
        decidedAt: new Date('2026-11-03T10:00:00Z'),
        comments: 'Within budget.',
      },
      {
        step: 2,
        approver: 'نورة الدوسري',
        onBehalfOf: null,
        status: 'approved',
        decidedAt: new Date('2026-11-05T10:00:00Z'),
        comments: null,
      },
    ],
    ...change,
  };
}

/** The same order with this text in every text field. */
export function orderViewOf(text: string): OrderView {
  const view = orderView({ status: 'draft' });
  const named = { name: text, nameAr: text, code: text };
  return {
    ...view,
    tenantName: text,
    poNumber: text,
    vendor: {
      name: text,
      nameAr: text,
      contactName: text,
      email: text,
      phone: text,
      address: text,
      vatNumber: text,
      crNumber: text,
    },
    department: named,
    project: named,
    requester: named,
    deliveryAddress: text,
    lines: view.lines.map((line) => ({ ...line, description: text, unit: text })),
    notes: text,
    approvals: view.approvals.map((approval) => ({ ...approval, approver: text, onBehalfOf: text, comments: text })),
  };
}
