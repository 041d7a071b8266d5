import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

type Asked = string | { readonly text?: string } | Flight;

/** Several prepared statements that the service sends together: `PreparedFlight`. */
interface Flight extends EventEmitter {
  readonly texts: readonly string[];
}

/** Transactions themselves, and what is known of tokens, which is asked now and then and not for this answer. */
const FRAME =
  /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|SELECT set_config|SELECT touch_tokens|SELECT \* FROM authenticate_token)/i;

/** Every SQL statement this process sends while the work runs and in what it leads to after its commit, transactions' own and tokens' left out. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let underWay = 0;
  const original = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
    const [asked] = args as [Asked];
    for (const text of textsOf(asked)) if (!FRAME.test(text)) seen.push(text.replace(/\s+/g, ' ').trim());
    const ended = (): number => (underWay -= 1);
    if (isFlight(asked)) {
      underWay += 1;
      asked.once('end', ended);
    }
    const answer = original.apply(this, args);
    if (answer instanceof Promise) {
      underWay += 1;
      answer.then(ended, ended);
    }
    return answer;
  } as typeof Client.prototype.query;
  try {
    await work();
    await quiet(() => (underWay > 0 ? -1 : seen.length));
  } finally {
    Client.prototype.query = original as typeof Client.prototype.query;
  }
  return seen;
}

function textsOf(asked: Asked): readonly string[] {
  if (typeof asked === 'string') return [asked];
  return isFlight(asked) ? asked.texts : [asked.text ?? ''];
}

function isFlight(asked: Asked): asked is Flight {
  return typeof asked === 'object' && 'texts' in asked;
}

/** What follows a commit runs by itself: waits until nothing is under way (-1) and nothing more comes. */
async function quiet(sent: () => number): Promise<void> {
  for (let before = -1; before === -1 || before !== sent();) {
    before = sent();
    await sleep(150);
  }
}
