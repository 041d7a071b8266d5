import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../common/lists/page';
import type { TenantId, VendorId } from '../../../common/records/ids';
import {
  type After,
  mustBeThere,
  query,
  readList,
  readOne,
  type ReadScope,
  rowsAfter,
  type Transaction,
  UnitOfWork,
} from '../../../platform/database';
import { personSql } from '../../../organisation/users';

interface PersonRow {
  readonly id: number;
  readonly name: string;
}

export interface BankAccountRow {
  readonly id: number;
  readonly version: number;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
  readonly accountHolder: string | null;
  readonly swift: string | null;
  readonly isNewest: boolean;
  readonly createdAt: Date;
  readonly createdBy: PersonRow | null;
  readonly verifiedAt: Date | null;
  readonly verifiedBy: PersonRow | null;
}

const OF_VENDOR = 'a.tenant_id = $1 AND a.vendor_id = $2';

const ACCOUNT = `
       a.id, a.version, a.bank_name AS "bankName", a.bank_account AS "bankAccount", a.account_holder AS "accountHolder", a.swift,
       a.created_at AS "createdAt", ${personSql('a.tenant_id', 'a.created_by_id')} AS "createdBy",
       a.verified_at AS "verifiedAt", ${personSql('a.tenant_id', 'a.verified_by_id')} AS "verifiedBy",
       a.version = (SELECT max(b.version) FROM vendor_bank_accounts b WHERE b.tenant_id = a.tenant_id AND b.vendor_id = a.vendor_id) AS "isNewest"`;
const ACCOUNTS = 'FROM vendor_bank_accounts a';

const VENDOR = 'SELECT FROM vendors WHERE tenant_id = $1 AND id = $2';

@Injectable()
export class BankAccountsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError NOT_FOUND */
  get(scope: ReadScope, vendorId: VendorId, id: number): Promise<BankAccountRow> {
    const one = `SELECT ${ACCOUNT} ${ACCOUNTS} WHERE ${OF_VENDOR} AND a.id = $3`;
    return readOne(this.unitOfWork, scope, one, vendorId, id);
  }

  /** All versions of all vendors of the tenant in batches. */
  after(tx: Transaction, after: After): Promise<(BankAccountRow & { readonly vendorId: VendorId })[]> {
    const all = `SELECT a.vendor_id AS "vendorId", ${ACCOUNT} ${ACCOUNTS} WHERE a.tenant_id = $1`;
    return rowsAfter(tx, all, 'a.id', after);
  }

  /**
   * The versions of a vendor, newest first by default.
   * @throws DomainError NOT_FOUND for an unknown vendor; BAD_REQUEST on `cursor`
   */
  async list(tenantId: TenantId, vendorId: VendorId, request: PageRequest): Promise<Page<BankAccountRow>> {
    const values = [tenantId, vendorId];
    const list = {
      name: `vendors/${vendorId}/bank_accounts`,
      columns: ACCOUNT,
      from: ACCOUNTS,
      where: { sql: OF_VENDOR, values },
      terms: [{ sql: 'a.version', type: 'bigint', order: request.order } as const],
    };
    return readList(this.unitOfWork, tenantId, list, request, mustBeThere(query(VENDOR, values)));
  }
}

/** SQL: the newest bank details of a vendor of tenant $1 are unverified. */
export const unverifiedSql = (vendorId: string): string =>
  `coalesce((SELECT a.verified_at IS NULL FROM vendor_bank_accounts a
     WHERE a.tenant_id = $1 AND a.vendor_id = ${vendorId} ORDER BY a.version DESC LIMIT 1), false)`;

/**
 * SQL: payment `p` of tenant $1 went to an unverified account that is still not verified, in any version of the same
 * account.
 */
export const PAID_UNVERIFIED = `(p.bank_account_verified = false AND NOT EXISTS (
    SELECT FROM vendor_bank_accounts it
      JOIN vendor_bank_accounts a ON a.tenant_id = it.tenant_id AND a.vendor_id = it.vendor_id AND a.verified_at IS NOT NULL
       AND number_key(a.bank_account) IS NOT DISTINCT FROM number_key(it.bank_account)
     WHERE it.tenant_id = $1 AND it.id = p.bank_account_id))`;

/** SQL version of `masked`. */
const maskedSql = (account: string): string =>
  `'****' || (SELECT CASE WHEN length(plain) > 4 THEN right(plain, 4) ELSE '' END
                FROM regexp_replace(${account}, '[^[:alnum:]]', '', 'g') plain)`;

/**
 * @param paid alias of a payment, with `bank_account_id` and `bank_account_verified`
 * @returns SQL of its bank details as `{id, bank_name, bank_account, verified}` with a masked account, or null
 */
export const paidAccountSql = (paid: string): string =>
  `(SELECT json_build_object('id', a.id, 'bank_name', a.bank_name, 'bank_account', ${maskedSql('a.bank_account')},
      'verified', ${paid}.bank_account_verified)
    FROM vendor_bank_accounts a WHERE a.tenant_id = ${paid}.tenant_id AND a.id = ${paid}.bank_account_id)`;
