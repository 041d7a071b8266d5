const INVITED = { status: 'invited' };

/** Example requests for the demo tenant, which has seven active users; see `Examples`. */
export const USER_EXAMPLES = {
  create: {
    bodies: {
      'A procurement officer': {
        name_en: 'Huda Al-Anazi',
        name_ar: 'هدى العنزي',
        email: 'huda@najd.example',
        role: 'procurement_officer',
        department_id: 1,
        phone: '+966 50 000 0007',
      },
      'An auditor': { name_en: 'External Auditor', email: 'auditor@audit-house.example', role: 'auditor' },
    },
    answer: INVITED,
  },
  update: {
    path: { id: 6 },
    bodies: {
      'Another department and phone': { department_id: 1, phone: '+966 50 000 0006' },
      'Another role': { role: 'procurement_officer' },
    },
  },
  deactivate: { path: { id: 6 }, answer: { status: 'inactive' } },
  // The next invited user has id 8.
  invite: { path: { id: 8 }, answer: INVITED },
  activate: { path: { id: 8 } },
  accept: { bodies: { 'The token of an invitation': { token: 'inv_ and the 43 characters of the link' } } },
};
