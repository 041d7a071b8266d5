import { ApiError, connectFormA, connectFormB } from 'procurement-client';
import { baseUrl, formA, losingTheFirstAnswer, refusal, token, turnedAway } from './surroundings.js';

export async function retries() {
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  const wait = (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  const unlucky = connectFormA({ baseUrl, token, retry: { wait }, fetch: losingTheFirstAnswer(keys) });
  const { data: vendor, response } = await unlucky.vendors.create({ body: { name: 'Once Only' } });
  const { data: found } = await formA.vendors.list({ query: { search: 'Once Only' } });
  const line = { description: 'A4 paper, box', quantity: 10, unit_price: 62.5 };
  const order = await formA.purchaseOrders.create({ body: { vendor_id: vendor.data.id, items: [line] } });
  const losing = connectFormA({ baseUrl, token, retry: { firstWait: 1 }, fetch: losingTheFirstAnswer([]) });
  const { data: changed } = await losing.purchaseOrders.update({
    path: { id: order.data.data.id },
    body: { items: [{ id: order.data.data.items[0]?.id ?? 0 }, { ...line, description: 'Toner' }] },
  });

  const asked: number[] = [];
  const patient = connectFormB({
    baseUrl,
    token,
    retry: { wait: (milliseconds) => Promise.resolve(void asked.push(milliseconds)) },
    fetch: turnedAway([
      new Response(null, { status: 429, headers: { 'Retry-After': '7' } }),
      new Response(null, { status: 503, headers: { 'Retry-After': '2' } }),
    ]),
  });
  await patient.vendors.create({ body: { name: 'Patience' } });

  const tooLong = await refusal(
    connectFormA({
      baseUrl,
      token,
      fetch: turnedAway([new Response('{}', { status: 429, headers: { 'Retry-After': '43200' } })]),
    }).me.get(),
  );
  return {
    vendor: vendor.data.id,
    found: found.data.map(({ id }) => id),
    replayed: response.headers.get('idempotency-replayed'),
    keys,
    waits: waits.length,
    lines: changed.data.items.map(({ description }) => description),
    asked,
    tooLong: tooLong instanceof ApiError && tooLong.retryAfter,
  };
}
