import type { ErrorPages } from './page';

/** Pages about what a rule of procurement refuses. */
export const RULE_PAGES = {
  INVALID_STATUS: {
    title: { en: 'The record’s status forbids it', ar: 'حالة السجل لا تسمح' },
    cause: {
      en: 'The request is well formed, but the record is in a status that does not allow this action. `details.status` is the status, `details.allowed_statuses` those that allow it.',
      ar: 'الطلب سليم لكن حالة السجل لا تسمح بهذا الإجراء. `details.status` هي الحالة و`details.allowed_statuses` الحالات التي تسمح به.',
    },
    mend: {
      en: 'Read the record again. Bring it into one of the statuses first (`revise` a rejected order, say), or leave it: perhaps somebody has done it already.',
      ar: 'اقرأ السجل من جديد. انقله أولًا إلى إحدى تلك الحالات (مثل `revise` لأمر مرفوض)، أو دعه: فربما سبقك غيرك إليه.',
    },
    example: {
      key: 'error.invalid_status',
      params: { status: 'approved', action: 'submit', allowed: 'draft' },
      details: { status: 'approved', allowed_statuses: ['draft'] },
    },
  },
  NOT_CURRENT_APPROVER: {
    title: { en: 'Somebody else decides this step', ar: 'يبتّ في هذه الخطوة غيرك' },
    cause: {
      en: 'The token may approve in general, but its user is not among those who may decide the current step, or has decided it already.',
      ar: 'للرمز أن يعتمد عمومًا، لكن صاحبه ليس ممن يبتّون في الخطوة الحالية، أو سبق أن بتّ فيها.',
    },
    mend: {
      en: '`pending_approvers` of the record names who may decide. They decide, or delegate to you (`POST /users/{id}/delegations`).',
      ar: 'يذكر `pending_approvers` في السجل من يحق له البتّ. يبتّون هم أو يفوّضونك (`POST /users/{id}/delegations`).',
    },
    example: { key: 'approval.not_current_approver', params: { step: 1 } },
  },
  SELF_APPROVAL_FORBIDDEN: {
    title: { en: 'Nobody approves their own', ar: 'لا يعتمد أحد عمله' },
    cause: {
      en: 'The setting `prevent_self_approval` is on, and the user created, changed or submitted what is to be decided, or received or paid for it. Or the user undoes what they entered or paid: a void, a credit note, a refund, with strict controls a reversal.',
      ar: 'الإعداد `prevent_self_approval` مفعّل، والمستخدم أنشأ ما سيُبتّ فيه أو عدّله أو قدّمه أو استلمه أو دفعه. أو أن المستخدم يتراجع عمّا أدخله أو دفعه: إبطال أو إشعار دائن أو استرداد، ومع الضوابط الصارمة عكس دفعة.',
    },
    mend: { en: 'Somebody else must do it.', ar: 'يجب أن يقوم به شخص آخر.' },
    example: { key: 'approval.self_forbidden' },
  },
  VENDOR_BLOCKED: {
    title: { en: 'The vendor may not be used', ar: 'لا يجوز التعامل مع المورّد' },
    cause: {
      en: 'The vendor is blocked, blacklisted or inactive: it gets no new order, no approval and, where it is blocked, no payment.',
      ar: 'المورّد محظور أو في القائمة السوداء أو غير نشط: لا أمر جديد له ولا اعتماد، ولا دفع إن كان محظورًا.',
    },
    mend: {
      en: 'Choose another vendor, or have it unblocked (`POST /vendors/{id}/unblock`) or set active. An admin may override it for an invoice.',
      ar: 'اختر مورّدًا آخر، أو اطلب رفع الحظر (`POST /vendors/{id}/unblock`) أو تنشيطه. وللمسؤول أن يتجاوزه في فاتورة.',
    },
    example: {
      key: 'vendor.blocked',
      params: { name: 'Old Quarry Trading' },
      details: { vendor_id: 7, vendor_status: 'blocked' },
    },
  },
  BUDGET_REQUIRED: {
    title: { en: 'No budget covers it', ar: 'لا ميزانية تغطيه' },
    cause: {
      en: 'The setting `require_budget` is on, and there is no active budget of this department, fiscal year and currency.',
      ar: 'الإعداد `require_budget` مفعّل، ولا توجد ميزانية نشطة لهذه الإدارة والسنة المالية والعملة.',
    },
    mend: {
      en: 'Create or activate a budget for them, or correct the department or the currency.',
      ar: 'أنشئ ميزانية لها أو نشّطها، أو صحّح الإدارة أو العملة.',
    },
    example: { key: 'budget.required', details: { department_id: 3, currency: 'SAR' } },
  },
  BUDGET_EXCEEDED: {
    title: { en: 'The budget does not cover it', ar: 'الميزانية لا تكفي' },
    cause: {
      en: 'What is committed and spent of the budget, with this, would be more than was allocated. `details` has the amounts in the budget’s currency.',
      ar: 'ما التُزم به وصُرف من الميزانية مع هذا يتجاوز المخصص. وفي `details` المبالغ بعملة الميزانية.',
    },
    mend: {
      en: 'Allocate more, order less, or have an admin approve it with `override_budget: true` and comments. The setting `over_budget_action` decides whether this is refused.',
      ar: 'زِد المخصص أو قلّل الطلب، أو ليعتمده مسؤول مع `override_budget: true` وتعليق. والإعداد `over_budget_action` يقرر هل يُرفض هذا.',
    },
    example: {
      key: 'budget.exceeded',
      params: { name: 'IT 2026', currency: 'SAR', available: '100.00', requested: '150.00', shortfall: '50.00' },
      details: { budget_id: 2, currency: 'SAR', available: 100, requested: 150, shortfall: 50 },
    },
  },
  BUDGET_FROZEN: {
    title: { en: 'The budget is frozen', ar: 'الميزانية مجمّدة' },
    cause: {
      en: 'The budget that this would be charged to takes no new commitments for now.',
      ar: 'الميزانية التي سيُحمّل عليها هذا لا تقبل التزامات جديدة الآن.',
    },
    mend: {
      en: 'Wait, or have whoever manages budgets make it active again.',
      ar: 'انتظر، أو ليُعِد تنشيطها من يدير الميزانيات.',
    },
    example: {
      key: 'budget.frozen',
      params: { name: 'IT 2026' },
      details: { budget_id: 2, status: 'frozen', allowed_statuses: ['active'] },
    },
  },
  BUDGET_CLOSED: {
    title: { en: 'The budget is closed', ar: 'الميزانية مغلقة' },
    cause: {
      en: 'The only budget that would fit was closed and takes no new commitments.',
      ar: 'الميزانية الوحيدة المناسبة أُغلقت ولا تقبل التزامات جديدة.',
    },
    mend: {
      en: 'An admin makes it active again, or a new budget is created for the year.',
      ar: 'يعيد مسؤول تنشيطها، أو تُنشأ ميزانية جديدة للسنة.',
    },
    example: {
      key: 'budget.closed',
      params: { name: 'IT 2026' },
      details: { budget_id: 2, status: 'closed', allowed_statuses: ['active'] },
    },
  },
  INVOICE_NOT_MATCHED: {
    title: { en: 'The invoice does not match', ar: 'الفاتورة غير مطابقة' },
    cause: {
      en: 'Compared with its order and the goods receipts, the invoice has a result that the setting `approvable_match_statuses` does not allow. `details` has the summary, with each line and the reasons.',
      ar: 'عند مقارنتها بأمرها وبأذون الاستلام أعطت الفاتورة نتيجة لا يسمح بها الإعداد `approvable_match_statuses`. وفي `details` الملخص بكل بند وسببه.',
    },
    mend: {
      en: 'Do what the reasons ask for: post the missing receipt, correct the invoice, or amend the order. An admin may approve it with `override: true` and comments.',
      ar: 'افعل ما تطلبه الأسباب: سجّل الاستلام الناقص أو صحّح الفاتورة أو عدّل الأمر. وللمسؤول أن يعتمدها مع `override: true` وتعليق.',
    },
    example: { key: 'invoice.not_matched', params: { match_status: 'pending_grn' } },
  },
  OVER_RECEIPT: {
    title: { en: 'More was received than ordered', ar: 'استُلم أكثر من المطلوب' },
    cause: {
      en: 'With what was received before, a line would have more than was ordered and than the setting `over_receipt_pct` allows above it.',
      ar: 'مع ما استُلم من قبل يتجاوز أحد البنود المطلوبَ وما يسمح به الإعداد `over_receipt_pct` فوقه.',
    },
    mend: {
      en: 'Correct the quantity, amend the order, or record what is too much as rejected and send it back.',
      ar: 'صحّح الكمية أو عدّل الأمر، أو سجّل الزائد مرفوضًا وأعده.',
    },
    example: {
      key: 'receipt.over_receipt',
      params: { line: 1, limit: 600, accepted: 300, received: 400, ordered: 600, pct: 0 },
    },
  },
  RECEIPT_INVOICED: {
    title: { en: 'Invoices rely on the receipt', ar: 'فواتير تستند إلى الاستلام' },
    cause: {
      en: 'Approved invoices bill what this receipt says has arrived, so it cannot be cancelled.',
      ar: 'فواتير معتمدة تحاسب على ما يثبته إذن الاستلام هذا، فلا يمكن إلغاؤه.',
    },
    mend: {
      en: 'Void or credit those invoices first, or record a return of what went back.',
      ar: 'أبطل تلك الفواتير أو سجّل لها إشعارًا دائنًا أولًا، أو سجّل إرجاع ما أُعيد.',
    },
    example: { key: 'receipt.invoiced', details: { item_ids: [1] } },
  },
  OVERPAYMENT: {
    title: { en: 'More than is due', ar: 'أكثر من المستحق' },
    cause: {
      en: 'The amount of the payment is above what is due of the invoice, credit notes and earlier payments taken off.',
      ar: 'مبلغ الدفعة أكبر من المستحق على الفاتورة بعد خصم الإشعارات الدائنة والدفعات السابقة.',
    },
    mend: {
      en: 'Pay at most `amount_due`. Where a reference was recorded before, the same payment is answered again, not made twice.',
      ar: 'ادفع ما لا يزيد على `amount_due`. وإن سبق تسجيل المرجع نفسه فيُعاد جواب الدفعة نفسها ولا تُسجّل مرتين.',
    },
    example: {
      key: 'invoice.overpayment',
      params: { amount: '8000.00', due: '7176.00', currency: 'SAR' },
      details: { amount: '8000.00', due: '7176.00', currency: 'SAR' },
    },
  },
  BANK_DETAILS_UNVERIFIED: {
    title: { en: 'Nobody has verified the bank details', ar: 'لم يتحقق أحد من البيانات البنكية' },
    cause: {
      en: 'The setting `bank_change_control` is `block`, and the vendor has no bank details that a second person has verified.',
      ar: 'الإعداد `bank_change_control` هو `block`، وليس للمورّد بيانات بنكية تحقق منها شخص ثانٍ.',
    },
    mend: {
      en: 'Somebody with `vendor_bank.verify`, other than who entered them, verifies them: `POST /vendors/{id}/bank-accounts/{account_id}/verify`.',
      ar: 'يتحقق منها من يملك `vendor_bank.verify` غير من أدخلها: `POST /vendors/{id}/bank-accounts/{account_id}/verify`.',
    },
    example: {
      key: 'vendor.bank_must_be_verified',
      params: { name: 'Al Wadi Cement' },
      details: { vendor_id: 2, bank_change_control: 'block' },
    },
  },
  WEBHOOK_TEST_FAILED: {
    title: { en: 'The receiver did not take the test', ar: 'لم يقبل المستقبِل الاختبار' },
    cause: {
      en: 'The test event was sent, and the endpoint could not be reached, did not answer in time, or did not answer 2xx.',
      ar: 'أُرسل حدث الاختبار ولم يمكن الوصول إلى العنوان أو لم يُجب في الوقت أو لم يُجب بـ 2xx.',
    },
    mend: {
      en: 'See that the endpoint is public, has a valid certificate, answers 2xx within 10 seconds and does not redirect. `details` shows what it answered.',
      ar: 'تأكد أن العنوان عام وشهادته صالحة ويجيب بـ 2xx خلال 10 ثوانٍ ولا يعيد التوجيه. وفي `details` ما أجاب به.',
    },
    example: { key: 'webhooks.test_refused', params: { status: 500 }, details: { status_code: 500, response: null } },
  },
  EXPORT_TOO_LARGE: {
    title: { en: 'The export took too long', ar: 'استغرق التصدير وقتًا طويلًا' },
    cause: {
      en: 'An export may read for 15 minutes, and these records took longer. It is the `failure` of the export; no request is answered so.',
      ar: 'يقرأ التصدير مدة 15 دقيقة على الأكثر، وهذه السجلات تحتاج إلى أكثر. يظهر في `failure` للتصدير ولا يُجاب به طلب.',
    },
    mend: {
      en: 'Export the resources one by one (`resources`). Each export has a `changes_cursor` of its own: follow from the oldest.',
      ar: 'صدّر الموارد واحدًا واحدًا (`resources`). لكل تصدير `changes_cursor` خاص به: تابع من أقدمها.',
    },
    example: { key: 'exports.too_large', params: { minutes: 15 } },
  },
} as const satisfies ErrorPages;
