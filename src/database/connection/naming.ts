import { DefaultNamingStrategy, Table } from 'typeorm';

/** `createdAt` to `created_at`. */
function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

/**
 * Names a person can read in an error message: `pk_vendors`, `fk_purchase_orders_tenant_id_vendor_id`. TypeORM's own
 * are hashes, and the errors PostgreSQL gives name nothing else.
 */
export class ReadableNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string, prefixes: string[]): string {
    return [...prefixes.map(snake), customName || snake(propertyName)].join('_');
  }

  override primaryKeyName(table: Table | string): string {
    return clipped(`pk_${this.getTableName(table)}`);
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return clipped(`uq_${this.getTableName(table)}_${columns.join('_')}`);
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return clipped(`fk_${this.getTableName(table)}_${columns.join('_')}`);
  }

  override indexName(table: Table | string, columns: string[]): string {
    return clipped(`ix_${this.getTableName(table)}_${columns.join('_')}`);
  }
}

/** PostgreSQL cuts identifiers at 63 bytes; cutting here keeps both sides of the drift check equal. */
function clipped(name: string): string {
  return name.slice(0, 63);
}
