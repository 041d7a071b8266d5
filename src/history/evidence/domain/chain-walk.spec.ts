import { type Anchor, ChainWalk, type EvidenceFault, type EvidenceProblem, type SealBesideRow } from './chain-walk';
import { GONE, nextHash, personalDigest, rowDigest } from './digests';

const START = Buffer.alloc(32, 7);
const SALT = Buffer.from('0123456789abcdef');

/** A valid chain of this length, with its rows. */
function chainOf(length: number): SealBesideRow[] {
  const seals: SealBesideRow[] = [];
  let before: Buffer = START;
  for (let position = 1; position <= length; position += 1) {
    const [open, personal] = [`["${position}"]`, `["Sara ${position}"]`];
    const personal_digest = personalDigest(SALT, personal);
    const place = {
      version: 1,
      position,
      kind: position % 2 === 0 ? ('event' as const) : ('audit' as const),
      row_id: 100 + position,
      occurred_at: '2026-03-10T09:00:00.000Z',
      sealed_at: '2026-03-10T09:00:01.000Z',
    };
    const digest = rowDigest(open, personal_digest);
    const hash = nextHash(before, place, digest);
    seals.push({ ...place, salt: SALT, personal_digest, digest, hash, open, personal, may_be_gone: false });
    before = hash;
  }
  return seals;
}

const walked = (seals: readonly SealBesideRow[], anchors: readonly Anchor[] = []): [EvidenceFault[], ChainWalk] => {
  const walk = new ChainWalk(0, START, anchors);
  return [seals.flatMap((seal) => walk.next(seal)), walk];
};
const of = (problem: EvidenceProblem, position: number): EvidenceFault => ({
  problem,
  position,
  kind: position % 2 === 0 ? 'event' : 'audit',
  row_id: 100 + position,
});
/** The faults of a chain of four whose second seal, or row, is different. */
const faultsWith = (changes: Partial<SealBesideRow>): EvidenceFault[] =>
  walked(chainOf(4).map((seal) => (seal.position === 2 ? { ...seal, ...changes } : seal)))[0];
const anchor = (position: number, hash: Buffer): Anchor => ({
  position,
  hash: hash.toString('hex'),
  anchored_at: '2026-03-11T00:00:00.000Z',
});

describe('a chain walk', () => {
  it('finds nothing in a valid chain, and ends at its last seal', () => {
    const seals = chainOf(4);
    const [faults, walk] = walked(seals);
    expect(faults).toEqual([]);
    expect(walk.position).toBe(4);
    expect(walk.hash).toEqual(seals[3]?.hash);
    expect(walk.beyond()).toEqual([]);
  });

  it('starts at the given position', () => {
    const [, second, third] = chainOf(3);
    if (!second || !third) throw new Error('There are three');
    expect(new ChainWalk(2, second.hash, []).next(third)).toEqual([]);
    expect(new ChainWalk(2, START, []).next(third)).toEqual([of('broken_link', 3)]);
  });

  it.each<[string, Partial<SealBesideRow>]>([
    ['open', { open: '["two"]' }],
    ['personal', { personal: '["Omar"]' }],
  ])('reports the row whose %s text was changed', (_what, changes) => {
    expect(faultsWith(changes)).toEqual([of('changed', 2)]);
  });

  it('reports a deleted row, unless it may be deleted', () => {
    expect(faultsWith({ open: null, personal: null })).toEqual([of('missing', 2)]);
    expect(faultsWith({ open: null })).toEqual([of('missing', 2)]);
    expect(faultsWith({ personal: null })).toEqual([of('missing', 2)]);
    expect(faultsWith({ open: null, personal: null, may_be_gone: true })).toEqual([]);
  });

  it('still verifies text without personal data if the salt is missing', () => {
    expect(faultsWith({ salt: null, personal: '[null]' })).toEqual([of('salt_missing', 2)]);
    expect(faultsWith({ salt: null, open: '["two"]' })).toEqual([of('changed', 2)]);
  });

  it('compares a row without a salt with the digest of its anonymisation', () => {
    const replacement = { salt: GONE, digest: personalDigest(GONE, 'Anonymised user 17') };
    expect(faultsWith({ salt: null, personal: 'Anonymised user 17', replacement })).toEqual([]);
    expect(faultsWith({ salt: null, personal: 'Omar', replacement })).toEqual([of('changed', 2)]);
    expect(faultsWith({ personal: 'Anonymised user 17', replacement })).toEqual([of('changed', 2)]);
  });

  it.each<[string, Partial<SealBesideRow>]>([
    ['digest', { digest: GONE }],
    ['kind', { kind: 'audit' }],
    ['row', { row_id: 5 }],
    ['time', { occurred_at: null }],
    ['time of sealing', { sealed_at: '2026-03-10T09:00:02.000Z' }],
    ['version', { version: 2 }],
  ])('reports only the seal whose %s was changed, not its row', (_what, changes) => {
    expect(faultsWith({ ...changes, open: 'changed too' })).toEqual([
      { ...of('broken_link', 2), ...narrowed(changes) },
    ]);
  });

  it('reports the seal whose hash was changed, and the next one', () => {
    expect(faultsWith({ hash: START })).toEqual([of('broken_link', 2), of('broken_link', 3)]);
  });

  it('reports positions without a seal, and continues after them', () => {
    const seals = chainOf(5).filter(({ position }) => position !== 2 && position !== 3);
    expect(walked(seals)[0]).toEqual([{ problem: 'gap', position: 2, kind: null, row_id: null }]);
    const changed = seals.map((seal) => (seal.position === 4 ? { ...seal, open: 'x' } : seal));
    expect(walked(changed)[0].map(({ problem }) => problem)).toEqual(['gap', 'changed']);
  });

  it('distinguishes a row deleted before sealing from a seal with a deleted personal digest', () => {
    const [first] = chainOf(1);
    if (!first) throw new Error('There is one');
    const gone = { ...first, salt: null, personal_digest: null, digest: GONE, open: null, personal: null };
    const sealed = (seal: SealBesideRow): SealBesideRow => ({ ...seal, hash: nextHash(START, seal, seal.digest) });
    expect(walked([sealed(gone)])[0]).toEqual([of('gone_before_seal', 1)]);
    expect(walked([sealed({ ...first, personal_digest: null })])[0]).toEqual([of('changed', 1)]);
  });

  it('compares the chain with its anchors, including several at one position', () => {
    const seals = chainOf(3);
    const [, second] = seals;
    if (!second) throw new Error('There are three');
    expect(walked(seals, [anchor(2, second.hash), anchor(2, second.hash)])[0]).toEqual([]);
    expect(walked(seals, [anchor(2, START), anchor(2, second.hash)])[0]).toEqual([of('anchor', 2)]);
    const [faults, walk] = walked(seals, [anchor(3, START), anchor(4, START), anchor(9, START)]);
    expect(faults).toEqual([of('anchor', 3)]);
    expect(walk.beyond()).toEqual([
      { problem: 'anchor', position: 4, kind: null, row_id: null },
      { problem: 'anchor', position: 9, kind: null, row_id: null },
    ]);
  });
});

const narrowed = ({ kind, row_id }: Partial<SealBesideRow>): Partial<EvidenceFault> => ({
  ...(kind ? { kind } : {}),
  ...(row_id ? { row_id } : {}),
});
