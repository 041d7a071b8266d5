const JUST_A_NAME = { name: 'Riyadh Printing House' };
const BLOCKED = {
  status: 'blocked',
  blocked_at: '2026-11-21T09:30:00.000Z',
  blocked_reason: 'Repeatedly delivered expired cement.',
};

/** Request and response examples for the demo tenant; see `Examples`. */
export const VENDOR_EXAMPLES = {
  create: {
    a: {
      bodies: {
        'Complete vendor': {
          name: 'Najd Paper Co.',
          name_ar: 'شركة نجد للورق',
          email: 'orders@najd-paper.example',
          phone: '+966 11 234 5678',
          address: 'King Fahd Road, Riyadh',
          vat_number: '310122393500003',
          cr_number: '1010123456',
          category: 'office',
          payment_terms: 30,
          currency: 'SAR',
          bank_name: 'Saudi National Bank',
          bank_account: 'SA0380000000608010167519',
          contacts: [
            { name: 'Noura Al-Harbi', email: 'noura@najd-paper.example', phone: '+966 50 123 4567', role: 'Sales' },
          ],
        },
        'Name only': JUST_A_NAME,
      },
    },
    b: {
      bodies: {
        'Complete vendor': {
          name: 'Najd Paper Co.',
          name_ar: 'شركة نجد للورق',
          contact_person: 'Noura Al-Harbi',
          contact_email: 'orders@najd-paper.example',
          contact_phone: '+966 11 234 5678',
          address: 'King Fahd Road, Riyadh',
          tax_number: '310122393500003',
          cr_number: '1010123456',
          category: 'office',
          payment_terms: 'NET_30',
          currency: 'SAR',
          bank_name: 'Saudi National Bank',
          bank_account: 'SA0380000000608010167519',
        },
        'Name only': JUST_A_NAME,
      },
    },
  },
  update: {
    a: {
      path: { id: 3 },
      bodies: {
        'Longer payment terms': { payment_terms: 45, phone: '+966 11 400 3000' },
        Deactivate: { status: 'inactive' },
      },
    },
    b: {
      path: { id: 3 },
      bodies: {
        'Longer payment terms': { payment_terms: 'NET_45', contact_phone: '+966 11 400 3000' },
        Deactivate: { status: 'inactive' },
      },
    },
  },
  upsert: {
    a: {
      path: { external_id: 'V-1001' },
      bodies: {
        'Data of the ERP': {
          name: 'Najd Steel Company',
          payment_terms: 45,
          metadata: { erp_company: '1000' },
        },
      },
    },
    b: {
      path: { external_id: 'V-1001' },
      bodies: {
        'Data of the ERP': {
          name: 'Najd Steel Company',
          payment_terms: 'NET_45',
          metadata: { erp_company: '1000' },
        },
      },
    },
  },
  block: {
    a: {
      path: { id: 2 },
      bodies: { 'With a reason': { reason: BLOCKED.blocked_reason } },
      answer: BLOCKED,
    },
    b: {
      path: { id: 2 },
      bodies: {
        Block: { reason: BLOCKED.blocked_reason, type: 'block' },
        Blacklist: { reason: 'Forged test certificates.', type: 'blacklist' },
      },
      answer: BLOCKED,
    },
  },
  unblock: { path: { id: 7 } },
};

/** A vendor with verified bank details, and one with an unverified change. */
export const BANK_ACCOUNT_EXAMPLES = {
  list: { path: { id: 1 } },
  add: {
    path: { id: 1 },
    bodies: {
      'New account': {
        bank_name: 'Al Rajhi Bank',
        bank_account: 'SA4420000001234567891234',
        account_holder: 'Najd Steel Company',
        swift: 'RJHISARI',
      },
    },
    answer: { verified_at: null, verified_by: null },
  },
  verify: { path: { id: 2, account_id: 3 }, answer: { status: 'verified' } },
};
