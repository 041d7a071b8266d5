import { catalogue } from './catalogue';

export const roleMessages = catalogue({
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
});
