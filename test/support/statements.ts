import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

type Asked = string | { readonly text?: string };

/** Transactions themselves, and what is known of tokens, which is asked now and then and not for this answer. */
const FRAME =
  /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|SELECT set_config|SELECT touch_tokens|SELECT \* FROM authenticate_token)/i;

/** Every SQL statement this process sends while the work runs and in what it leads to after its commit, transactions' own and tokens' left out. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const original = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
    const [asked] = args as [Asked];
    const text = typeof asked === 'string' ? asked : (asked.text ?? '');
    if (!FRAME.test(text)) seen.push(text.replace(/\s+/g, ' ').trim());
    return original.apply(this, args);
  } as typeof Client.prototype.query;
  try {
    await work();
    await quiet(seen);
  } finally {
    Client.prototype.query = original as typeof Client.prototype.query;
  }
  return seen;
}

/** What follows a commit runs by itself: waits until nothing more comes. */
async function quiet(seen: readonly string[]): Promise<void> {
  for (let before = -1; before !== seen.length;) {
    before = seen.length;
    await sleep(150);
  }
}
