// A CommonJS program: `require` returns the same package. Arguments: address, an admin token.
const { connectFormA, ApiError } = require('procurement-client');
const { verifyWebhook } = require('procurement-client/webhooks');

const [baseUrl, token] = process.argv.slice(2);
const api = connectFormA({ baseUrl, token });

api.vendors.get({ path: { id: 999999 } }).catch((error) => {
  const seen = { isTyped: error instanceof ApiError, code: error.code, verifies: typeof verifyWebhook };
  process.stdout.write(JSON.stringify(seen));
});
