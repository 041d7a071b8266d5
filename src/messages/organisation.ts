export const organisationMessages = {
  'department.created': { en: 'Department created successfully.', ar: 'تم إنشاء الإدارة بنجاح.' },
  'project.created': { en: 'Project created successfully.', ar: 'تم إنشاء المشروع بنجاح.' },
  'settings.own_currency': {
    en: '{currency} is the tenant’s own currency: set price_tolerance_abs for it.',
    ar: '{currency} هي عملة المستأجر نفسه: حدّد لها price_tolerance_abs.',
  },
  'settings.fixed_by_controls': {
    en: 'Must be {value} while `controls` is strict. An admin can set `controls` to standard first.',
    ar: 'يجب أن تكون القيمة {value} ما دام `controls` على strict. يمكن لمدير النظام تغيير `controls` إلى standard أولًا.',
  },
  'settings.fiscal_year_twice': {
    en: 'With this start month, these numbers of a vendor would occur twice in one fiscal year: {numbers}.',
    ar: 'مع شهر البداية هذا تتكرر أرقام للمورّد نفسه في سنة مالية واحدة: {numbers}.',
  },

  'role.not_permitted': {
    en: "The role {role} of this token's user lacks the permission {permission}. An admin may give it to the role (PUT /roles/{role}), or give the user a role that has it.",
    ar: 'دور صاحب رمز الوصول هذا ({role}) يفتقر إلى الإذن {permission}. يمكن لمدير النظام أن يمنح الدور هذا الإذن (PUT /roles/{role})، أو أن يعطي المستخدم دورًا آخر له هذا الإذن.',
  },
  'role.admin_holds_all': {
    en: 'The role admin always has all permissions and cannot be changed.',
    ar: 'يملك الدور admin جميع الأذونات دائمًا، ولا يمكن تغييره.',
  },
  'role.changed': { en: 'The permissions of the role were changed.', ar: 'تم تغيير أذونات الدور.' },

  'permission.orders.write': {
    en: 'Create, change, submit, withdraw, revise, cancel, close, reopen and amend orders; upload their documents',
    ar: 'إنشاء أوامر الشراء وتعديلها وتقديمها للاعتماد وسحبها ومراجعتها وإلغاؤها وإغلاقها وإعادة فتحها وتعديل المعتمد منها، ورفع مستنداتها',
  },
  'permission.vendors.write': {
    en: 'Create, change, block and unblock vendors; enter their bank details',
    ar: 'إنشاء المورّدين وتعديلهم وحظرهم ورفع الحظر عنهم، وإدخال بياناتهم البنكية',
  },
  'permission.vendor_bank.verify': {
    en: 'Verify bank details that another user entered',
    ar: 'التحقق من البيانات البنكية التي أدخلها مستخدم آخر',
  },
  'permission.receipts.write': {
    en: 'Record goods receipts and returns, and cancel receipts',
    ar: 'تسجيل استلام البضائع وإرجاعها، وإلغاء أذون الاستلام',
  },
  'permission.invoices.write': {
    en: 'Record, change, submit and withdraw invoices',
    ar: 'تسجيل الفواتير وتعديلها وتقديمها للاعتماد وسحبها',
  },
  'permission.invoices.approve': {
    en: 'Approve, reject and void invoices; record and cancel credit notes',
    ar: 'اعتماد الفواتير ورفضها وإبطالها، وتسجيل الإشعارات الدائنة وإلغاؤها',
  },
  'permission.payments.write': { en: 'Record payments and reverse them', ar: 'تسجيل الدفعات وعكسها' },
  'permission.budgets.write': {
    en: 'Create and change budgets, and carry them forward',
    ar: 'إنشاء الميزانيات وتعديلها وترحيلها',
  },
  'permission.departments.write': {
    en: 'Create, change and remove departments and projects',
    ar: 'إنشاء الإدارات والمشاريع وتعديلها وحذفها',
  },
  'permission.webhooks.write': { en: 'Manage webhook subscriptions', ar: 'إدارة اشتراكات الويب هوك' },
  'permission.audit.read': {
    en: 'Read the audit log and the trails of orders and invoices',
    ar: 'قراءة سجل التدقيق ومسارات أوامر الشراء والفواتير',
  },
  'permission.users.write': {
    en: 'Invite users, invite them again, and deactivate them',
    ar: 'دعوة المستخدمين وإعادة دعوتهم وإلغاء تفعيلهم',
  },

  'tokens.too_many': {
    en: 'A tenant can have at most {max} active tokens. Revoke one first.',
    ar: 'الحد الأقصى لعدد رموز الوصول الفعّالة للمستأجر هو {max}. ألغِ رمزًا أولًا.',
  },
  'users.invited': {
    en: 'The user was created, and an invitation will be sent.',
    ar: 'أُنشئ المستخدم، وستُرسل إليه دعوة.',
  },
  'users.anonymised': {
    en: 'This user was anonymised and can no longer be changed or activated.',
    ar: 'أُخفيت هوية هذا المستخدم، فلا يمكن تعديله أو تفعيله بعد الآن.',
  },
  'users.last_admin': {
    en: 'This is the last active admin of the tenant. Make another user an admin first.',
    ar: 'هذا آخر مدير نظام نشط لدى المستأجر. عيّن مستخدمًا آخر مديرًا للنظام أولًا.',
  },
  'invitations.invalid': {
    en: 'This invitation is not valid, or a newer one has replaced it. Ask for a new one.',
    ar: 'هذه الدعوة غير صالحة، أو حلّت محلها دعوة أحدث. اطلب دعوة جديدة.',
  },
  'invitations.used': { en: 'This invitation has already been used.', ar: 'سبق استخدام هذه الدعوة.' },
  'invitations.expired': {
    en: 'This invitation has expired. Ask for a new one.',
    ar: 'انتهت صلاحية هذه الدعوة. اطلب دعوة جديدة.',
  },
  'invitations.quota': {
    en: 'All {limit} invitations of today have been sent. Try again in {seconds} seconds, or ask the operator of the service for a higher limit.',
    ar: 'أُرسلت جميع دعوات اليوم وعددها {limit}. عدد الثواني قبل إعادة المحاولة: {seconds}، أو اطلب من مشغّل الخدمة رفع الحد.',
  },
  'invitations.page_title': { en: 'Your invitation', ar: 'دعوتك' },
  'invitations.page_question': {
    en: 'You have been invited to the procurement service. Do you accept?',
    ar: 'وصلتك دعوة إلى خدمة المشتريات. هل تقبلها؟',
  },
  'invitations.page_button': { en: 'Accept the invitation', ar: 'قبول الدعوة' },
  'invitations.page_done': {
    en: 'Your account is active. You can close this page.',
    ar: 'حسابك نشط الآن. يمكنك إغلاق هذه الصفحة.',
  },
  'invitations.page_failed': {
    en: 'The invitation could not be accepted. Check your connection and try again.',
    ar: 'تعذّر قبول الدعوة. تحقق من اتصالك وحاول مرة أخرى.',
  },
  'invitations.page_incomplete': {
    en: 'This address is incomplete. Open the whole link from your invitation.',
    ar: 'هذا العنوان غير مكتمل. افتح الرابط كاملًا من رسالة الدعوة.',
  },
  'mail.greeting': { en: 'Dear {name},', ar: 'مرحبًا {name}،' },
  'mail.invitation.subject': { en: 'You are invited to join {tenant}', ar: 'دعوة للانضمام إلى {tenant}' },
  'mail.invitation.body': {
    en: '{tenant} has invited you to its procurement service. Use the link below to activate your account.',
    ar: 'وصلتك دعوة من {tenant} إلى خدمة المشتريات. استخدم الرابط أدناه لتفعيل حسابك.',
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
    en: 'Documents waiting for your decision at {tenant}: {count}',
    ar: 'مستندات بانتظار قرارك لدى {tenant}: {count}',
  },
  'mail.reminder.body': {
    en: 'These documents of {tenant} are waiting for your decision:',
    ar: 'مستندات {tenant} التالية بانتظار قرارك:',
  },
  'mail.reminder.document': {
    en: '{number}: {amount} {currency}, {vendor}, since {date}',
    ar: '{number}: {amount} {currency}، {vendor}، منذ {date}',
  },
  'mail.reminder.more': { en: 'And more: {count}.', ar: 'وغيرها: {count}.' },
  'mail.token.subject': { en: 'An API token of {tenant} acts as you', ar: 'رمز وصول لدى {tenant} يعمل باسمك' },
  'mail.token.body': {
    en: '{minter} has created the API token “{token}” at {tenant}. Every action with this token is recorded in your name. Its abilities: {abilities}.',
    ar: 'أُنشئ رمز الوصول «{token}» لدى {tenant} بواسطة {minter}. كل ما يُنفَّذ به يُسجَّل باسمك. صلاحياته: {abilities}.',
  },
  'mail.token.unexpected': {
    en: 'If you did not agree to this, ask an admin to revoke it.',
    ar: 'إذا لم توافق على ذلك، فاطلب من أحد مديري النظام إلغاءه.',
  },
  'mail.email_changed.subject': {
    en: 'Your e-mail address at {tenant} has been changed',
    ar: 'تم تغيير بريدك الإلكتروني لدى {tenant}',
  },
  'mail.email_changed.body': {
    en: '{changer} has changed the e-mail address of your account at {tenant}. From now on, mail goes to the new address; this is the last message to the old one.',
    ar: 'غُيّر عنوان البريد الإلكتروني لحسابك لدى {tenant} بواسطة {changer}. تُرسل رسائلك من الآن إلى العنوان الجديد، وهذه آخر رسالة إلى العنوان القديم.',
  },
  'mail.email_changed.unexpected': {
    en: 'If you did not expect this, contact an admin of {tenant} at once.',
    ar: 'إذا لم تكن تتوقع ذلك، فأبلغ أحد مديري النظام لدى {tenant} فورًا.',
  },
  'mail.webhook_failing.subject': {
    en: 'The webhook subscription “{name}” keeps failing',
    ar: 'اشتراك الويب هوك «{name}» يتعثر باستمرار',
  },
  'mail.webhook_failing.body': {
    en: 'At {tenant}, {count} deliveries in a row to the webhook subscription “{name}” (id {id}) have failed. The latest reason: {reason}.',
    ar: 'لدى {tenant}، فشلت عمليات تسليم متتالية لاشتراك الويب هوك «{name}» (المعرّف {id})، وعددها {count}. آخر سبب: {reason}.',
  },
  'mail.webhook_failing.advice': {
    en: 'If this continues, the subscription will be disabled. Check the receiver.',
    ar: 'إذا استمر ذلك فسيُعطَّل الاشتراك. تحقق من الجهة المستقبِلة.',
  },
  'mail.webhook_disabled.subject': {
    en: 'The webhook subscription “{name}” has been disabled',
    ar: 'عُطِّل اشتراك الويب هوك «{name}»',
  },
  'mail.webhook_disabled.body': {
    en: 'At {tenant}, the webhook subscription “{name}” (id {id}) has been disabled after {count} failed deliveries in a row. The latest reason: {reason}.',
    ar: 'لدى {tenant}، عُطِّل اشتراك الويب هوك «{name}» (المعرّف {id}) بعد فشل عمليات تسليم متتالية، وعددها {count}. آخر سبب: {reason}.',
  },
  'mail.webhook_disabled.gone': {
    en: 'At {tenant}, the webhook subscription “{name}” (id {id}) has been disabled: its receiver answered 410 Gone, which means that deliveries must stop.',
    ar: 'لدى {tenant}، عُطِّل اشتراك الويب هوك «{name}» (المعرّف {id}): أجابت الجهة المستقبِلة بالرمز 410 (Gone)، ومعناه وقف عمليات التسليم.',
  },
  'mail.webhook_disabled.advice': {
    en: 'Repair the receiver, then update the subscription with is_active true. Missed events can be redelivered.',
    ar: 'أصلح الجهة المستقبِلة، ثم حدّث الاشتراك بجعل is_active بالقيمة true. يمكن إعادة تسليم الأحداث الفائتة.',
  },
};
