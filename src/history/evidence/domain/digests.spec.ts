import { tenantIdFrom } from '../../../common/records/ids';
import { genesis, GONE, nextHash, personalDigest, rowDigest } from './digests';

/** Computed with other programs (Python's hashlib and sha256sum), as an auditor could. */
describe('digests', () => {
  const place = {
    version: 1,
    position: 7,
    row_id: 12,
    sealed_at: '2026-03-10T09:00:01.250Z',
  };
  const row = rowDigest('[1, "audit"]', personalDigest(Buffer.from([1, 2]), 'Sara'));

  it.each([
    [
      'the start of a chain',
      genesis(tenantIdFrom('0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21')),
      'a60d35c429e6d09bf8a9f6477bf8a1a917700e316281603a469f4a80d993d414',
    ],
    ['a deleted row', GONE, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247'],
    [
      'personal text',
      personalDigest(Buffer.from([1, 2]), 'Sara'),
      'f588eb5d4cad6c29cf8de947c371e1064f504a936e71ba9e7ce9ed461f2f52b3',
    ],
    ['a row', row, '0d6aeb88838e74519abd6ca622e83ec7afef9e18b4ef6ae6b11dd543c11a40d3'],
    [
      'a seal',
      nextHash(Buffer.alloc(32), { ...place, kind: 'audit', occurred_at: '2026-03-10T09:00:00.000Z' }, row),
      '09ac0e742bab37238fc20e11b9c174efea6a3c8e8251137add53a17e4dc50466',
    ],
    [
      'a seal of a deleted row',
      nextHash(Buffer.alloc(32), { ...place, kind: 'event', occurred_at: null }, row),
      'fecf59be5f3302e6da5854ba0a9a3608cd9deab254cc12e59a111e6cc8aa82fd',
    ],
  ])('match the expected value of %s', (_what, digest, expected) => {
    expect(digest.toString('hex')).toBe(expected);
  });
});
