/** Messages about vendors, purchase orders, receipts, budgets, approvals and documents. */
export const procurementMessages = {
  'vendor.created': { en: 'Vendor created successfully.', ar: 'تم إنشاء المورّد بنجاح.' },
  'vendor.external_id_differs': {
    en: 'Must equal the external id in the path, or be left out.',
    ar: 'يجب أن يطابق المعرّف الخارجي الوارد في المسار، أو لا يُرسل.',
  },
  'vendor.updated': { en: 'Vendor updated successfully.', ar: 'تم تحديث المورّد بنجاح.' },
  'vendor.blocked': { en: 'The vendor {name} is blocked.', ar: 'المورّد {name} محظور.' },
  'vendor.inactive': { en: 'The vendor {name} is not active.', ar: 'المورّد {name} غير نشط.' },
  'vendor.unblocked': { en: 'Vendor unblocked successfully.', ar: 'تم رفع الحظر عن المورّد بنجاح.' },
  'vendor.block_done': { en: 'Vendor blocked successfully.', ar: 'تم حظر المورّد بنجاح.' },
  'vendor.iban': {
    en: 'This is not a valid IBAN. Check the country, the check digits and the length.',
    ar: 'رقم الآيبان (IBAN) غير صحيح. تحقّق من رمز الدولة وخانتي التحقق وعدد الخانات.',
  },
  'vendor.bank_account_masked': {
    en: 'This is a masked account number. Send the whole number, or leave the field out to keep the stored one.',
    ar: 'هذا رقم حساب محجوب جزئيًا. أرسل الرقم كاملًا، أو لا ترسل الحقل ليبقى الرقم المحفوظ.',
  },
  'vendor.swift': {
    en: 'This is not a SWIFT code (BIC): 8 or 11 letters and digits, such as NCBKSAJE.',
    ar: 'رمز سويفت (BIC) غير صحيح: يتكوّن من 8 أو 11 خانة من الأحرف والأرقام، مثل NCBKSAJE.',
  },
  'vendor.bank_account_added': {
    en: 'Bank details entered. Another user must verify them.',
    ar: 'تم إدخال البيانات البنكية. يجب أن يتحقق منها مستخدم آخر.',
  },
  'vendor.bank_account_verified': { en: 'Bank details verified.', ar: 'تم التحقق من البيانات البنكية.' },
  'vendor.bank_self_verification': {
    en: 'A user who entered bank details may not verify them. Another user with the permission vendor_bank.verify must do it.',
    ar: 'لا يجوز لمن أدخل البيانات البنكية أن يتحقق منها. يجب أن يتحقق منها مستخدم آخر له الإذن vendor_bank.verify.',
  },
  'vendor.bank_unverified': {
    en: 'The newest bank details of {name} are not verified. A user who did not enter them must verify them.',
    ar: 'أحدث البيانات البنكية للمورّد {name} غير متحقق منها. يجب أن يتحقق منها مستخدم غير الذي أدخلها.',
  },
  'vendor.bank_must_be_verified': {
    en: 'The vendor {name} has no verified bank details in use, so it cannot be paid. Enter the account, and ask another user to verify it.',
    ar: 'ليس للمورّد {name} بيانات بنكية سارية ومتحقق منها، فلا يمكن الدفع له. أدخل الحساب، واطلب من مستخدم آخر التحقق منه.',
  },
  'vendor.iban_of_another': {
    en: 'The vendor {name} ({id}) has, or had, the same IBAN.',
    ar: 'المورّد {name} ({id}) لديه، أو كان لديه، رقم الآيبان نفسه.',
  },
  'vendor.payment_terms': {
    en: 'Must be IMMEDIATE, or NET_ followed by 0 to {max} days, such as NET_30.',
    ar: 'يجب أن تكون القيمة IMMEDIATE أو NET_ متبوعة بعدد الأيام من 0 إلى {max}، مثل NET_30.',
  },
  'purchase_order.created': { en: 'Purchase order created successfully.', ar: 'تم إنشاء أمر الشراء بنجاح.' },
  'purchase_order.items_required': { en: 'At least one line item is required.', ar: 'يجب إضافة بند واحد على الأقل.' },
  'purchase_order.total_zero': {
    en: 'The total of the order must be greater than zero.',
    ar: 'يجب أن يكون إجمالي أمر الشراء أكبر من صفر.',
  },
  'purchase_order.last_item': {
    en: 'The last line item of an order cannot be removed.',
    ar: 'لا يمكن حذف البند الأخير من أمر الشراء.',
  },
  'purchase_order.delete_submitted': {
    en: 'An order that has been submitted cannot be deleted. Cancel it instead.',
    ar: 'لا يمكن حذف أمر شراء سبق تقديمه للاعتماد. ألغِه بدلًا من ذلك.',
  },
  'purchase_order.delete_invoiced': {
    en: 'An order for which an invoice was entered cannot be deleted. Reject the invoice and cancel the order instead.',
    ar: 'لا يمكن حذف أمر شراء سُجّلت له فاتورة. ارفض الفاتورة وألغِ الأمر بدلًا من ذلك.',
  },
  'purchase_order.cancel_received': {
    en: 'An approved order with received goods cannot be cancelled. Return the goods or close the order.',
    ar: 'لا يمكن إلغاء أمر شراء معتمد استُلم جزء منه. أرجع البضاعة أو أغلق الأمر.',
  },
  'purchase_order.cancel_invoiced': {
    en: 'An approved order that has an invoice cannot be cancelled. Reject or void its invoices, or close the order.',
    ar: 'لا يمكن إلغاء أمر شراء معتمد له فاتورة. ارفض فواتيره أو أبطلها، أو أغلق الأمر.',
  },
  'purchase_order.close_invoices_waiting': {
    en: 'The order cannot be closed while one of its invoices is waiting for a decision. Approve or reject the invoice first.',
    ar: 'لا يمكن إغلاق أمر الشراء ما دامت إحدى فواتيره بانتظار القرار. اعتمد الفاتورة أو ارفضها أولًا.',
  },
  'purchase_order.closed': {
    en: 'The order is closed, so you cannot receive goods for it or amend it. Reopen it first.',
    ar: 'أمر الشراء مغلق، فلا يمكن تسجيل استلام له أو تعديله. أعد فتحه أولًا.',
  },
  'purchase_order.closed_already': {
    en: 'The order is already closed, and no return or credit note has reopened a line since then.',
    ar: 'أمر الشراء مغلق بالفعل، ولم يُعد فتح أي بند فيه بعد ذلك بإرجاع أو إشعار دائن.',
  },
  'purchase_order.not_closed': {
    en: 'The order is not closed. Only an order that was closed can be reopened.',
    ar: 'أمر الشراء غير مغلق. لا يُعاد فتح إلا أمر شراء سبق إغلاقه.',
  },
  'purchase_order.amendment_open': {
    en: 'An amendment of this order is still pending. Approve, reject or cancel it first.',
    ar: 'لا يزال هناك تعديل على أمر الشراء بانتظار القرار. اعتمده أو ارفضه أو ألغِه أولًا.',
  },
  'purchase_order.department_required': {
    en: 'Give a department, because your user does not belong to one.',
    ar: 'حدّد الإدارة، فالمستخدم الحالي لا ينتمي إلى أي إدارة.',
  },
  'purchase_order.nothing_to_amend': {
    en: 'An amendment must change something: items, expected_delivery_date or notes.',
    ar: 'يجب أن يغيّر التعديل شيئًا: البنود items أو تاريخ التسليم expected_delivery_date أو الملاحظات notes.',
  },
  'purchase_order.below_progress': {
    en: 'Must not be below the quantity that is already received or billed: {min}.',
    ar: 'يجب ألا يقل عن الكمية المستلمة أو المفوترة: {min}.',
  },
  'receipt.over_receipt': {
    en: 'Line {line}: {received} received plus {accepted} already accepted is more than {limit} ({ordered} ordered, {pct} % over-receipt allowed).',
    ar: 'البند {line}: الكمية المستلمة {received} مع المقبولة سابقًا {accepted} تتجاوز الحد {limit} (المطلوب {ordered}، ونسبة الزيادة المسموح بها {pct}٪).',
  },
  'receipt.duplicate_suspected': {
    en: 'Receipt {number} of this order already has the delivery note {note}. If both are for the same delivery, cancel one of them.',
    ar: 'لإذن الاستلام {number} من أمر الشراء نفسه إشعار التسليم {note} بالفعل. إذا كان التسليم نفسه فألغِ أحد الإذنين.',
  },
  'receipt.papers_invoiced': {
    en: 'Approved invoices rely on this receipt, so its documents cannot be removed.',
    ar: 'تستند فواتير معتمدة إلى إذن الاستلام هذا، فلا يمكن حذف مستنداته.',
  },
  'receipt.invoiced': {
    en: 'Approved invoices rely on this receipt. Void or credit them first, or record a return.',
    ar: 'تستند فواتير معتمدة إلى إذن الاستلام هذا. أبطلها أو سجّل إشعارًا دائنًا لها أولًا، أو سجّل إرجاعًا.',
  },
  'budget.created': { en: 'Budget created successfully.', ar: 'تم إنشاء الميزانية بنجاح.' },
  'budget.no_budget': { en: 'No budget covers this document.', ar: 'لا توجد ميزانية تغطي هذا المستند.' },
  'budget.required': {
    en: 'No budget covers this document, and one is required. Create or activate one for its department, fiscal year and currency.',
    ar: 'لا توجد ميزانية تغطي هذا المستند، والميزانية مطلوبة. أنشئ ميزانية أو نشّطها لإدارته وسنته المالية وعملته.',
  },
  'budget.frozen': {
    en: 'The budget {name} is frozen and accepts no new commitment. A user with the permission budgets.write can activate it again.',
    ar: 'الميزانية {name} مجمّدة ولا تقبل أي التزام جديد. يمكن لمستخدم له الإذن budgets.write تنشيطها من جديد.',
  },
  'budget.closed': {
    en: 'The budget {name} is closed and accepts no new commitment. A token with the ability admin can activate it again.',
    ar: 'الميزانية {name} مغلقة ولا تقبل أي التزام جديد. يمكن تنشيطها من جديد برمز وصول له الصلاحية admin.',
  },
  'budget.closed_year': {
    en: 'The budget {closed} of the invoice’s fiscal year is closed, so the invoice was charged to {charged}.',
    ar: 'الميزانية {closed} للسنة المالية للفاتورة مغلقة، لذلك حُمّلت الفاتورة على الميزانية {charged}.',
  },
  'budget.exceeded': {
    en: 'The budget {name} has {available} {currency} available, but the document needs {requested}. The shortfall is {shortfall}.',
    ar: 'المتاح في الميزانية {name} هو {available} {currency}، والمطلوب {requested}. العجز {shortfall}.',
  },
  'budget.will_exceed': {
    en: 'The budget {name} has {available} {currency} available, including {reserved} reserved for orders pending approval. This order needs {requested}.',
    ar: 'المتاح في الميزانية {name} هو {available} {currency}، ويشمل {reserved} محجوزة لأوامر شراء بانتظار الاعتماد. المطلوب لهذا الأمر {requested}.',
  },
  'budget.below_used': {
    en: 'Must not be below the total of committed and spent amounts: {used}.',
    ar: 'يجب ألا يقل عن مجموع المبلغ الملتزم به والمبلغ المصروف: {used}.',
  },
  'budget.fixed_once_used': {
    en: 'Cannot be changed once the budget has been used.',
    ar: 'لا يمكن تغييره بعد استخدام الميزانية.',
  },
  'budget.parts_exceed_whole': {
    en: 'CAPEX and OPEX together must not exceed the allocated amount.',
    ar: 'يجب ألا يتجاوز مجموع النفقات الرأسمالية والتشغيلية المبلغ المخصص.',
  },
  'budget.comments_after_carry': {
    en: 'The orders of this budget were carried forward, so its full amount is available again. Give the reason for activating it.',
    ar: 'رُحّلت أوامر الشراء من هذه الميزانية، فعاد كامل رصيدها متاحًا. اذكر سبب تنشيطها من جديد.',
  },
  'budget.carry_department': { en: 'Must belong to the same department.', ar: 'يجب أن تكون للإدارة نفسها.' },
  'budget.carry_category': { en: 'Must have the same category.', ar: 'يجب أن تكون للفئة نفسها.' },
  'budget.carry_currency': { en: 'Must be in {currency}.', ar: 'يجب أن تكون بعملة {currency}.' },
  'budget.carry_year': { en: 'Must belong to the fiscal year {year}.', ar: 'يجب أن تكون للسنة المالية {year}.' },
  'budget.carry_status': { en: 'Must be active; it is {status}.', ar: 'يجب أن تكون نشطة، وحالتها {status}.' },
  'budget.key_taken': {
    en: 'Another active or frozen budget has the same department, fiscal year, category and currency.',
    ar: 'توجد ميزانية أخرى نشطة أو مجمّدة لها الإدارة والسنة المالية والفئة والعملة نفسها.',
  },
  'approval.not_current_approver': {
    en: 'You are not an approver of step {step}, or you have already decided it.',
    ar: 'لا يحق لك اعتماد الخطوة {step}، أو سبق أن اتخذت قرارك فيها.',
  },
  'approval.self_forbidden': {
    en: 'You may not approve a document that you created, changed or submitted, nor decide for a user who did. Another user must decide it.',
    ar: 'لا يجوز لك اعتماد ما أنشأته أو عدّلته أو قدّمته للاعتماد، ولا البتّ فيه نيابةً عمن فعل ذلك. يجب أن يبتّ فيه مستخدم آخر.',
  },
  'approval.not_current_step': {
    en: 'Step {step} is not the current one. Current step: {current}.',
    ar: 'الخطوة {step} ليست الخطوة الحالية. الخطوة الحالية: {current}.',
  },
  'approval.role_or_users': {
    en: 'A step needs either a role or user ids: give exactly one of role and user_ids.',
    ar: 'تحتاج الخطوة إلى دور أو إلى معرّفات مستخدمين: أرسل واحدًا فقط من role و user_ids.',
  },
  'approval.workflow_size': {
    en: 'Must have at most {max} steps, users and amounts in total.',
    ar: 'يجب ألا يزيد مجموع الخطوات والمستخدمين والمبالغ على {max}.',
  },
  'approval.rule_twice': { en: 'Rule {other} has the same condition.', ar: 'للقاعدة {other} الشرط نفسه.' },
  'approval.delegate_to_self': { en: 'A user cannot delegate to themselves.', ar: 'لا يمكن للمستخدم أن يفوّض نفسه.' },
  'approval.delegate_role': {
    en: 'A user with the role {role} can only read and cannot decide for another user. Choose a user with another role.',
    ar: 'المستخدم صاحب الدور {role} يقرأ فقط ولا يبتّ نيابةً عن غيره. اختر مستخدمًا له دور آخر.',
  },
  'approval.delegation_over': { en: 'Must not be in the past.', ar: 'يجب ألا يكون في الماضي.' },
  'documents.uploaded': { en: 'The document was uploaded.', ar: 'تم رفع المستند.' },
  'documents.file_required': {
    en: 'A file is required: send it in the field "file" of the form, with a file name.',
    ar: 'الملف مطلوب: أرسله في الحقل "file" من النموذج مع اسم ملف.',
  },
  'documents.other_field': {
    en: 'Unknown field. The file belongs in the field "file".',
    ar: 'حقل غير معروف. مكان الملف هو الحقل "file".',
  },
  'documents.one_file': {
    en: 'The form has several files. Send one in each request.',
    ar: 'في النموذج عدة ملفات. أرسل ملفًا واحدًا في كل طلب.',
  },
  'documents.no_form': {
    en: 'The body is not a complete multipart form with the boundary that Content-Type names.',
    ar: 'محتوى الطلب ليس نموذج multipart مكتملًا بالفاصل (boundary) المذكور في Content-Type.',
  },
  'documents.empty': { en: 'The file is empty.', ar: 'الملف فارغ.' },
  'documents.file_name': {
    en: 'The file needs a name of at most {max} characters, without control characters.',
    ar: 'يجب أن يكون للملف اسم بلا أحرف تحكّم، وألا يزيد عدد أحرف الاسم على {max}.',
  },
  'documents.name_not_utf8': {
    en: 'The name of the file must be UTF-8 and must not contain U+FFFD.',
    ar: 'يجب أن يكون اسم الملف بترميز UTF-8 وألا يحتوي على U+FFFD.',
  },
  'documents.type_not_allowed': {
    en: 'The content of this file is not of an accepted type. Accepted types: {types}.',
    ar: 'محتوى هذا الملف ليس من الأنواع المقبولة. الأنواع المقبولة: {types}.',
  },
  'documents.name_mismatch': {
    en: 'The content of the file is {type}, but the file name ends in {extension}. Rename the file.',
    ar: 'محتوى الملف من النوع {type}، لكن اسمه ينتهي بالامتداد {extension}. غيّر اسم الملف.',
  },
  'documents.too_many': {
    en: 'A record can have at most {max} attachments and documents.',
    ar: 'الحد الأقصى لعدد مرفقات السجل ومستنداته هو {max}.',
  },
  'documents.storage_full': {
    en: 'The file of {size} MB does not fit: {used} MB of the {quota} MB of storage are used. Delete drafts with documents, or ask the operator of the service for more.',
    ar: 'لا تتسع المساحة لملف حجمه {size} ميغابايت: المستخدم {used} من أصل {quota} ميغابايت. احذف مسودات لها مستندات، أو اطلب من مشغّل الخدمة مساحة أكبر.',
  },
  'report.period_too_long': {
    en: 'A report can cover at most {years} years.',
    ar: 'الحد الأقصى لعدد السنوات التي يغطيها التقرير هو {years}.',
  },
};
