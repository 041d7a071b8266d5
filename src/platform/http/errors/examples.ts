import { DomainError, type ErrorCode, type ErrorExtras, type Message } from '../../../common/errors';
import type { Language } from '../../../messages';
import type { Form } from '../request/form';
import { toErrorResponse } from './present';

const EXAMPLES: Readonly<Record<ErrorCode, Message & Pick<ErrorExtras, 'fields' | 'details'>>> = {
  BAD_REQUEST: { key: 'error.bad_request', fields: { per_page: [{ key: 'validation.max', params: { max: 100 } }] } },
  CURSOR_EXPIRED: { key: 'changes.cursor_expired' },
  UNAUTHENTICATED: { key: 'error.unauthenticated' },
  FORBIDDEN_ABILITY: { key: 'error.forbidden', params: { ability: 'write' } },
  ROLE_NOT_PERMITTED: {
    key: 'role.not_permitted',
    params: { role: 'viewer', permission: 'orders.write' },
    details: { permission: 'orders.write', role: 'viewer' },
  },
  NOT_CURRENT_APPROVER: { key: 'approval.not_current_approver', params: { step: 1 } },
  SELF_APPROVAL_FORBIDDEN: { key: 'approval.self_forbidden' },
  NOT_FOUND: { key: 'error.not_found' },
  METHOD_NOT_ALLOWED: { key: 'error.method_not_allowed', params: { method: 'PATCH', allowed: 'GET, POST' } },
  NOT_ACCEPTABLE: { key: 'error.not_acceptable', params: { types: 'application/json' } },
  REQUEST_TIMEOUT: { key: 'error.request_timeout' },
  PAYLOAD_TOO_LARGE: { key: 'error.payload_too_large', params: { limit: 2097152 } },
  UNSUPPORTED_MEDIA_TYPE: { key: 'error.unsupported_media_type', params: { types: 'application/json' } },
  IDEMPOTENCY_IN_PROGRESS: { key: 'error.idempotency_in_progress' },
  PRECONDITION_FAILED: { key: 'error.precondition_failed' },
  VALIDATION_ERROR: { key: 'error.validation', fields: { name: [{ key: 'validation.required' }] } },
  INVALID_STATUS: {
    key: 'error.invalid_status',
    params: { status: 'approved', action: 'submit', allowed: 'draft' },
    details: { status: 'approved', allowed_statuses: ['draft'] },
  },
  VENDOR_BLOCKED: {
    key: 'vendor.blocked',
    params: { name: 'Old Quarry Trading' },
    details: { vendor_id: 7, vendor_status: 'blocked' },
  },
  BUDGET_REQUIRED: { key: 'budget.required', details: { department_id: 3, currency: 'SAR' } },
  BUDGET_EXCEEDED: {
    key: 'budget.exceeded',
    params: { name: 'IT 2026', currency: 'SAR', available: '100.00', requested: '150.00', shortfall: '50.00' },
    details: { budget_id: 2, currency: 'SAR', available: 100, requested: 150, shortfall: 50 },
  },
  BUDGET_FROZEN: {
    key: 'budget.frozen',
    params: { name: 'IT 2026' },
    details: { budget_id: 2, status: 'frozen', allowed_statuses: ['active'] },
  },
  BUDGET_CLOSED: {
    key: 'budget.closed',
    params: { name: 'IT 2026' },
    details: { budget_id: 2, status: 'closed', allowed_statuses: ['active'] },
  },
  INVOICE_NOT_MATCHED: { key: 'invoice.not_matched', params: { match_status: 'pending_grn' } },
  OVER_RECEIPT: {
    key: 'receipt.over_receipt',
    params: { line: 1, limit: 600, accepted: 300, received: 400, ordered: 600, pct: 0 },
  },
  RECEIPT_INVOICED: { key: 'receipt.invoiced', details: { item_ids: [1] } },
  OVERPAYMENT: {
    key: 'invoice.overpayment',
    params: { amount: '8000.00', due: '7176.00', currency: 'SAR' },
    details: { amount: '8000.00', due: '7176.00', currency: 'SAR' },
  },
  BANK_DETAILS_UNVERIFIED: {
    key: 'vendor.bank_must_be_verified',
    params: { name: 'Al Wadi Cement' },
    details: { vendor_id: 2, bank_change_control: 'block' },
  },
  WEBHOOK_TEST_FAILED: {
    key: 'webhooks.test_refused',
    params: { status: 500 },
    details: { status_code: 500, response: null },
  },
  EXPORT_TOO_LARGE: { key: 'exports.too_large', params: { minutes: 15 } },
  IDEMPOTENCY_KEY_REUSED: { key: 'error.idempotency_key_reused' },
  RATE_LIMIT_EXCEEDED: { key: 'error.rate_limit', params: { seconds: 17 } },
  HEADERS_TOO_LARGE: { key: 'error.headers_too_large' },
  INTERNAL_ERROR: { key: 'error.internal' },
  SERVICE_UNAVAILABLE: { key: 'error.unavailable', params: { seconds: 5 } },
};

export function exampleBody(form: Form, code: ErrorCode, language: Language = 'en'): object {
  const { fields, details, ...text } = EXAMPLES[code];
  const extras = { ...(fields ? { fields } : {}), ...(details ? { details } : {}) };
  return toErrorResponse(form, new DomainError(code, text, extras), {
    language,
    requestId: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21',
    timestamp: '2026-11-21T09:30:00.000Z',
    docs: 'https://api.example/docs',
  });
}
