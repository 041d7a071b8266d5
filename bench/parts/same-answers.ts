import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../load/closed-loop';
import type { Scale } from '../scale';
import type { Program } from '../stage/program';
import { createOrder, firstPage, getOrder } from '../workloads/calls';

const SAMPLES = 4;

/**
 * Asks every program a few of the same questions.
 * @throws Error when a program answers differently from the service, and so does other work
 */
export async function compareAnswers(programs: Readonly<Record<string, Program>>, scale: Scale): Promise<void> {
  for (const calls of [getOrder(scale), firstPage(scale), createOrder([scale.busy])]) {
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const call = calls();
      const [service, ...others] = await Promise.all(
        Object.values(programs).map(async (program) => comparable(await ask(program, call))),
      );
      for (const [index, other] of others.entries()) {
        if (isDeepStrictEqual(other, service)) continue;
        const name = Object.keys(programs)[index + 1];
        throw new Error(
          `${name} answers ${call.path} otherwise:\n${JSON.stringify(other)}\nThe service:\n${JSON.stringify(service)}`,
        );
      }
    }
  }
}

async function ask(program: Program, call: Call): Promise<unknown> {
  const answer = await fetch(program.address + call.path, {
    method: call.method,
    headers: { authorization: `Bearer ${call.token}`, 'content-type': 'application/json' },
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  if (!answer.ok) throw new Error(`${program.name} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** The answer without what must differ: instants, ids and numbers of new records, and the program's own port. */
function comparable(answer: unknown): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => {
    if (key === 'timestamp' || key === 'links') return undefined;
    return value;
  });
  const { data, meta } = JSON.parse(text) as { data: Record<string, unknown>; meta: object };
  if ('vendor_id' in data) {
    for (const key of ['id', 'po_number', 'created_at']) Reflect.deleteProperty(data, key);
    for (const item of data['items'] as object[]) Reflect.deleteProperty(item, 'id');
  }
  return { data, meta };
}
