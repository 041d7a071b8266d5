import { catalogue } from './catalogue';

export const approvalMessages = catalogue({
  'approval.not_current_approver': {
    en: 'You are not an approver of step {step}, or have decided it already.',
    ar: 'لستَ من معتمِدي الخطوة {step}، أو سبق أن اتخذت قرارك فيها.',
  },
  'approval.self_forbidden': {
    en: 'Nobody approves what they created, changed or submitted themselves, nor does anybody for them. Somebody else must decide it.',
    ar: 'لا يعتمد أحدٌ ما أنشأه أو عدّله أو قدّمه بنفسه، ولا يعتمده غيرُه نيابةً عنه. يجب أن يبتّ فيه شخص آخر.',
  },
  'approval.not_current_step': {
    en: 'Step {step} is not the current one. Current step: {current}.',
    ar: 'الخطوة {step} ليست الخطوة الحالية. الخطوة الحالية: {current}.',
  },
  'approval.role_or_users': {
    en: 'A step asks either a role or users by id: give exactly one of role and user_ids.',
    ar: 'تُوجَّه الخطوة إلى دور أو إلى مستخدمين بمعرّفاتهم: أعطِ واحدًا فقط من role وuser_ids.',
  },
  'approval.workflow_size': {
    en: 'Must have at most {max} steps, users and amounts in all.',
    ar: 'يجب ألا يزيد مجموع الخطوات والمستخدمين والمبالغ على {max}.',
  },
  'approval.rule_twice': { en: 'Rule {other} has the same condition.', ar: 'للقاعدة {other} الشرط نفسه.' },
  'approval.delegate_to_self': { en: 'A user cannot delegate to themselves.', ar: 'لا يمكن للمستخدم أن يفوّض نفسه.' },
  'approval.delegate_role': {
    en: 'A user of the role {role} only reads and cannot decide for another. Choose a user of another role.',
    ar: 'مستخدم الدور {role} يقرأ فقط ولا يبتّ نيابةً عن غيره. اختر مستخدمًا بدور آخر.',
  },
  'approval.delegation_over': { en: 'Must not be in the past.', ar: 'يجب ألا يكون في الماضي.' },
});
