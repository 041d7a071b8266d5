import type { Actor } from '../../../common/actor';
import { notFound } from '../../../common/errors';
import { type Transaction, UnitOfWork } from '../../../platform/database';
import { readInput } from '../../../platform/validation';
import { compareDocument, type StoredDocument } from '../domain/resent';
import type { Body, ImportKind, ImportOptions, ResentKind, Written } from '../kinds/kind';
import type { FileRecord } from '../kinds/file-record';
import { isBody } from '../kinds/object-fields';
import { lookUp, type Named, type Present, presentOf, type Reference } from '../kinds/references.sql';
import { readable, type ReadableRecord } from './readable-record';
import { isOfRow, type RowError, rowErrors, rowWarnings } from './row-errors';
import { amountsOf, differencesOf, requireStated } from './stored-record';

/** Result of a batch. */
export interface Outcome {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows of the file that belong to records with errors. */
  readonly rowsFailed: number;
  readonly errors: readonly RowError[];
  /** Warnings about saved records. */
  readonly warnings: readonly RowError[];
}

/** A record was rejected after it had started to write: roll back the transaction and repeat the batch. */
export class RefusedInBatch extends Error {
  override readonly name = 'RefusedInBatch';
}

/** Writes the records of one batch in one transaction, with the service methods of their kind. */
export class Batch {
  private readonly outcome = {
    ...{ created: 0, changed: 0, unchanged: 0, rowsFailed: 0 },
    errors: [] as RowError[],
    warnings: [] as RowError[],
  };
  private present = new Map<string, Present>();
  private stored: ReadonlyMap<number, StoredDocument> = new Map();
  private readonly named = new Map<Reference, Named>();
  /** Number of service methods called. Each may have written before it rejects. */
  private begun = 0;

  /** @param guarded whether each record has a savepoint, so that rejecting it does not affect others */
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tx: Transaction,
    private readonly actor: Actor,
    private readonly kind: ImportKind,
    private readonly how: { readonly options: ImportOptions; readonly isCsv: boolean; readonly guarded: boolean },
  ) {}

  /** @throws RefusedInBatch if a record without a savepoint was rejected; any error that is not specific to a row */
  async write(records: readonly FileRecord[]): Promise<Outcome> {
    await this.lookUpAll(records);
    for (const record of await this.createTogether(records)) await this.refusing(record, () => this.writeOne(record));
    this.outcome.errors.sort((one, other) => one.line - other.line);
    return this.outcome;
  }

  /** @returns the records that must be written one by one, in order */
  private async createTogether(records: readonly FileRecord[]): Promise<readonly FileRecord[]> {
    const { together, createType } = this.kind;
    if (!together || this.how.guarded) return records;
    const others: FileRecord[] = [];
    const inputs = new Map<string, object>();
    for (const record of records) {
      await this.refusing(record, async () => {
        const { externalId, body } = readable(this.kind, this.named, record);
        const isOther = this.present.has(externalId) || inputs.has(externalId);
        const input = isOther ? undefined : await readInput('body', createType, body);
        if (input && together.takes(input)) inputs.set(externalId, input);
        else others.push(record);
      });
    }
    if (inputs.size === 0) return others;
    this.begun += 1;
    const written = await together.create(this.tx, this.actor, [...inputs.values()]).catch(refusedInBatch);
    for (const [index, externalId] of [...inputs.keys()].entries()) {
      const { id, version } = written[index] as Written;
      this.present.set(externalId, { id, version });
    }
    this.outcome.created += inputs.size;
    return others;
  }

  private async writeOne(record: FileRecord): Promise<void> {
    const { externalId, body, stated } = readable(this.kind, this.named, record);
    const present = this.present.get(externalId);
    const { resent } = this.kind;
    if (present && resent) {
      await this.resend(resent, present, record, { body, stated });
      return;
    }
    const input = await readInput('body', (present && this.kind.updateType) ?? this.kind.createType, body);
    this.begun += 1;
    const written = await this.guarded(async () => {
      const done = await this.verb(present, input);
      if (done.amounts) requireStated(this.kind, stated, done.amounts);
      return done;
    });
    this.present.set(externalId, { id: written.id, version: written.version });
    this.outcome.warnings.push(...rowWarnings(record, written.warnings));
    if (!present) this.outcome.created += 1;
    else if (written.version === present.version) this.outcome.unchanged += 1;
    else this.outcome.changed += 1;
  }

  /** Changes the fields of a saved document that differ in the file. */
  private async resend(
    resent: ResentKind,
    { id }: Present,
    record: FileRecord,
    { body, stated }: Omit<ReadableRecord, 'externalId'>,
  ): Promise<void> {
    const { kind } = this;
    const input = await readInput('body', kind.createType, body);
    const stored = this.stored.get(id) ?? (await this.storedAnew(resent, id));
    const found = differencesOf(kind, resent, stored, input);
    if (found.differences.length === 0) {
      requireStated(kind, stated, amountsOf(stored, found));
      this.outcome.unchanged += 1;
      return;
    }
    const change = await readInput('body', resent.updateType, found.change);
    this.begun += 1;
    const { warnings } = await this.guarded(async () => {
      const done = await resent.update(this.actor, id, change, found.removedLines);
      if (stated.size === 0) return done;
      const now = await this.storedAnew(resent, id);
      requireStated(kind, stated, amountsOf(now, compareDocument(now, input as Body, kind.lines?.field ?? '')));
      return done;
    });
    this.outcome.changed += 1;
    this.outcome.warnings.push(...rowWarnings(record, warnings));
  }

  /** Runs the work of one record. If it rejects the record, adds the error. */
  private async refusing(record: FileRecord, work: () => Promise<void>): Promise<void> {
    const before = this.begun;
    try {
      await work();
    } catch (error) {
      if (!isOfRow(error)) throw error;
      if (this.begun > before && !this.how.guarded) throw new RefusedInBatch();
      this.outcome.rowsFailed += record.lines.length;
      this.outcome.errors.push(...rowErrors(this.kind, record, error, this.how.isCsv));
    }
  }

  private verb(present: Present | undefined, input: object): Promise<Written> {
    const { kind, actor } = this;
    if (!present || !kind.update) return kind.create(actor, input, this.how.options);
    return kind.update(actor, present.id, input, this.how.options);
  }

  /** The service method opens its own transaction, which joins this one. */
  private guarded<T>(verb: () => Promise<T>): Promise<T> {
    const joined = (): Promise<T> => this.unitOfWork.around(this.tx, verb);
    return this.how.guarded ? this.tx.savepoint(joined) : joined();
  }

  private async lookUpAll(records: readonly FileRecord[]): Promise<void> {
    const { table, references, lines } = this.kind;
    const bodies = records.flatMap(({ body }) => (body ? [body] : []));
    const items = bodies.flatMap((body) => {
      const inside = lines && body[lines.field];
      return Array.isArray(inside) ? (inside as unknown[]).filter(isBody) : [];
    });
    const ids = records.flatMap(({ externalId }) => (externalId ? [externalId] : []));
    const [present] = await Promise.all([
      presentOf(this.tx, table, ids),
      this.kind.lock?.(this.tx, bodies),
      ...references.map((reference) => this.lookUp(reference, bodies)),
      ...(lines?.references ?? []).map((reference) => this.lookUp(reference, items)),
    ]);
    this.present = present;
    const { resent } = this.kind;
    const storedIds = [...present.values()].map(({ id }) => id);
    if (resent && storedIds.length > 0) this.stored = await resent.stored(this.tx, storedIds);
  }

  private async storedAnew(resent: ResentKind, id: number): Promise<StoredDocument> {
    const stored = (await resent.stored(this.tx, [id])).get(id);
    if (!stored) throw notFound();
    return stored;
  }

  private async lookUp(reference: Reference, bodies: readonly Body[]): Promise<void> {
    const texts = bodies.flatMap(({ [reference.from]: text }) => (typeof text === 'string' ? [text.trim()] : []));
    if (texts.length > 0) this.named.set(reference, await lookUp(this.tx, reference, texts));
  }
}

/** One of several records was rejected. Writing them one by one finds it. */
function refusedInBatch(error: unknown): never {
  throw isOfRow(error) ? new RefusedInBatch() : error;
}
