/** What to try tokens out with in the demo tenant; see `Examples`. */
export const TOKEN_EXAMPLES = {
  create: {
    bodies: {
      'For an integration': { name: 'ERP integration', abilities: ['read', 'write'] },
      'For a colleague, with an end': {
        name: 'Monthly reports',
        abilities: ['read'],
        expires_at: '2036-12-31T20:59:59Z',
        user_id: 5,
      },
    },
    answer: { expires_at: null },
  },
  // The token of the caller is the first.
  revoke: { path: { token_id: 2 } },
};
