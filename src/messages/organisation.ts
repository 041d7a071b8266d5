export const organisationMessages = {
  'department.created': { en: 'Department created successfully.', ar: 'تم إنشاء القسم بنجاح.' },
  'project.created': { en: 'Project created successfully.', ar: 'تم إنشاء المشروع بنجاح.' },
  'settings.own_currency': {
    en: '{currency} is the tenant’s own currency: set price_tolerance_abs for it.',
    ar: '{currency} هي عملة المستأجر نفسه: اضبط لها price_tolerance_abs.',
  },
  'settings.fixed_by_controls': {
    en: 'Is {value} while `controls` is strict. An admin may set `controls` to standard first.',
    ar: 'قيمته {value} ما دام `controls` على strict. يمكن لمدير النظام تغيير `controls` إلى standard أولًا.',
  },
  'settings.fiscal_year_twice': {
    en: 'With this month a vendor would have used these numbers twice in a fiscal year: {numbers}.',
    ar: 'بهذا الشهر تكون هذه الأرقام مستخدمة مرتين لدى مورد واحد في سنة مالية واحدة: {numbers}.',
  },

  'role.not_permitted': {
    en: "The role {role} of this token's user lacks the permission {permission}. An admin may give it to the role (PUT /roles/{role}), or give the user a role that has it.",
    ar: 'دور المستخدم {role} صاحب هذا الرمز يفتقر إلى الإذن {permission}. يمكن لمسؤول أن يمنحه للدور (PUT /roles/{role})، أو أن يعطي المستخدم دورًا يملكه.',
  },
  'role.admin_holds_all': {
    en: 'The role admin always holds every permission, and cannot be changed.',
    ar: 'يملك الدور admin جميع الأذونات دائمًا، ولا يمكن تغييره.',
  },
  'role.changed': { en: 'The permissions of the role were changed.', ar: 'تم تغيير أذونات الدور.' },

  'permission.orders.write': {
    en: 'Create, change, submit, withdraw, revise, cancel, close, reopen and amend orders; upload their documents',
    ar: 'إنشاء أوامر الشراء وتعديلها وتقديمها وسحبها ومراجعتها وإلغاؤها وإقفالها وإعادة فتحها وتعديل المعتمد منها، ورفع مستنداتها',
  },
  'permission.vendors.write': {
    en: 'Create, change, block and unblock vendors; enter their bank details',
    ar: 'إنشاء الموردين وتعديلهم وحظرهم ورفع الحظر عنهم، وإدخال بياناتهم البنكية',
  },
  'permission.vendor_bank.verify': {
    en: 'Verify bank details that somebody else entered',
    ar: 'التحقق من بيانات بنكية أدخلها شخص آخر',
  },
  'permission.receipts.write': {
    en: 'Record goods receipts and returns, and cancel receipts',
    ar: 'تسجيل استلام البضائع والمرتجعات، وإلغاء أذون الاستلام',
  },
  'permission.invoices.write': {
    en: 'Record, change, submit and withdraw invoices',
    ar: 'تسجيل الفواتير وتعديلها وتقديمها وسحبها',
  },
  'permission.invoices.approve': {
    en: 'Approve, reject and void invoices; record and cancel credit notes',
    ar: 'اعتماد الفواتير ورفضها وإبطالها، وتسجيل الإشعارات الدائنة وإلغاؤها',
  },
  'permission.payments.write': { en: 'Record payments and reverse them', ar: 'تسجيل المدفوعات وعكسها' },
  'permission.budgets.write': {
    en: 'Create and change budgets, and carry them forward',
    ar: 'إنشاء الميزانيات وتعديلها وترحيلها',
  },
  'permission.departments.write': {
    en: 'Create, change and remove departments and projects',
    ar: 'إنشاء الأقسام والمشاريع وتعديلها وحذفها',
  },
  'permission.webhooks.write': { en: 'Manage webhook subscriptions', ar: 'إدارة اشتراكات الويب هوك' },
  'permission.audit.read': {
    en: 'Read the audit log and the trails of orders and invoices',
    ar: 'قراءة سجل التدقيق ومسارات أوامر الشراء والفواتير',
  },
  'permission.users.write': {
    en: 'Invite users, invite them again, and deactivate them',
    ar: 'دعوة المستخدمين وإعادة دعوتهم وإيقافهم',
  },

  'tokens.too_many': {
    en: 'A tenant can have at most {max} live tokens. Revoke one first.',
    ar: 'يمكن أن يكون للمستأجر {max} رمزًا فعّالًا على الأكثر. ألغِ رمزًا أولًا.',
  },
  'users.invited': {
    en: 'The user was created and an invitation is on its way.',
    ar: 'أُنشئ المستخدم والدعوة في طريقها إليه.',
  },
  'users.anonymised': {
    en: 'This user was anonymised: nobody is behind it any more.',
    ar: 'أُخفيت هوية هذا المستخدم، ولم يعد يمثّل أحدًا.',
  },
  'users.last_admin': {
    en: 'This is the last active admin of the tenant. Make another user an admin first.',
    ar: 'هذا آخر مسؤول نشط لدى المستأجر. عيّن مستخدمًا آخر مسؤولًا أولًا.',
  },
  'invitations.invalid': {
    en: 'This invitation is not valid, or a newer one has replaced it. Ask for another.',
    ar: 'هذه الدعوة غير صالحة، أو حلّت محلها دعوة أحدث. اطلب دعوة أخرى.',
  },
  'invitations.used': { en: 'This invitation has been used already.', ar: 'سبق استخدام هذه الدعوة.' },
  'invitations.expired': {
    en: 'This invitation has expired. Ask for another.',
    ar: 'انتهت صلاحية هذه الدعوة. اطلب دعوة أخرى.',
  },
  'invitations.quota': {
    en: 'All {limit} invitations of today have been sent. Try again in {seconds} seconds, or ask the operator of the service for more.',
    ar: 'أُرسلت جميع دعوات اليوم وعددها {limit}. أعد المحاولة بعد {seconds} ثانية، أو اطلب من مشغّل الخدمة زيادة العدد.',
  },
  'invitations.page_title': { en: 'Your invitation', ar: 'دعوتك' },
  'invitations.page_question': {
    en: 'You have been invited to the procurement service. Do you accept?',
    ar: 'لقد دُعيت إلى خدمة المشتريات. هل تقبل الدعوة؟',
  },
  'invitations.page_button': { en: 'Accept the invitation', ar: 'قبول الدعوة' },
  'invitations.page_done': {
    en: 'Your account is active. You can close this page.',
    ar: 'حسابك نشط الآن. يمكنك إغلاق هذه الصفحة.',
  },
  'invitations.page_failed': {
    en: 'That did not work. Check your connection and try again.',
    ar: 'تعذّر إتمام العملية. تحقق من اتصالك وحاول مرة أخرى.',
  },
  'invitations.page_incomplete': {
    en: 'This address is incomplete. Open the whole link from your invitation.',
    ar: 'هذا العنوان غير مكتمل. افتح الرابط كاملًا من رسالة الدعوة.',
  },
  'mail.greeting': { en: 'Dear {name},', ar: 'عزيزنا {name}،' },
  'mail.invitation.subject': { en: 'You are invited to join {tenant}', ar: 'دعوة للانضمام إلى {tenant}' },
  'mail.invitation.body': {
    en: '{tenant} has invited you to its procurement service. Use the link below to activate your account.',
    ar: 'دعتك {tenant} إلى خدمة المشتريات لديها. استخدم الرابط أدناه لتفعيل حسابك.',
  },
  'mail.invitation.expiry': {
    en: 'The link works once, until {date} (UTC).',
    ar: 'يعمل الرابط مرة واحدة، حتى {date} (بالتوقيت العالمي).',
  },
  'mail.invitation.unexpected': {
    en: 'If you did not expect this invitation, you can ignore it.',
    ar: 'إذا لم تكن تتوقع هذه الدعوة، فيمكنك تجاهلها.',
  },
  'mail.invitation.action': { en: 'Accept the invitation', ar: 'قبول الدعوة' },
  'mail.reminder.subject': {
    en: 'Waiting for your decision at {tenant}: {count}',
    ar: 'بانتظار قرارك لدى {tenant}: {count}',
  },
  'mail.reminder.body': {
    en: 'These documents of {tenant} wait for your decision:',
    ar: 'تنتظر مستندات {tenant} التالية قرارك:',
  },
  'mail.reminder.document': {
    en: '{number}: {amount} {currency}, {vendor}, since {date}',
    ar: '{number}: {amount} {currency}، {vendor}، منذ {date}',
  },
  'mail.reminder.more': { en: 'And more: {count}.', ar: 'وغيرها: {count}.' },
  'mail.token.subject': { en: 'An API token of {tenant} acts as you', ar: 'رمز وصول لدى {tenant} يعمل باسمك' },
  'mail.token.body': {
    en: '{minter} has created the API token “{token}” at {tenant}. Whatever it does is done in your name. Its abilities: {abilities}.',
    ar: 'أنشأ {minter} رمز الوصول «{token}» لدى {tenant}. كل ما يُنفَّذ به يُنفَّذ باسمك. صلاحياته: {abilities}.',
  },
  'mail.token.unexpected': {
    en: 'If you did not agree to this, ask an admin to revoke it.',
    ar: 'إذا لم توافق على ذلك، فاطلب من أحد المسؤولين إلغاءه.',
  },
  'mail.email_changed.subject': {
    en: 'Your e-mail address at {tenant} has been changed',
    ar: 'تم تغيير بريدك الإلكتروني لدى {tenant}',
  },
  'mail.email_changed.body': {
    en: '{changer} has given your account at {tenant} another e-mail address. Mail for you goes there from now on; this is the last one to the old address.',
    ar: 'غيّر {changer} عنوان البريد الإلكتروني لحسابك لدى {tenant}. تُرسل رسائلك من الآن إلى العنوان الجديد، وهذه آخر رسالة إلى العنوان القديم.',
  },
  'mail.email_changed.unexpected': {
    en: 'If you did not expect this, tell an admin of {tenant} at once.',
    ar: 'إذا لم تكن تتوقع ذلك، فأبلغ أحد المسؤولين لدى {tenant} فورًا.',
  },
  'mail.webhook_failing.subject': {
    en: 'The webhook subscription “{name}” keeps failing',
    ar: 'اشتراك الويب هوك «{name}» يتعثر باستمرار',
  },
  'mail.webhook_failing.body': {
    en: 'At {tenant}, {count} deliveries in a row to the webhook subscription “{name}” (id {id}) have failed. The latest reason: {reason}.',
    ar: 'لدى {tenant}، فشلت {count} عملية تسليم متتالية لاشتراك الويب هوك «{name}» (المعرّف {id}). آخر سبب: {reason}.',
  },
  'mail.webhook_failing.advice': {
    en: 'If this goes on, the subscription will be disabled. Look at the receiver.',
    ar: 'إذا استمر ذلك فسيُعطَّل الاشتراك. تحقق من الجهة المستقبِلة.',
  },
  'mail.webhook_disabled.subject': {
    en: 'The webhook subscription “{name}” has been disabled',
    ar: 'عُطِّل اشتراك الويب هوك «{name}»',
  },
  'mail.webhook_disabled.body': {
    en: 'At {tenant}, the webhook subscription “{name}” (id {id}) has been disabled after {count} failed deliveries in a row. The latest reason: {reason}.',
    ar: 'لدى {tenant}، عُطِّل اشتراك الويب هوك «{name}» (المعرّف {id}) بعد فشل {count} عملية تسليم متتالية. آخر سبب: {reason}.',
  },
  'mail.webhook_disabled.gone': {
    en: 'At {tenant}, the webhook subscription “{name}” (id {id}) has been disabled: its receiver answered 410 Gone, which asks for no more deliveries.',
    ar: 'لدى {tenant}، عُطِّل اشتراك الويب هوك «{name}» (المعرّف {id}): أجابت الجهة المستقبِلة بالرمز 410، أي أنها لا تريد مزيدًا من عمليات التسليم.',
  },
  'mail.webhook_disabled.advice': {
    en: 'Mend the receiver, then update the subscription with is_active true. Missed events can be redelivered.',
    ar: 'أصلح الجهة المستقبِلة، ثم حدّث الاشتراك بجعل is_active بالقيمة true. يمكن إعادة تسليم الأحداث الفائتة.',
  },
};
