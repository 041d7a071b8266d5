/** Result of one request. */
export interface Asked {
  readonly status: number;
  readonly seconds: number;
}

export async function ask(address: string, path: string, token: string): Promise<Asked> {
  const started = performance.now();
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return { status: answer.status, seconds: (performance.now() - started) / 1000 };
}

/** Creates a record through the API and returns its id. */
export async function create(address: string, path: string, token: string, body: unknown): Promise<number> {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data?: { id?: number } };
  if (data?.id === undefined) throw new Error(`POST ${path}: ${answer.status}`);
  return data.id;
}

/** Repeats a request, one after the other. */
export async function inSuccession(times: number, one: () => Promise<Asked>): Promise<Asked[]> {
  const asked: Asked[] = [];
  while (asked.length < times) asked.push(await one());
  return asked;
}
