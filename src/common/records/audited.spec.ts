import { decimal } from '../money';
import { Audited, hidden, lastFour, underApiNames } from './audited';

interface Supplier {
  readonly name: string;
  readonly limit: ReturnType<typeof decimal> | null;
  readonly since: Date | null;
  readonly account: string | null;
  readonly key: string;
}

const FIELDS = new Audited<Supplier>(
  {
    name: 'name',
    credit_limit: 'limit',
    since: 'since',
    account: 'account',
    key: 'key',
    short: ({ name }) => name?.[0],
  },
  { account: lastFour, key: hidden },
);
const NAJD: Supplier = {
  name: 'Najd',
  limit: decimal('10.50'),
  since: new Date('2026-03-01T00:00:00.000Z'),
  account: 'SA0380000000608010167519',
  key: 'secret',
};

describe('the audited fields of a record', () => {
  it('have the values of the API', () => {
    expect(FIELDS.snapshot(NAJD)).toEqual({
      name: 'Najd',
      credit_limit: 10.5,
      since: '2026-03-01T00:00:00.000Z',
      account: 'SA0380000000608010167519',
      key: 'secret',
      short: 'N',
    });
    expect(FIELDS.snapshot({ limit: null })).toEqual({
      name: null,
      credit_limit: null,
      since: null,
      account: null,
      key: null,
      short: null,
    });
  });

  it('are compared by value, before masking', () => {
    const before = FIELDS.snapshot(NAJD);
    expect(FIELDS.changes(before, FIELDS.snapshot({ ...NAJD, limit: decimal('10.5') }))).toEqual({});
    expect(FIELDS.changes(before, FIELDS.snapshot({ ...NAJD, account: 'SA9980000000608010167519', key: 'k' }))).toEqual(
      {
        account: { from: '****7519', to: '****7519' },
        key: { from: '********', to: '********' },
      },
    );
    expect(FIELDS.changes(before, FIELDS.snapshot({ ...NAJD, account: null, name: 'Nejd' }))).toEqual({
      name: { from: 'Najd', to: 'Nejd' },
      account: { from: '****7519', to: null },
    });
    expect(FIELDS.changes({}, { name: 'Najd' })).toEqual({ name: { from: null, to: 'Najd' } });
  });

  it('appear in a whole record, secret ones masked', () => {
    expect(FIELDS.whole({ name: 'Najd', account: 'SA0380000000608010167519' })).toEqual({
      name: 'Najd',
      credit_limit: null,
      since: null,
      account: '****7519',
      key: null,
      short: null,
    });
  });

  it('show four characters of an account only if more than four remain hidden', () => {
    expect(lastFour('12345678')).toBe('****');
    expect(lastFour('123456789')).toBe('****6789');
  });

  it('have the names of the API', () => {
    expect(underApiNames({ unitPrice: decimal('2.5'), id: 7, vatRate: undefined })).toEqual({
      unit_price: 2.5,
      id: 7,
      vat_rate: null,
    });
  });
});
