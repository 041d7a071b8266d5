import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Transaction statements, and periodic work: tokens, seals, claims of imports and exports, the timeline. */
const FRAME =
  /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|SELECT set_config|SELECT touch_tokens|SELECT asked\.place, found|SELECT tenants_to_seal|SELECT sealed, more|SELECT waiting, seconds|SELECT tenant_id AS "tenantId", id FROM claim_|SELECT \(SELECT system_identifier)/i;

/** The text of every statement of {@link sentDuring}, each in one line. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = await sentDuring(work);
  return sent.map(({ text }) => text.replace(/\s+/g, ' ').trim());
}

/** Every SQL statement of this process during the work and its effects after commit, without those of {@link FRAME}. */
export async function sentDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  let underWay = 0;
  const original = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
    const asked = statementIn(args);
    if (!FRAME.test(asked.text)) seen.push(asked);
    const ended = (): number => (underWay -= 1);
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

/**
 * The statements that this process sends and the responses it receives during the work, in order: `sent` and `answered`
 * with the statement's text. A statement sent before another one is answered did not wait for it.
 */
export async function talkDuring(work: () => Promise<unknown>): Promise<string[]> {
  const talk: string[] = [];
  const original = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  Client.prototype.query = function (this: Client, ...args: unknown[]): unknown {
    const text = statementIn(args).text.replace(/\s+/g, ' ').trim();
    const note = (what: string) => (): unknown => talk.push(`${what} ${text}`);
    note('sent')();
    const answer = original.apply(this, args);
    if (answer instanceof Promise) answer.then(note('answered'), note('answered'));
    return answer;
  } as typeof Client.prototype.query;
  try {
    await work();
  } finally {
    Client.prototype.query = original as typeof Client.prototype.query;
  }
  return talk;
}

/** The statement in the arguments of `Client.query`: a text or a configuration. */
function statementIn([asked]: readonly unknown[]): Statement {
  if (typeof asked === 'string') return { text: asked, values: [] };
  const { text = '', values = [] } = asked as Partial<Statement>;
  return { text, values };
}

/** Work after a commit runs in the background: waits until no statement is running (-1) and no new one starts. */
async function quiet(sent: () => number): Promise<void> {
  for (let before = -1; before === -1 || before !== sent();) {
    before = sent();
    await sleep(150);
  }
}
