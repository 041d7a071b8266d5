import { type Service, startApp } from '../support/app';
import type { Client, Loose } from '../support/client';
import { ONE_FORM } from '../support/sampled';

interface Kind {
  readonly path: string;
  /** A valid body with unique values. */
  readonly body: (n: number) => Loose;
  /** Fields with unique values. */
  readonly unique: readonly string[];
  readonly deactivate: (admin: Client, id: number) => Promise<unknown>;
}

const isActive = (path: string) => (admin: Client, id: number) => admin.put(`${path}/${id}`, { is_active: false }, 200);

const KINDS: Readonly<Record<string, Kind>> = {
  user: {
    path: '/users',
    body: (n) => ({ name_en: 'U', email: `taken${n}@example.com`, role: 'viewer', external_id: `U-${n}` }),
    unique: ['email', 'external_id'],
    deactivate: (admin, id) => admin.delete(`/users/${id}`, 200),
  },
  department: {
    path: '/departments',
    body: (n) => ({ name: 'D', code: `TD${n}`, external_id: `D-${n}` }),
    unique: ['code', 'external_id'],
    deactivate: isActive('/departments'),
  },
  project: {
    path: '/projects',
    body: (n) => ({ name: 'P', code: `TP${n}`, external_id: `P-${n}` }),
    unique: ['code', 'external_id'],
    deactivate: isActive('/projects'),
  },
  vendor: {
    path: '/vendors',
    body: (n) => ({
      ...{
        name: `V ${n}`,
        vat_number: `3${String(n).padStart(13, '0')}3`,
        cr_number: `10100${String(n).padStart(5, '0')}`,
      },
      external_id: `V-${n}`,
    }),
    unique: ['vat_number', 'cr_number', 'external_id'],
    deactivate: (admin, id) => admin.put(`/vendors/${id}`, { status: 'inactive' }, 200),
  },
};

let made = 0;

describe.each(ONE_FORM)('a value that another record has, Form %s', (form) => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(() => service.stop());

  const nameOf = (field: string): string => (form === 'b' && field === 'vat_number' ? 'tax_number' : field);
  const renamed = (body: object): object =>
    Object.fromEntries(Object.entries(body).map(([field, value]) => [nameOf(field), value]));

  describe.each(Object.entries(KINDS))('%s', (_kind, { path, body, unique, deactivate }) => {
    it('is rejected, with the id of a deactivated record and two solutions in the message', async () => {
      const admin = service.client();
      const held = body((made += 1));
      const { id } = await admin.post(path, held, 201);
      const other = await admin.post(path, body((made += 1)), 201);
      const published = async (field: string, language = 'en'): Promise<string[]> => {
        const value = typeof held[field] === 'string' ? held[field] : '';
        const name = nameOf(field);
        const taking = { [name]: field === 'code' ? value.toLowerCase() : value };
        const client = service.client({ form });
        const headers = { 'accept-language': language };
        const fresh = JSON.stringify({ ...renamed(body((made += 1))), ...taking });
        const replies = [
          await client.raw('POST', path, fresh, { headers }),
          await client.raw('PUT', `${path}/${other.id}`, JSON.stringify(taking), { headers }),
        ];
        return replies.map((reply) => {
          expect(reply.status).toBe(422);
          const fields = form === 'a' ? reply.body.error.details : reply.body.errors;
          expect(Object.keys(fields)).toEqual([name]);
          return fields[name][0];
        });
      };
      for (const field of unique) for (const text of await published(field)) expect(text).not.toContain('deactivated');
      await deactivate(admin, id);
      for (const field of unique) {
        const hint = new RegExp(`deactivated record ${id}\\b.*Activate that record again, or choose another`);
        for (const text of await published(field)) expect(text).toMatch(hint);
        for (const text of await published(field, 'ar')) expect(text).toMatch(new RegExp(`السجل ${id} |للسجل ${id} `));
      }
    });
  });
});
