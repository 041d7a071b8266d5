/** Example requests for the demo tenant; see `Examples`. */
export const PROJECT_EXAMPLES = {
  create: {
    bodies: {
      'A project of a department': {
        name: 'Diriyah Visitor Centre',
        name_ar: 'مركز زوار الدرعية',
        code: 'DIR-03',
        department_id: 2,
      },
    },
  },
  update: {
    bodies: {
      'Another name': { name: 'Al Malqa School, second phase', name_ar: 'مدرسة الملقا، المرحلة الثانية' },
      'No new orders': { is_active: false },
    },
  },
  delete: { path: { id: 2 }, answer: { is_active: false } },
};
