import { GONE, nextHash, personalDigest, type Place, rowDigest, type SealedKind } from './digests';

/** Salt and digest of a row's text after an anonymisation, read from the audit entry `anonymised`. */
export interface Replacement {
  readonly salt: Buffer;
  /** Like `personal_digest`, for the replaced text. */
  readonly digest: Buffer;
}

/** A seal with the current state of its row. */
export interface SealBesideRow extends Place {
  readonly salt: Buffer | null;
  readonly personal_digest: Buffer | null;
  readonly digest: Buffer;
  readonly hash: Buffer;
  /** Canonical texts of the row; null if it does not exist. */
  readonly open: string | null;
  readonly personal: string | null;
  /** Of the replaced text, if an audit entry confirms the anonymisation. */
  readonly replacement?: Replacement | undefined;
  /** Whether the row may be deleted: an event older than the retention. */
  readonly may_be_gone: boolean;
}

/** The head of a chain at some time. */
export interface Anchor {
  readonly position: number;
  /** In hex. */
  readonly hash: string;
  readonly anchored_at: string;
}

export type EvidenceProblem =
  /** The row differs from its seal. */
  | 'changed'
  /** The row was deleted before its retention ended. */
  | 'missing'
  /** The row was deleted before it was sealed. */
  | 'gone_before_seal'
  /** The salt is missing, so the personal text cannot be verified, and no anonymisation confirms it. */
  | 'salt_missing'
  /** Positions without a seal. */
  | 'gap'
  /** The seal does not follow from the previous one: changed, inserted or renumbered. */
  | 'broken_link'
  /** The chain does not end at its recorded end. */
  | 'end'
  /** The chain differs from the anchor. */
  | 'anchor'
  /** The chain starts later than permitted. */
  | 'start'
  /** A row has no seal and is not queued for one. */
  | 'not_sealed';

export interface EvidenceFault {
  readonly problem: EvidenceProblem;
  /** Of the seal; null if there is none. */
  readonly position: number | null;
  /** Null for a fault that is not specific to a row. */
  readonly kind: SealedKind | null;
  readonly row_id: number | null;
}

/** A fault of the chain that is not specific to a row. */
export const faultAt = (problem: EvidenceProblem, position: number | null): EvidenceFault => ({
  problem,
  position,
  kind: null,
  row_id: null,
});

/** Verifies a chain seal by seal. Only the last seal is in memory. */
export class ChainWalk {
  private readonly anchors = new Map<number, string[]>();

  /** @param position of the seal before the first verified one, and `hash` its hash */
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

  /** @returns the faults of the next seal and its row */
  next(seal: SealBesideRow): EvidenceFault[] {
    const faults: EvidenceFault[] = [];
    const follows = seal.position === this.position + 1;
    if (!follows) faults.push(faultAt('gap', this.position + 1));
    const { position, kind, row_id } = seal;
    const ofSeal = (problem: EvidenceProblem): EvidenceFault => ({ problem, position, kind, row_id });
    // After a gap the previous hash is unknown; the gap itself is reported.
    const isLinked = !follows || nextHash(this.hash, seal, seal.digest).equals(seal.hash);
    const problem = isLinked ? problemOfRow(seal) : 'broken_link';
    if (problem) faults.push(ofSeal(problem));
    const anchored = this.anchors.get(seal.position) ?? [];
    if (anchored.some((hash) => hash !== seal.hash.toString('hex'))) faults.push(ofSeal('anchor'));
    this.position = seal.position;
    // Continue with the stored hash, so that one changed seal is one fault.
    this.hash = seal.hash;
    return faults;
  }

  /** @returns anchors with later positions than the chain has: it was truncated */
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
