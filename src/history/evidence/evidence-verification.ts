import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { query, type TenantWalk, UnitOfWork, visitTenants, type Walked } from '../../platform/database';
import { type Beginning, faultsOfBeginning } from './domain/beginning';
import {
  type Anchor,
  ChainWalk,
  type EvidenceFault,
  faultAt,
  type Replacement,
  type SealBesideRow,
} from './domain/chain-walk';
import { genesis, type SealedKind } from './domain/digests';
import { KEPT_ANCHORS, NEXT_SEALS, REPLACEMENTS, ROWS_AT_ONCE, TAIL, UNSEALED_ROWS } from './evidence-verification.sql';

/** Maximum faults listed per tenant; further ones are counted. */
const NAMED = 100;

export interface EvidenceFinding extends EvidenceFault {
  readonly tenant_id: TenantId;
}

/** An anchor that an operator has stored. */
export interface StoredAnchor extends Anchor {
  readonly tenant_id: TenantId;
}

export interface VerifiedEvidence extends Walked {
  /** Verified seals. */
  readonly sealed: number;
  /** Rows that are not sealed yet. */
  readonly unsealed: number;
  /** Total number of faults. The findings contain at most {@link NAMED} per tenant. */
  readonly faults: number;
  readonly findings: readonly EvidenceFinding[];
}

interface ChainState extends Beginning {
  /** The tenant's original id if it was imported under another one. */
  readonly origin_id: TenantId | null;
  readonly end_position: number;
  readonly end_hash: Buffer;
}

type SealRow = ChainState & (SealBesideRow | { readonly position: null });

/** Recomputes every seal from its row, and compares the chain with its anchors. */
@Injectable()
export class EvidenceVerification {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Works in batches with constant memory. @param options.anchors compared in addition to the stored ones */
  async all(
    options: { readonly tenantId?: TenantId | undefined; readonly anchors?: readonly StoredAnchor[] } & TenantWalk = {},
  ): Promise<VerifiedEvidence> {
    const { tenantId, anchors = [] } = options;
    const sum = { sealed: 0, unsealed: 0, faults: 0, findings: [] as EvidenceFinding[] };
    const one = async (id: TenantId): Promise<void> => {
      const found = new Findings(id);
      const given = anchors.filter((anchor) => anchor.tenant_id === id);
      sum.sealed += await this.chain(id, given, found);
      for (const kind of ['audit', 'event'] as const) await this.rows(id, kind, found);
      const [[tail]] = await this.unitOfWork.read<[{ waiting: number }]>(id, query(TAIL, [id]));
      sum.unsealed += tail?.waiting ?? 0;
      sum.faults += found.count;
      sum.findings.push(...found.named);
    };
    const walked = await visitTenants(tenantId ? [tenantId] : await this.tenants(anchors), options, one);
    return { ...walked, ...sum };
  }

  /** All tenants, and those in anchors: a deleted tenant is a chain without seals. */
  private async tenants(anchors: readonly StoredAnchor[]): Promise<TenantId[]> {
    const rows = await this.unitOfWork.unscoped<{ id: TenantId }>(query('SELECT all_tenants() AS id'));
    return [...new Set([...rows.map(({ id }) => id), ...anchors.map(({ tenant_id }) => tenant_id)])].sort();
  }

  /** @returns the number of seals */
  private async chain(tenantId: TenantId, given: readonly Anchor[], found: Findings): Promise<number> {
    const [kept] = await this.unitOfWork.read<[Anchor]>(tenantId, query(KEPT_ANCHORS, [tenantId]));
    const anchors = [...kept, ...given];
    const replacements = await this.replacements(tenantId);
    let walk = new ChainWalk(0, genesis(tenantId), anchors);
    let seals = 0;
    let begun = -1;
    for (;;) {
      const [rows] = await this.unitOfWork.read<[SealRow]>(tenantId, query(NEXT_SEALS, [tenantId, walk.position]));
      const [state] = rows;
      if (!state) {
        // The tenant has no chain. Rows without seals are found separately.
        found.add(...walk.beyond());
        return 0;
      }
      // Also if a concurrent deletion moved the start.
      if (state.start_position > begun && state.start_position >= walk.position) {
        walk = new ChainWalk(state.start_position, state.start_hash, anchors);
        const first = genesis(state.origin_id ?? tenantId);
        if (begun === -1) found.add(...faultsOfBeginning(state, first, anchors, this.clock.now()));
        begun = state.start_position;
      }
      if (state.position === null) {
        const isWhole = walk.position === state.end_position && walk.hash.equals(state.end_hash);
        found.add(...(isWhole ? [] : [faultAt('end', state.end_position)]), ...walk.beyond());
        return seals;
      }
      for (const row of rows) seals += this.step(walk, row, replacements, found);
    }
  }

  /** @returns the number of verified seals; 0 before the start */
  private step(walk: ChainWalk, row: SealRow, replacements: ReadonlyMap<number, Replacement>, found: Findings): number {
    if (row.position === null || row.position <= walk.position) return 0;
    found.add(...walk.next({ ...row, replacement: replacements.get(row.position) }));
    return 1;
  }

  /** Digests of replaced texts by position: some hundred bytes per row of an anonymised user. */
  private async replacements(tenantId: TenantId): Promise<ReadonlyMap<number, Replacement>> {
    const asked = query(REPLACEMENTS, [tenantId]);
    const [rows] = await this.unitOfWork.read<[{ position: number; salt: string; digest: string }]>(tenantId, asked);
    const bytes = (text: string): Buffer => Buffer.from(text, 'hex');
    return new Map(
      rows.map(({ position, salt, digest }) => [position, { salt: bytes(salt), digest: bytes(digest) }] as const),
    );
  }

  /** Finds rows that have no seal and are not queued for one. */
  private async rows(tenantId: TenantId, kind: SealedKind, found: Findings): Promise<void> {
    for (let after = 0; ;) {
      const [[next]] = await this.unitOfWork.read<[{ last: number | null; rows: number; unknown: string[] }]>(
        tenantId,
        query(UNSEALED_ROWS[kind], [tenantId, after]),
      );
      for (const id of next?.unknown ?? []) {
        found.add({ problem: 'not_sealed', position: null, kind, row_id: Number(id) });
      }
      if (!next || next.last === null || next.rows < ROWS_AT_ONCE) return;
      after = next.last;
    }
  }
}

/** The faults of one tenant: the first are listed, all are counted. */
class Findings {
  readonly named: EvidenceFinding[] = [];
  count = 0;

  constructor(private readonly tenantId: TenantId) {}

  add(...faults: readonly EvidenceFault[]): void {
    this.count += faults.length;
    for (const fault of faults) {
      if (this.named.length < NAMED) this.named.push({ tenant_id: this.tenantId, ...fault });
    }
  }
}
