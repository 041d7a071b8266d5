import { LANGUAGES } from '../../../../messages';
import { orderView, orderViewOf } from '../../../../../test/support/pdf/orders';
import type { OrderStatus } from '../../domain/lifecycle';
import { orderDocument } from './order-document';

/** Text without markup. */
function text(markup: string): string {
  return markup
    .replace(/<\/?bdi[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('orderDocument', () => {
  it('prints every value of the order in English', () => {
    const said = text(orderDocument(orderView(), 'en').body.markup);
    for (const part of [
      'Najd Industrial Company',
      'Purchase order',
      'PO-2026-000123',
      'Approved',
      'Gulf Office Supplies Co.',
      'شركة الخليج للوازم المكتبية',
      'VAT no. 300012345600003',
      'Order date 2 Nov 2026',
      'Expected delivery 15 Dec 2026',
      'Payment terms 30 days',
      'Department Information Technology (IT)',
      'Requested by Sara Al-Qahtani',
      'Laptop 14&quot;, 16 GB RAM 10 pcs 3,499.00 34,990.00 5,248.50 15% 40,238.50',
      'Network cable Cat6 1,250.5 m 1.045 1,306.77 65.34 5% 1,372.11',
      'Subtotal SAR 44,797.77',
      'VAT SAR 6,588.99',
      'Total including VAT SAR 51,386.76',
      'اتصل بأمين المستودع قبل التسليم.',
      '1 Fahad Al-Otaibi Approved 3 Nov 2026 Within budget.',
    ]) {
      expect(said).toContain(part);
    }
  });

  it('prints Arabic with the Arabic names first and Western digits', () => {
    const { markup } = orderDocument(orderView(), 'ar').body;
    const said = text(markup);
    for (const part of [
      'أمر شراء',
      'معتمد',
      'تاريخ الأمر 2 نوفمبر 2026',
      'شروط الدفع 30 يوما',
      'تقنية المعلومات (IT)',
      'سارة القحطاني',
      'الإجمالي شامل الضريبة SAR 51,386.76',
    ]) {
      expect(said).toContain(part);
    }
    expect(said.indexOf('شركة الخليج')).toBeLessThan(said.indexOf('Gulf Office'));
    expect(said).not.toMatch(/[٠-٩]/);
  });

  it.each([
    ['SAR', '1234.5', '1,234.50'],
    ['JPY', '1234', '1,234'],
    ['KWD', '1234.5', '1,234.500'],
    ['SAR', '999999999999.99', '999,999,999,999.99'],
  ])('prints amounts with the decimals of %s', (currency, totalAmount, written) => {
    expect(text(orderDocument(orderView({ currency, totalAmount }), 'en').body.markup)).toContain(
      `${currency} ${written}`,
    );
  });

  it.each<[OrderStatus, boolean]>([
    ['draft', true],
    ['pending_approval', true],
    ['rejected', true],
    ['cancelled', true],
    ['approved', false],
    ['completed', false],
  ])('adds a watermark to a %s order: %s', (status, watermarked) => {
    const en = orderDocument(orderView({ status }), 'en');
    expect(en.body.markup.includes('class="watermark"')).toBe(watermarked);
    expect(en.css.includes('"DRAFT"')).toBe(watermarked);
    expect(orderDocument(orderView({ status }), 'ar').css.includes('"مسودة"')).toBe(watermarked);
  });

  it('omits the labels of missing values', () => {
    const bare = orderView({
      approvedAt: null,
      expectedDeliveryDate: null,
      department: null,
      requester: null,
      deliveryAddress: null,
      paymentTermsDays: null,
      notes: null,
      approvals: [],
      vendor: {
        name: 'Bare',
        nameAr: null,
        contactName: null,
        email: null,
        phone: null,
        address: null,
        vatNumber: null,
        crNumber: null,
      },
      lines: orderView().lines.map((line) => ({ ...line, unit: null })),
    });
    const said = text(orderDocument(bare, 'en').body.markup);
    for (const label of [
      'Approved on',
      'Expected delivery',
      'Payment terms',
      'Department',
      'Requested by',
      'Notes',
      'Approvals',
      'Attn.',
      'VAT no.',
      'null',
      'undefined',
    ]) {
      expect(said).not.toContain(label);
    }
  });

  it('prints the English name where the Arabic one is missing', () => {
    const view = orderView();
    const english = orderView({
      vendor: { ...view.vendor, name: 'Gulf Office', nameAr: null },
      department: { name: 'Information Technology', nameAr: null, code: 'IT' },
      project: { name: 'Riyadh Warehouse', nameAr: null, code: 'RUH' },
      requester: { name: 'Sara Al-Qahtani', nameAr: null },
    });
    const { markup } = orderDocument(english, 'ar').body;
    const said = text(markup);
    expect(/<p class="name">(.*?)<\/p>/.exec(markup)?.[1]).toContain('Gulf Office');
    for (const name of ['Gulf Office', 'Information Technology (IT)', 'Riyadh Warehouse (RUH)', 'Sara Al-Qahtani']) {
      expect(said).toContain(name);
    }
    expect(said.split('Gulf Office')).toHaveLength(2);
    expect(said).not.toContain('null');
  });

  it('prints the principal of a delegate, and roles by their names', () => {
    const [decided, open] = orderView().approvals;
    if (!decided || !open) throw new Error('The sample has two approvals');
    const approvals = [
      { ...decided, onBehalfOf: 'Huda Al-Mutairi' },
      { ...open, approver: 'department_head', status: 'pending' as const, decidedAt: null },
    ];
    const en = text(orderDocument(orderView({ approvals }), 'en').body.markup);
    expect(en).toContain('1 Fahad Al-Otaibi on behalf of Huda Al-Mutairi Approved');
    expect(en).toContain('2 Head of department Pending');
    const ar = text(orderDocument(orderView({ approvals }), 'ar').body.markup);
    expect(ar).toContain('Fahad Al-Otaibi نيابة عن Huda Al-Mutairi تمت الموافقة');
    expect(ar).toContain('رئيس الإدارة قيد الانتظار');
  });

  it('prints payment terms of 0 days as immediate', () => {
    expect(text(orderDocument(orderView({ paymentTermsDays: 0 }), 'en').body.markup)).toContain(
      'Payment terms Immediate',
    );
    expect(text(orderDocument(orderView({ paymentTermsDays: 0 }), 'ar').body.markup)).toContain('شروط الدفع فوري');
  });

  it.each(LANGUAGES)('escapes every value in markup and style (%s)', (language) => {
    const hostile = `</style><script>x</script>"'><img src=x onerror=y>\\`;
    const harmless = orderDocument(orderViewOf('T'), language);
    const attacked = orderDocument(orderViewOf(hostile), language);
    const shape = (markup: string): string => markup.replace(/>[^<]*</g, '><').replace(/\s+/g, ' ');
    expect(shape(attacked.body.markup)).toBe(shape(harmless.body.markup));
    expect(attacked.css).not.toContain('<');
    expect(attacked.css.replace(/"[^"]*"/g, '""')).toBe(harmless.css.replace(/"[^"]*"/g, '""'));
  });
});
