import { Inject, Injectable } from '@nestjs/common';
import { invalidField } from '../../../common/errors';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { TenantTurns } from '../../../platform/http';
import type { ImportFormat, ImportResource } from '../domain/import';
import type { Reading } from '../domain/reading';
import { ImportKinds } from '../kinds/kinds';
import { checkHeadings } from '../kinds/columns';
import { inspect, type Inspected } from './inspect';
import { BrokenFileError } from '../domain/rows';
import { FileSlices } from './file-slices';

/** CPU time that a file may take for each MiB of the largest one, in milliseconds: several times as long as a usual file takes. */
const MILLISECONDS_PER_MB = 300;

/** CPU time that its rows may take beside that, in milliseconds: twenty times what a quiet machine takes for the most rows. */
const MILLISECONDS_OF_ROWS = 10_000;

/** Inspects the files of imports: few at once, in turns among tenants, in slices of 10 ms. */
@Injectable()
export class Inspections {
  private readonly mostMilliseconds: number;

  constructor(
    private readonly kinds: ImportKinds,
    private readonly turns: TenantTurns,
    @Inject(ENVIRONMENT) { IMPORT_MAX_MB: most }: Pick<Environment, 'IMPORT_MAX_MB'>,
  ) {
    this.mostMilliseconds = most * MILLISECONDS_PER_MB + MILLISECONDS_OF_ROWS;
  }

  /**
   * @param signal stops the wait and the work
   * @throws DomainError VALIDATION_ERROR on `file` for a broken file; SERVICE_UNAVAILABLE when the tenant's turn does not come in time;
   *   the signal's reason
   */
  async inspect(
    tenantId: TenantId,
    { resource, reading }: { readonly resource: ImportResource; readonly reading: Reading },
    { path, format }: { readonly path: string; readonly format: ImportFormat },
    signal: AbortSignal,
  ): Promise<Inspected> {
    const leave = await this.turns.enter('inspections', tenantId, signal);
    try {
      const slices = new FileSlices({ mostMilliseconds: this.mostMilliseconds, signal });
      const rules = {
        delimiter: reading.delimiter,
        checkHeadings: (headings: readonly string[]) => checkHeadings(this.kinds.of(resource), headings, reading),
      };
      return await inspect(path, format, rules, slices);
    } catch (error) {
      throw error instanceof BrokenFileError ? invalidField('file', error.key, error.params) : error;
    } finally {
      leave();
    }
  }
}
