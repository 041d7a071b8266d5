import { GONE, nextHash, personalDigest, type Place, rowDigest, type SealedKind } from './digests';

/** What an entry `anonymised` says of the text of a row in which a person was replaced. */
export interface Replacement {
  readonly salt: Buffer;
  /** As `personal_digest`, of the text that has stood there since. */
  readonly digest: Buffer;
}

/** A seal beside the row that it is of, as the row is now. */
export interface SealBesideRow extends Place {
  readonly salt: Buffer | null;
  readonly personal_digest: Buffer | null;
  readonly digest: Buffer;
  readonly hash: Buffer;
  /** Canonical texts of the row; null when it is not there. */
  readonly open: string | null;
  readonly personal: string | null;
  /** Of the text that stands in the place of a person's, where an entry of the audit log answers for it. */
  readonly replacement?: Replacement | undefined;
  /** Whether the row may be gone: an event older than events are kept. */
  readonly may_be_gone: boolean;
}

/** The end of a chain as it was at a moment. */
export interface Anchor {
  readonly position: number;
  /** In hexadecimal digits. */
  readonly hash: string;
  readonly anchored_at: string;
}

/** What can be wrong with a tenant's evidence. */
export type EvidenceProblem =
  /** The row does not say what was sealed. */
  | 'changed'
  /** The row is gone before its time. */
  | 'missing'
  /** The row was gone before it was sealed. */
  | 'gone_before_seal'
  /** The salt is gone, so what names people in the row cannot be checked, and no anonymisation answers for it. */
  | 'salt_missing'
  /** Positions without a seal. */
  | 'gap'
  /** The seal does not follow from the one before: changed, put in, or given another number. */
  | 'broken_link'
  /** The chain does not end where it says. */
  | 'end'
  /** The chain is not the one that the anchor was of. */
  | 'anchor'
  /** The chain begins later than it may. */
  | 'start'
  /** A row has no seal and waits for none. */
  | 'not_sealed';

export interface EvidenceFault {
  readonly problem: EvidenceProblem;
  /** Of the seal; null where there is none. */
  readonly position: number | null;
  /** The row, if it is one row's fault. */
  readonly kind: SealedKind | null;
  readonly row_id: number | null;
}

/** A fault of the chain, of no one row. */
export const faultAt = (problem: EvidenceProblem, position: number | null): EvidenceFault => ({
  problem,
  position,
  kind: null,
  row_id: null,
});

/** Goes along a chain, seal by seal, and says what is wrong. It remembers the last seal and no other. */
export class ChainWalk {
  private readonly anchors = new Map<number, string[]>();

  /**
   * @param position of the last seal before the first that is walked
   * @param hash of that seal
   */
  constructor(
    public position: number,
    public hash: Buffer,
    anchors: readonly Anchor[],
  ) {
    for (const anchor of anchors) {
      const others = this.anchors.get(anchor.position) ?? [];
      this.anchors.set(anchor.position, [...others, anchor.hash]);
    }
  }

  /** @returns what is wrong with the next seal and its row */
  next(seal: SealBesideRow): EvidenceFault[] {
    const faults: EvidenceFault[] = [];
    const follows = seal.position === this.position + 1;
    if (!follows) faults.push(faultAt('gap', this.position + 1));
    const ofSeal = (problem: EvidenceProblem): EvidenceFault => ({
      problem,
      position: seal.position,
      kind: seal.kind,
      row_id: seal.row_id,
    });
    // What a seal after a gap follows is not known; the gap has been named.
    const isLinked = !follows || nextHash(this.hash, seal, seal.digest).equals(seal.hash);
    const problem = isLinked ? problemOfRow(seal) : 'broken_link';
    if (problem) faults.push(ofSeal(problem));
    const anchored = this.anchors.get(seal.position) ?? [];
    if (anchored.some((hash) => hash !== seal.hash.toString('hex'))) faults.push(ofSeal('anchor'));
    this.position = seal.position;
    // From here on the chain is held to what it says, so that one seal is one fault.
    this.hash = seal.hash;
    return faults;
  }

  /** @returns the anchors that are of later positions than the chain has: it was cut off */
  beyond(): EvidenceFault[] {
    return [...this.anchors.keys()].filter((at) => at > this.position).map((at) => faultAt('anchor', at));
  }
}

function problemOfRow(seal: SealBesideRow): EvidenceProblem | undefined {
  const { salt, personal_digest: sealed, digest, open, personal, replacement } = seal;
  if (!sealed) return digest.equals(GONE) ? 'gone_before_seal' : 'changed';
  if (open === null || personal === null) return seal.may_be_gone ? undefined : 'missing';
  if (!rowDigest(open, sealed).equals(digest)) return 'changed';
  if (salt) return personalDigest(salt, personal).equals(sealed) ? undefined : 'changed';
  if (!replacement) return 'salt_missing';
  return personalDigest(replacement.salt, personal).equals(replacement.digest) ? undefined : 'changed';
}
