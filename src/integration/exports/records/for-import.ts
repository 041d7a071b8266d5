import { type BudgetResponse, WrittenBudget } from '../../../procurement/budgets';
import type { Transaction } from '../../../platform/database';
import { type DepartmentResponse, WrittenDepartment } from '../../../organisation/departments';
import { cellsOf, type RecordType, type ResponseFields } from '../../../platform/records';
import type { InvoiceDetailResponse } from '../../../procurement/invoices';
import { type ProjectResponse, WrittenProject } from '../../../organisation/projects';
import { type OrderResponse, WrittenOrder } from '../../../procurement/purchase-orders';
import { type UserResponse, WrittenUser } from '../../../organisation/users';
import { type VendorResponse, WrittenVendor } from '../../../procurement/vendors';
import type { ResourceForImport } from '../domain/export';
import { namesOf } from './names.sql';

type Body = Readonly<Record<string, unknown>>;

/** Converts a record to the form of an import. */
type Conversion = (record: object) => Body;

/** Shape of a kind for an import: CSV columns, columns of a document's lines, and the conversion of records. */
export interface ShapeForImport {
  readonly columns: readonly string[];
  readonly lines?: { readonly field: string; readonly columns: readonly string[] };
  /** Reads the names that these records need from other records. */
  conversion(tx: Transaction, records: readonly object[]): Promise<Conversion>;
}

const EVERY = ['external_id', 'metadata'];
const LINE = [...EVERY, 'description', 'quantity', 'unit', 'unit_price', 'vat_rate'];
const ORDER = written(WrittenOrder, 'vendorId', 'departmentId', 'projectId');
const INVOICE = ['invoice_number', 'invoice_date', 'due_date', 'currency', 'description'] as const;

/** Heads of departments are omitted, because users are imported after departments. */
export const SHAPES: Readonly<Record<ResourceForImport, ShapeForImport>> = {
  departments: plain<DepartmentResponse>(written(WrittenDepartment, 'headUserId')),
  projects: plain<ProjectResponse>(written(WrittenProject, 'departmentId'), {
    department_code: ({ department }) => department?.code,
  }),
  users: plain<UserResponse>(written(WrittenUser, 'role', 'departmentId'), {
    role: ({ role }) => role.name,
    department_code: ({ department }) => department?.code,
  }),
  vendors: plain<VendorResponse>([...written(WrittenVendor), 'contacts']),
  budgets: plain<BudgetResponse>([...written(WrittenBudget, 'departmentId'), 'allocations'], {
    department_code: ({ department }) => department.code,
  }),
  purchase_orders: {
    columns: [...EVERY, 'vendor_external_id', 'department_code', 'project_code', ...ORDER],
    lines: { field: 'items', columns: LINE },
    async conversion(tx, records) {
      const orders = records as readonly OrderResponse[];
      const vendorOf = await namesOf(tx, 'vendors', orders, ({ vendor }) => vendor.id);
      return (record) => {
        const order = record as OrderResponse;
        return {
          ...picked(order, [...EVERY, ...ORDER]),
          vendor_external_id: vendorOf(order.vendor.id),
          department_code: order.department.code,
          project_code: order.project?.code,
          items: order.items.map((item) => picked(item, LINE)),
        };
      };
    },
  },
  invoices: {
    columns: [...EVERY, 'vendor_external_id', 'purchase_order_external_id', 'department_code', ...INVOICE],
    lines: { field: 'line_items', columns: [...LINE, 'po_line_external_id'] },
    async conversion(tx, records) {
      const invoices = records as readonly InvoiceDetailResponse[];
      const [vendorOf, orderOf, lineOf, departmentOf] = await Promise.all([
        namesOf(tx, 'vendors', invoices, ({ vendor }) => vendor.id),
        namesOf(tx, 'purchase_orders', invoices, (one) => one.purchase_order?.id),
        namesOf(tx, 'purchase_order_items', invoices, (one) => one.line_items.map((line) => line.po_line_id)),
        namesOf(tx, 'departments', invoices, ({ department }) => department?.id),
      ]);
      return (record) => {
        const invoice = record as InvoiceDetailResponse;
        return {
          ...picked(invoice, [...EVERY, 'currency', 'description']),
          vendor_external_id: vendorOf(invoice.vendor.id),
          purchase_order_external_id: orderOf(invoice.purchase_order?.id),
          department_code: departmentOf(invoice.department?.id),
          invoice_number: invoice.vendor_invoice_number,
          invoice_date: invoice.invoice_date.slice(0, 10),
          due_date: invoice.due_date.slice(0, 10),
          line_items: invoice.line_items.map((line) => ({
            ...picked(line, LINE),
            po_line_external_id: lineOf(line.po_line_id),
          })),
        };
      };
    },
  },
};

/** Copies the fields and adds the names of other records. */
function plain<Shown extends object>(
  fields: readonly (keyof Shown & string)[],
  others: Readonly<Record<string, (record: Shown) => unknown>> = {},
): ShapeForImport {
  const conversion: Conversion = (record) => ({
    ...picked(record, [...EVERY, ...fields]),
    ...Object.fromEntries(Object.entries(others).map(([name, of]) => [name, of(record as Shown)])),
  });
  return {
    columns: [...EVERY, ...fields, ...Object.keys(others)],
    conversion: () => Promise.resolve(conversion),
  };
}

/** Form A names of the fields that clients write, without those that a file replaces with a name. */
function written<Fields extends object, Omitted extends keyof Fields>(
  record: RecordType<Fields>,
  ...omit: readonly Omitted[]
): readonly (keyof ResponseFields<Omit<Fields, Omitted>>)[] {
  const names = Object.keys(cellsOf(record, { omit }));
  return names as (keyof ResponseFields<Omit<Fields, Omitted>>)[];
}

function picked(record: object, fields: readonly string[]): Body {
  return Object.fromEntries(fields.map((field) => [field, (record as Body)[field]]));
}
