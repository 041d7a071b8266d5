import { type Fields, describeField } from './describe-field';

const PERSON = describeField('Name of the person, in Latin letters.', 'Sara Al-Qahtani');
const VENDOR = describeField('Name of the vendor.', 'Najd Steel Company');
const DEPARTMENT = describeField('Name of the department.', 'Projects');

/** Meanings of `name`, by schema. */
const NAMES: Fields = {
  ...Object.fromEntries(
    [
      'BankAccountUserResponse',
      'DelegationUserResponse',
      'DepartmentHeadResponse',
      'MovementUserResponse',
      'PendingApproverResponse',
      'RecorderResponse',
      'TokenUserResponse',
    ].map((schema) => [`${schema}.name`, PERSON]),
  ),
  ...Object.fromEntries(
    ['ExceptionVendorResponse', 'InvoiceVendorResponse', 'OrderVendorResponse', 'PerformanceRowResponse'].map(
      (schema) => [`${schema}.name`, VENDOR],
    ),
  ),
  ...Object.fromEntries(
    ['BudgetDepartmentResponse', 'ProjectDepartmentResponse', 'UserDepartmentResponse'].map((schema) => [
      `${schema}.name`,
      DEPARTMENT,
    ]),
  ),
  'WorkflowStepDto.name': describeField('Display name of the step; null without one.', 'Finance'),
  'WorkflowStepResponse.name': describeField('Display name of the step; null without one.', 'Finance'),
  'CodedResponse.name': describeField('Name of the department or project.', 'Projects'),
  'NamedResponse.name': describeField('Name of the vendor, department or person.', 'Projects'),
  'ApprovalNamedResponse.name': describeField('Name of the person, vendor or department.', 'Sara Al-Qahtani'),
  'InvoicePartyResponse.name': describeField('Name of the vendor or person.', 'Najd Steel Company'),
  'ReceiptPartyResponse.name': describeField('Name of the vendor or person.', 'Najd Steel Company'),
  'TrailNamedResponse.name': describeField('Name of the user or token; null if there is none.', 'Sara Al-Qahtani'),
  'TokenCreatedResponse.name': describeField('Name given to the token when it was created.', 'ERP integration'),
  'RefusedResponse.code': describeField('Error code, for programs.', 'BUDGET_EXCEEDED'),
  'MatchReasonResponse.code': describeField('The code of the matching rule.'),
  'NextStepResponse.code': describeField('The code of the action.'),
};

/** Names with the same meaning in every record. */
export const SHARED_FIELDS: Fields = {
  ...NAMES,
  id: describeField(
    'The service’s id of the record: a positive integer, unique per kind of record and never reused.',
    1,
  ),
  'id:uuid': describeField(
    'The event’s id, the same in every attempt. De-duplicate by it.',
    '4f0c9d0e-6a53-4a52-9d8e-2f1f5e7c1a10',
  ),
  name: describeField('Display name.', 'Najd Steel Company'),
  name_ar: describeField('Arabic name; null if unknown.', 'شركة نجد للحديد'),
  code: describeField('The short code, unique in the tenant.', 'PRJ'),
  currency: describeField('ISO 4217 code of the currency of the amounts.', 'SAR'),
  status: describeField('The status of the record, which only actions change.', 'approved'),
  created_at: describeField('When the record was created, UTC.', '2026-03-01T08:15:00.000Z'),
  updated_at: describeField('When the record was last changed, UTC.', '2026-03-04T10:42:00.000Z'),
  created_by: describeField('The user who created the record.'),
  description: describeField('Description in words, up to 5,000 characters.', 'Reinforcing steel B500B, 12 mm'),
  notes: describeField('Free text, up to 5,000 characters; null without notes.', 'Foundations, first pour'),
  reason: describeField('The reason in words, up to 1,000 characters. Saved and shown.', 'Ordered twice by mistake'),
  comments: describeField(
    'Comments on the decision, up to 1,000 characters; null without comments.',
    'Agreed with the site',
  ),
  warnings: describeField('Warnings about the saved change. Absent if there are none.'),
  message: describeField(
    'A sentence for users, in English or Arabic depending on `Accept-Language`.',
    'No budget covers this document.',
  ),
  department: describeField('The department of the record; null without one.'),
  department_id: describeField('Id of the record’s department.', 2),
  project: describeField('The project of the record; null without one.'),
  project_id: describeField('Id of the record’s project; null without one.', 1),
  vendor: describeField('The vendor of the record.'),
  vendor_id: describeField('Id of the vendor.', 1),
  user: describeField('The user of the record.'),
  user_id: describeField('Id of the user.', 4),
  'user:string': describeField('Name of the user; null if the service acted by itself.', 'Faisal Al-Harbi'),
  email: describeField('E-mail address; null if unknown.', 'sales@najd-steel.example'),
  phone: describeField('Telephone number in any format; null if unknown.', '+966 11 400 1000'),
  address: describeField('Postal address, may contain line breaks; null if unknown.', 'Second Industrial City, Riyadh'),
  url: describeField('Absolute URL, http or https.', 'https://files.najd.example/quotations/laptops.pdf'),
  is_active: describeField(
    'Whether it may be used. Inactive records stay in existing documents and are not offered for new ' + 'ones.',
    true,
  ),
  tenant_id: describeField('The tenant’s id, a UUID.', '8d7f3b1c-52a4-4d0e-9a3b-6c1e2f4a5b60'),
  timestamp: describeField('When it happened, UTC.', '2026-03-04T10:42:00.000Z'),
  request_id: describeField(
    'The `X-Request-Id` of the request; null if no request caused it.',
    '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21',
  ),
  from: describeField('The first day, inclusive, UTC.', '2026-04-01'),
  to: describeField('The last day, inclusive, UTC.', '2026-04-14'),
  count: describeField('The number of entries.', 3),
  version: describeField('Increases by one with every change of the record.', 3),
  number: describeField('Its number, counted from 1.', 1),
  category: describeField('The tenant’s category of vendors or budgets; null without one.', 'construction'),
  subtotal: describeField('Sum of the lines without VAT, in the record’s currency.', 25770),
  vat_amount: describeField('Total VAT in the record’s currency, rounded per line.', 3865.5),
  vat_rate: describeField('VAT in percent, 0 to 100 with up to two decimals.', 15),
  total: describeField('Subtotal plus VAT, in the record’s currency.', 29635.5),
  total_amount: describeField('Subtotal plus VAT, in the record’s currency.', 29635.5),
  amount: describeField('An amount of money in the record’s currency.', 7176),
  quantity: describeField('Number of units, up to four decimals.', 10),
  unit: describeField('The unit of the quantity, as free text; null for pieces.', 't'),
  unit_price: describeField('Price of one unit without VAT, in the record’s currency, up to four decimals.', 2550),
  line_number: describeField('Number of the line, from 1.', 1),
  items: describeField('The ordered or billed lines.'),
  lines: describeField('The lines of the record.'),
  language: describeField('Language of the tenant’s mail.', 'en'),
  as_of: describeField('When the figures were read, UTC.', '2026-03-31T06:00:00.000Z'),
  generated_at: describeField('When the report was generated, UTC.', '2026-03-31T06:00:00.000Z'),
  filters: describeField('The filters of the report, including defaults.'),
  rows: describeField('The rows of the report.'),
  summary: describeField('The totals of all rows.'),
  totals: describeField('Totals by currency. Amounts of different currencies are never added.'),
  from_date: describeField('The first day of the period, inclusive, UTC.', '2026-01-01'),
  to_date: describeField('The last day of the period, inclusive, UTC.', '2026-03-31'),
  event: describeField('Name of the event.', 'purchase_order.approved'),
  total_after: describeField('Total after the amendment, VAT included, in the order’s currency.', 14950),
  total_before: describeField('Total before the amendment, VAT included, in the order’s currency.', 11212.5),
};
