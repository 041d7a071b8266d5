import { Hand, type Shared } from '../writers/hand';

/** Tokens of one tenant. Each has its own rate limit. */
export interface MirroredTenant {
  /** Tokens of two admins, so that one can approve records of the other. */
  readonly writers: readonly string[];
  /** Tokens of the mirroring program, which uses them in turn. */
  readonly mirror: readonly string[];
  /** Token for the comparison. */
  readonly reader: string;
}

const ABILITIES = ['read', 'write', 'approve', 'admin'];

/** Creates a second admin and all tokens with the owner's token. */
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
