import { Hand, type Shared } from '../writers/hand';

/** Tokens of one tenant, of which each has a limit of its own. */
export interface MirroredTenant {
  /** Of two administrators, so that one can decide what the other has made. */
  readonly writers: readonly string[];
  /** The program's, which takes turns with them. */
  readonly mirror: readonly string[];
  /** Of whoever compares. */
  readonly reader: string;
}

const ABILITIES = ['read', 'write', 'approve', 'admin'];

/** A second administrator and the tokens of all who take part, made by the owner's token. */
export async function mirroredTenant(address: string, owner: string): Promise<MirroredTenant> {
  const hand = new Hand(
    { address, some: () => undefined, know: () => undefined, fault: () => undefined } satisfies Shared,
    owner,
  );
  const made = async (path: string, body: object): Promise<{ readonly id: number; readonly token: string }> => {
    const { status, data } = await hand.send('POST', path, body);
    if (status > 201) throw new Error(`${path}: ${status}`);
    return data;
  };
  const { data: me } = await hand.send('GET', 'users/me');
  const colleague = { name_en: 'Sami Second', email: 'second@people.example', role: 'admin' };
  const { id: second } = await made('users', { ...colleague, department_id: me.department.id });
  await made(`users/${second}/activate`, {});
  const token = async (user?: number): Promise<string> =>
    (await made('tokens', { name: 'Chaos', abilities: ABILITIES, ...(user === undefined ? {} : { user_id: user }) }))
      .token;
  return {
    writers: [owner, await token(second), await token(second)],
    mirror: [await token(), await token(), await token()],
    reader: await token(),
  };
}
