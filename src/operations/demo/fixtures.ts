import type { Role } from '../../common/actor/roles';

/** Demo data of a contractor in Riyadh, in the format of Form A. */

export const DEPARTMENTS = [
  { name: 'Projects', name_ar: 'المشاريع', code: 'PRJ' },
  { name: 'Information Technology', name_ar: 'تقنية المعلومات', code: 'IT' },
  { name: 'Facilities', name_ar: 'المرافق', code: 'FAC' },
] as const;

export const PROJECTS = [
  { name: 'Al Malqa School', name_ar: 'مدرسة الملقا', code: 'MALQA-01' },
  { name: 'Head Office Refit', name_ar: 'تجديد المقر الرئيسي', code: 'HQ-2026' },
] as const;

const person = (name_en: string, name_ar: string, email: string, role: Role, code: string) => ({
  name_en,
  name_ar,
  email,
  role,
  code,
});

/** `code` is that of the user's department. */
export const PEOPLE = [
  person('Sara Al-Qahtani', 'سارة القحطاني', 'sara@najd.example', 'procurement_manager', 'GEN'),
  person('Faisal Al-Harbi', 'فيصل الحربي', 'faisal@najd.example', 'department_head', 'PRJ'),
  person('Noura Al-Dosari', 'نورة الدوسري', 'noura@najd.example', 'department_head', 'IT'),
  person('Omar Al-Shehri', 'عمر الشهري', 'omar@najd.example', 'finance_manager', 'GEN'),
  person('Lama Al-Otaibi', 'لمى العتيبي', 'lama@najd.example', 'requester', 'FAC'),
  person('Reem Al-Zahrani', 'ريم الزهراني', 'reem@najd.example', 'auditor', 'GEN'),
];

export const VENDORS = [
  {
    name: 'Najd Steel Company',
    external_id: 'V-1001',
    name_ar: 'شركة نجد للحديد',
    email: 'sales@najd-steel.example',
    phone: '+966 11 400 1000',
    address: 'Second Industrial City, Riyadh',
    vat_number: '300000000000003',
    cr_number: '1010000001',
    category: 'construction',
    payment_terms: 30,
    currency: 'SAR',
    contacts: [
      {
        name: 'Khalid Al-Mutairi',
        email: 'khalid@najd-steel.example',
        phone: '+966 50 000 0001',
        role: 'Account manager',
      },
    ],
  },
  {
    name: 'Al Wadi Cement',
    external_id: 'V-1002',
    name_ar: 'أسمنت الوادي',
    email: 'orders@alwadi-cement.example',
    vat_number: '300000000100003',
    cr_number: '1010000002',
    category: 'construction',
    payment_terms: 45,
    currency: 'SAR',
  },
  {
    name: 'Gulf Office Supplies',
    external_id: 'V-1003',
    name_ar: 'لوازم الخليج المكتبية',
    email: 'hello@gulf-office.example',
    vat_number: '300000000200003',
    cr_number: '1010000003',
    category: 'office',
    payment_terms: 15,
    currency: 'SAR',
  },
  {
    name: 'Technology Horizon',
    external_id: 'V-1004',
    name_ar: 'أفق التقنية',
    email: 'b2b@tech-horizon.example',
    vat_number: '300000000300003',
    cr_number: '1010000004',
    category: 'it',
    payment_terms: 30,
    currency: 'SAR',
  },
  {
    name: 'Kuwait Instruments',
    external_id: 'V-1005',
    name_ar: 'الكويت للأجهزة',
    email: 'export@kuwait-instruments.example',
    cr_number: 'KW-55120',
    category: 'it',
    payment_terms: 60,
    currency: 'KWD',
  },
  {
    name: 'Desert Cleaning Services',
    external_id: 'V-1006',
    name_ar: 'خدمات الصحراء للتنظيف',
    email: 'ops@desert-cleaning.example',
    vat_number: '300000000500003',
    category: 'facilities',
    payment_terms: 0,
    currency: 'SAR',
  },
] as const;

export const BANK_ACCOUNTS_BY = 'sara@najd.example';

/** In the order of entry. `vendor` is an index into {@link VENDORS}; those with `waits` are not verified. */
export const BANK_ACCOUNTS = [
  {
    vendor: 0,
    waits: false,
    bank_name: 'Saudi National Bank',
    bank_account: 'SA1310000011100000987610',
    account_holder: 'Najd Steel Company',
    swift: 'NCBKSAJE',
  },
  { vendor: 1, waits: false, bank_name: 'Riyad Bank', bank_account: 'SA2305000068201234567000' },
  { vendor: 1, waits: true, bank_name: 'Al Rajhi Bank', bank_account: 'SA6380000312608010112233', swift: 'RJHISARI' },
] as const;

export const BLOCKED_VENDOR = {
  name: 'Old Quarry Trading',
  name_ar: 'المحجر القديم للتجارة',
  category: 'construction',
  payment_terms: 30,
} as const;

/**
 * The final state of an order in the demo data. `received`: half received, with an invoice pending approval. `billed`,
 * `payable`, `completed`: fully received, with a draft, approved or paid invoice.
 */
export type Stage =
  'draft' | 'pending' | 'approved' | 'rejected' | 'cancelled' | 'received' | 'billed' | 'payable' | 'completed';

export interface OrderFixture {
  readonly stage: Stage;
  /** Index into {@link VENDORS}. */
  readonly vendor: number;
  readonly department: string;
  readonly project?: string;
  readonly currency?: string;
  readonly expense_type?: 'CAPEX' | 'OPEX';
  readonly notes: string;
  readonly attachments?: readonly { readonly name: string; readonly url: string }[];
  /** An amendment of the first line's quantity that waits for approval. */
  readonly amendment?: { readonly reason: string; readonly quantity: number };
  readonly items: readonly Readonly<ReturnType<typeof line>>[];
}

const line = (description: string, quantity: number, unit: string, unit_price: number, vat_rate = 15) => ({
  description,
  quantity,
  unit,
  unit_price,
  vat_rate,
});

export const ORDERS: readonly OrderFixture[] = [
  {
    stage: 'completed',
    vendor: 0,
    department: 'PRJ',
    project: 'MALQA-01',
    expense_type: 'CAPEX',
    notes: 'Foundations, first pour',
    items: [line('Reinforcing steel B500B, 12 mm', 10, 't', 2550), line('Binding wire', 40, 'kg', 6.75)],
  },
  {
    stage: 'received',
    vendor: 1,
    department: 'PRJ',
    project: 'MALQA-01',
    expense_type: 'CAPEX',
    notes: 'Foundations, first pour',
    amendment: { reason: 'The second pour begins earlier', quantity: 680 },
    items: [line('Portland cement, 50 kg bag — أسمنت بورتلاندي', 600, 'bag', 16.25)],
  },
  {
    stage: 'approved',
    vendor: 3,
    department: 'IT',
    project: 'HQ-2026',
    expense_type: 'CAPEX',
    notes: 'Second floor',
    attachments: [{ name: 'quotation.pdf', url: 'https://files.najd.example/quotations/laptops.pdf' }],
    items: [
      line('Laptop, 14 inch', 12, 'piece', 4299),
      line('Docking station', 12, 'piece', 689),
      line('Installation', 1, 'job', 3500),
    ],
  },
  {
    stage: 'pending',
    vendor: 4,
    department: 'IT',
    currency: 'KWD',
    notes: 'Network analysers',
    items: [line('Cable analyser', 2, 'piece', 412.125, 0)],
  },
  {
    stage: 'pending',
    vendor: 5,
    department: 'FAC',
    notes: 'March to May',
    items: [line('Deep cleaning, monthly', 3, 'month', 8200)],
  },
  {
    stage: 'rejected',
    vendor: 2,
    department: 'FAC',
    notes: 'Executive chairs',
    items: [line('Chair, leather', 6, 'piece', 3150)],
  },
  {
    stage: 'cancelled',
    vendor: 2,
    department: 'GEN',
    notes: 'Ordered twice by mistake',
    items: [line('A4 paper, box', 40, 'box', 62.5)],
  },
  {
    stage: 'draft',
    vendor: 2,
    department: 'GEN',
    notes: 'Stationery, second quarter',
    items: [
      line('A4 paper, box', 40, 'box', 62.5),
      line('Toner, black', 8, 'piece', 389.9),
      line('Whiteboard markers', 30, 'set', 12.25),
    ],
  },
  {
    stage: 'payable',
    vendor: 2,
    department: 'GEN',
    notes: 'Reception and meeting rooms',
    items: [line('Laser printer', 4, 'piece', 1560)],
  },
  {
    stage: 'billed',
    vendor: 5,
    department: 'FAC',
    notes: 'One for every floor',
    items: [line('Recycling bin, 60 l', 24, 'piece', 145)],
  },
];
