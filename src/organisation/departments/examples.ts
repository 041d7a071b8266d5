/** Example requests for the demo tenant; see `Examples`. */
export const DEPARTMENT_EXAMPLES = {
  create: {
    bodies: {
      'A department and its head': { name: 'Human Resources', name_ar: 'الموارد البشرية', code: 'HR', head_user_id: 2 },
    },
  },
  update: {
    path: { id: 4 },
    bodies: {
      'Another name and head': { name: 'Facilities and Fleet', name_ar: 'المرافق والأسطول', head_user_id: 6 },
      'No new orders': { is_active: false },
    },
  },
  delete: { path: { id: 4 }, answer: { is_active: false } },
};
