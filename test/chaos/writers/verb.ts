import type { Loose } from '../../support/client';
import { type Hand, oneOf } from './hand';

/** Makes a change and returns the response status, or 0 without a change or a response. */
export type Verb = (hand: Hand) => Promise<number>;

/** A random name, which makes each change different. */
export const name = (): string => `Name ${Math.random()}`;
export const code = (): string => `C${Math.random().toString(36).slice(2, 10)}`;
export const some = (most: number): number => 1 + Math.floor(Math.random() * most);
export const line = (): object => ({ description: name(), quantity: some(9), unit_price: some(50), vat_rate: 15 });
export const reason = (): object => ({ reason: name() });
export const external = (): object => ({ external_id: `E-${Math.random()}`, metadata: { place: name() } });
export const link = (): object => ({ name: 'Paper.pdf', url: `https://files.example/${code()}` });

export const act =
  (list: string, action: string, body: () => object = () => ({})): Verb =>
  (hand) =>
    hand.change(list, 'POST', `/${action}`, body());
export const put =
  (list: string, body: (hand: Hand) => object): Verb =>
  (hand) =>
    hand.change(list, 'PUT', '', body(hand));
export const remove =
  (list: string): Verb =>
  (hand) =>
    hand.change(list, 'DELETE', '');
/** Changes a random part that the `GET` response of a record contains. */
export const onPart =
  (list: string, part: (record: Loose) => readonly Loose[], method: string, path: string, body?: () => object): Verb =>
  (hand) =>
    hand.changeRead(list, async (record, at) => {
      const one = oneOf(part(record));
      if (!one) return 0;
      return (await hand.send(method, `${at}/${path.replace('{id}', String(one.id))}`, body?.())).status;
    });
/** Changes a random part from a list below the record. */
export const onListed =
  (list: string, parts: string, method: string, rest: string, body?: () => object): Verb =>
  async (hand) => {
    const path = `${list}/${hand.some(list)}/${parts}`;
    const one = oneOf<Loose>((await hand.send('GET', path)).data ?? []);
    return one ? (await hand.send(method, `${path}/${one.id}${rest}`, body?.())).status : 0;
  };
