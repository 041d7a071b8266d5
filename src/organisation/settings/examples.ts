/** What to try settings out with in the demo tenant; see `Examples`. */
export const SETTINGS_EXAMPLES = {
  change: {
    bodies: {
      'Strict controls, all together': { controls: 'strict' },
      'Stricter approvals': { prevent_self_approval: true, require_distinct_approvers: true },
      'Room for differences of an invoice': {
        matching_policy: 'three_way',
        price_tolerance_pct: 2,
        price_tolerance_abs: 50,
        quantity_tolerance_pct: 0.5,
        approvable_match_statuses: ['full_match', 'partial_match'],
      },
      'Payments to verified bank details alone': { bank_change_control: 'block' },
      'Mail in Arabic': { language: 'ar' },
    },
    answer: {
      controls: 'strict',
      prevent_self_approval: true,
      require_distinct_approvers: true,
      require_budget: true,
    },
  },
};
