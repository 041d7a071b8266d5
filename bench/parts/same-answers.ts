import { isDeepStrictEqual } from 'node:util';
import type { Subject } from '../load/pairs';
import type { Scale } from '../scale';
import { createOrder, firstPage, getOrder } from '../workloads/calls';

const SAMPLES = 4;

/** @throws Error when a program's response differs from the service's, because it then does other work */
export async function compareAnswers(subjects: Readonly<Record<string, Subject>>, scale: Scale): Promise<void> {
  const sources = [getOrder(scale), firstPage(scale), createOrder([scale.busy])];
  const calls = sources.flatMap((next) => Array.from({ length: SAMPLES }, next));
  const [service, ...others] = await Promise.all(
    Object.values(subjects).map(async ({ loop }) => (await loop.send(calls)).map(comparable)),
  );
  for (const [index, other] of others.entries()) {
    const different = calls.findIndex((_, place) => !isDeepStrictEqual(other[place], service?.[place]));
    if (different < 0) continue;
    const [one, two] = [other[different], service?.[different]].map((answer) => JSON.stringify(answer));
    const name = Object.keys(subjects)[index + 1];
    throw new Error(`${name} answers ${calls[different]?.path} otherwise:\n${one}\nThe service:\n${two}`);
  }
}

/** The response without parts that must differ: times, ids and numbers of new records, and the program's port. */
function comparable(answer: string): unknown {
  const { data, meta } = JSON.parse(answer, (key, value: unknown) =>
    key === 'timestamp' || key === 'links' ? undefined : value,
  ) as { data: Record<string, unknown>; meta: object };
  if ('vendor_id' in data) {
    for (const key of ['id', 'po_number', 'created_at']) Reflect.deleteProperty(data, key);
    for (const item of data['items'] as object[]) Reflect.deleteProperty(item, 'id');
  }
  return { data, meta };
}
