const JUST_A_NAME = { name: 'Riyadh Printing House' };
const BLOCKED = {
  status: 'blocked',
  blocked_at: '2026-11-21T09:30:00.000Z',
  blocked_reason: 'Repeatedly delivered expired cement.',
};

/** What to try vendors out with in the demo tenant; see `Examples`. */
export const VENDOR_EXAMPLES = {
  create: {
    a: {
      bodies: {
        'A vendor with its particulars': {
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
        'A name alone': JUST_A_NAME,
      },
    },
    b: {
      bodies: {
        'A vendor with its particulars': {
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
        'A name alone': JUST_A_NAME,
      },
    },
  },
  update: {
    a: {
      path: { id: 3 },
      bodies: {
        'Longer terms': { payment_terms: 45, phone: '+966 11 400 3000' },
        'Out of use': { status: 'inactive' },
      },
    },
    b: {
      path: { id: 3 },
      bodies: {
        'Longer terms': { payment_terms: 'NET_45', contact_phone: '+966 11 400 3000' },
        'Out of use': { status: 'inactive' },
      },
    },
  },
  upsert: {
    a: {
      path: { external_id: 'V-1001' },
      bodies: {
        'What the ERP knows of it': {
          name: 'Najd Steel Company',
          payment_terms: 45,
          metadata: { erp_company: '1000' },
        },
      },
    },
    b: {
      path: { external_id: 'V-1001' },
      bodies: {
        'What the ERP knows of it': {
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
      bodies: { 'With its reason': { reason: BLOCKED.blocked_reason } },
      answer: BLOCKED,
    },
    b: {
      path: { id: 2 },
      bodies: {
        'For a while': { reason: BLOCKED.blocked_reason, type: 'block' },
        'For good': { reason: 'Forged test certificates.', type: 'blacklist' },
      },
      answer: BLOCKED,
    },
  },
  unblock: { path: { id: 7 } },
};

/** What to try bank details out with: a vendor that has them verified, and one whose change waits for it. */
export const BANK_ACCOUNT_EXAMPLES = {
  list: { path: { id: 1 } },
  add: {
    path: { id: 1 },
    bodies: {
      'Another account': {
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
