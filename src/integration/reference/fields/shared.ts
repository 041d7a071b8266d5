import { type Fields, told } from './told';

const PERSON = told('Name of the person, in Latin letters.', 'Sara Al-Qahtani');
const VENDOR = told('Name of the vendor.', 'Najd Steel Company');
const DEPARTMENT = told('Name of the department.', 'Projects');

/** Whose name it is, where the schema says it. */
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
  'WorkflowStepDto.name': told('What the step is called for people; null for no name.', 'Finance'),
  'WorkflowStepResponse.name': told('What the step is called for people; null for no name.', 'Finance'),
  'CodedResponse.name': told('Name of the department or project.', 'Projects'),
  'NamedResponse.name': told('Name of the vendor, department or person.', 'Projects'),
  'ApprovalNamedResponse.name': told('Name of the person, vendor or department.', 'Sara Al-Qahtani'),
  'InvoicePartyResponse.name': told('Name of the vendor or person.', 'Najd Steel Company'),
  'ReceiptPartyResponse.name': told('Name of the vendor or person.', 'Najd Steel Company'),
  'TrailNamedResponse.name': told('Name of the person or token; null where there is none.', 'Sara Al-Qahtani'),
  'TokenCreatedResponse.name': told('Name that the token was given when it was minted.', 'ERP integration'),
  'RefusedResponse.code': told('What a program branches on: an error code.', 'BUDGET_EXCEEDED'),
  'MatchReasonResponse.code': told('Which rule of matching it is.'),
  'NextStepResponse.code': told('What can be done.'),
};

/** Names that mean the same on every record. */
export const SHARED_FIELDS: Fields = {
  ...NAMES,
  id: told(
    'The service’s id of this record: a positive integer, unique among records of its kind, never used again.',
    1,
  ),
  'id:uuid': told(
    'The event’s id, the same in every attempt: de-duplicate by it.',
    '4f0c9d0e-6a53-4a52-9d8e-2f1f5e7c1a10',
  ),
  name: told('Name that people know it by.', 'Najd Steel Company'),
  name_ar: told('What it is called in Arabic; null where nobody has said.', 'شركة نجد للحديد'),
  code: told('The short code that people know it by, unique in the tenant.', 'PRJ'),
  currency: told('ISO 4217 code of the currency that the amounts are in.', 'SAR'),
  status: told('Where the record stands; only its actions change it.', 'approved'),
  created_at: told('When the record was made, UTC.', '2026-03-01T08:15:00.000Z'),
  updated_at: told('When the record was last changed, UTC.', '2026-03-04T10:42:00.000Z'),
  created_by: told('The user who made the record.'),
  description: told('What it is, in words; up to 5,000 characters.', 'Reinforcing steel B500B, 12 mm'),
  notes: told('Free text for people, up to 5,000 characters; null where there is none.', 'Foundations, first pour'),
  reason: told('Why, in words for people; up to 1,000 characters. It is kept and shown.', 'Ordered twice by mistake'),
  comments: told(
    'What the person who decides adds, up to 1,000 characters; null where there is nothing.',
    'Agreed with the site',
  ),
  warnings: told('What to know of a change that was made all the same. Absent where there is nothing.'),
  message: told(
    'A sentence for a person, in English or Arabic by `Accept-Language`.',
    'No budget covers this document.',
  ),
  department: told('The department that it belongs to; null where it has none.'),
  department_id: told('Id of the department that it is for.', 2),
  project: told('The project that it is for; null where it has none.'),
  project_id: told('Id of the project that it is for; null for none.', 1),
  vendor: told('Whom it is bought from.'),
  vendor_id: told('Id of the vendor.', 1),
  user: told('The user whom it is about.'),
  user_id: told('Id of the user.', 4),
  'user:string': told('Name of the user who did it; null where the service did it by itself.', 'Faisal Al-Harbi'),
  email: told('E-mail address; null where none is known.', 'sales@najd-steel.example'),
  phone: told('Telephone number as people write it; null where none is known.', '+966 11 400 1000'),
  address: told(
    'Postal address, with line breaks where it has them; null where none is known.',
    'Second Industrial City, Riyadh',
  ),
  url: told('Absolute URL, http or https.', 'https://files.najd.example/quotations/laptops.pdf'),
  is_active: told('Whether it may be used: what is not active stays where it stands and is not offered again.', true),
  tenant_id: told('The tenant’s id, a UUID.', '8d7f3b1c-52a4-4d0e-9a3b-6c1e2f4a5b60'),
  timestamp: told('When it happened, UTC.', '2026-03-04T10:42:00.000Z'),
  request_id: told(
    'The `X-Request-Id` of the request that did it; null where no request did.',
    '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21',
  ),
  from: told('The first day on which it holds, inclusive, UTC.', '2026-04-01'),
  to: told('The last day on which it holds, inclusive, UTC.', '2026-04-14'),
  count: told('How many there are.', 3),
  version: told('Rises by one with every change of the record.', 3),
  number: told('Its number, counted from 1.', 1),
  category: told('A word of the tenant’s own that groups vendors or budgets; null for none.', 'construction'),
  subtotal: told('Sum of the lines without VAT, in the record’s currency.', 25770),
  vat_amount: told('VAT of it all, in the record’s currency, rounded a line at a time.', 3865.5),
  vat_rate: told('VAT in percent, 0 to 100 with up to two decimals.', 15),
  total: told('Subtotal and VAT together, in the record’s currency.', 29635.5),
  total_amount: told('Subtotal and VAT together, in the record’s currency.', 29635.5),
  amount: told('An amount of money in the record’s currency.', 7176),
  quantity: told('How many units, with up to four decimals.', 10),
  unit: told('What one of the quantity is, in words; null where it is just a number of things.', 't'),
  unit_price: told('Price of one unit without VAT, in the record’s currency, up to four decimals.', 2550),
  line_number: told('Which line it is, counted from 1.', 1),
  items: told('What is ordered or billed, one entry a line.'),
  lines: told('What it is made of, one entry a line.'),
  language: told('Language that the tenant’s mail is written in.', 'en'),
  as_of: told('The moment at which the figures were read, UTC.', '2026-03-31T06:00:00.000Z'),
  generated_at: told('When the report was made, UTC.', '2026-03-31T06:00:00.000Z'),
  filters: told('What the report was asked for, with what was taken where nothing was said.'),
  rows: told('The rows of the report.'),
  summary: told('The figures of all rows together.'),
  totals: told('Sums by currency: amounts of different currencies are never added.'),
  from_date: told('The first day of the period, inclusive, UTC.', '2026-01-01'),
  to_date: told('The last day of the period, inclusive, UTC.', '2026-03-31'),
  event: told('Name of the event.', 'purchase_order.approved'),
  total_after: told('Total with VAT if the amendment is applied, in the order’s currency.', 14950),
  total_before: told('Total with VAT before the amendment, in the order’s currency.', 11212.5),
};
