import { cursors, lists } from './lists.js';
import { limit, lostUpdate, refusals } from './refusals.js';
import { retries } from './retries.js';
import { webhooks } from './webhooks.js';
import { story, uploads } from './writing.js';

/** A program with only the packed client: calls a service and prints its results as JSON. */
const seen = {
  story: await story(),
  lists: await lists(),
  cursors: await cursors(),
  uploads: await uploads(),
  refusals: await refusals(),
  lostUpdate: await lostUpdate(),
  retries: await retries(),
  limit: await limit(),
  webhooks: webhooks(),
};
process.stdout.write(JSON.stringify(seen));
