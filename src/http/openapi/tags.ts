/** What each group of operations is about, in the order the documentation shows them. */
export const TAGS: Readonly<Record<string, string>> = {
  'Purchase orders': 'Orders from draft to completion: lines, approval, documents, amendments, PDF.',
  'Approval workflows': 'Who approves what, from which amount.',
  'Goods receipts': 'What arrived, what was rejected, what went back.',
  Invoices: 'Vendor invoices, three-way matched against order and receipt, approved and paid.',
  Vendors: 'Whom the tenant buys from, with performance and blocking.',
  Budgets: 'Allocated, committed and spent amounts that always add up.',
  Reports: 'Spending, vendor performance, order status and invoice matching, as JSON or CSV.',
  Webhooks: 'Signed notifications of events to an HTTPS endpoint of yours.',
  Users: 'People of the tenant: invited, active, deactivated.',
  Departments: 'Parts of the tenant that orders are placed for.',
  Projects: 'What the tenant buys for, other than departments.',
  Settings: 'How this tenant wants its rules.',
  'Audit log': 'Who did what, when.',
  Documents: 'Files and links of an order.',
  Tokens: 'API tokens and the identity behind them.',
};
