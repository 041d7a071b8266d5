import type { Language } from '../../../common/messages';
import type { OrderStatus } from '../../domain/lifecycle';
import type { OrderViewApproval } from './order-view';

/** The printed words of the document. */
export interface Labels {
  readonly title: string;
  readonly number: string;
  readonly orderDate: string;
  readonly approvedOn: string;
  readonly expectedDelivery: string;
  readonly paymentTerms: string;
  readonly immediate: string;
  readonly currency: string;
  readonly department: string;
  readonly project: string;
  readonly requester: string;
  readonly vendor: string;
  readonly attention: string;
  readonly vatNumber: string;
  readonly crNumber: string;
  readonly deliverTo: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly net: string;
  readonly vat: string;
  readonly total: string;
  readonly subtotal: string;
  readonly vatTotal: string;
  readonly grandTotal: string;
  readonly notes: string;
  readonly approvals: string;
  readonly step: string;
  readonly approver: string;
  readonly decision: string;
  readonly date: string;
  readonly comments: string;
  /** Words around the page number and the number of pages. */
  readonly page: readonly [before: string, between: string];
  readonly watermark: string;
  readonly status: Readonly<Record<OrderStatus, string>>;
  readonly approvalStatus: Readonly<Record<OrderViewApproval['status'], string>>;
  /** Between the one who decided and the one they stood in for. */
  readonly onBehalfOf: string;
  /** Roles by slug; a step that waits may name one. */
  readonly roles: Readonly<Record<string, string>>;
}

export const LABELS: Readonly<Record<Language, Labels>> = {
  en: {
    title: 'Purchase order',
    number: 'Order number',
    orderDate: 'Order date',
    approvedOn: 'Approved on',
    expectedDelivery: 'Expected delivery',
    paymentTerms: 'Payment terms',
    immediate: 'Immediate',
    currency: 'Currency',
    department: 'Department',
    project: 'Project',
    requester: 'Requested by',
    vendor: 'Vendor',
    attention: 'Attn.',
    vatNumber: 'VAT no.',
    crNumber: 'CR no.',
    deliverTo: 'Deliver to',
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    net: 'Net',
    vat: 'VAT',
    total: 'Total',
    subtotal: 'Subtotal',
    vatTotal: 'VAT',
    grandTotal: 'Total including VAT',
    notes: 'Notes',
    approvals: 'Approvals',
    step: 'Step',
    approver: 'Approver',
    decision: 'Decision',
    date: 'Date',
    comments: 'Comments',
    page: ['Page ', ' of '],
    watermark: 'DRAFT',
    status: {
      draft: 'Draft',
      pending_approval: 'Pending approval',
      approved: 'Approved',
      rejected: 'Rejected',
      completed: 'Completed',
      cancelled: 'Cancelled',
    },
    approvalStatus: {
      waiting: 'Waiting',
      pending: 'Pending',
      approved: 'Approved',
      rejected: 'Rejected',
      skipped: 'Skipped',
    },
    onBehalfOf: 'on behalf of',
    roles: {
      admin: 'Administrator',
      procurement_manager: 'Procurement manager',
      procurement_officer: 'Procurement officer',
      department_head: 'Head of department',
      finance_manager: 'Finance manager',
      finance_officer: 'Finance officer',
      requester: 'Requester',
      viewer: 'Viewer',
    },
  },
  ar: {
    title: 'أمر شراء',
    number: 'رقم الأمر',
    orderDate: 'تاريخ الأمر',
    approvedOn: 'تاريخ الاعتماد',
    expectedDelivery: 'التسليم المتوقع',
    paymentTerms: 'شروط الدفع',
    immediate: 'فوري',
    currency: 'العملة',
    department: 'الإدارة',
    project: 'المشروع',
    requester: 'مقدم الطلب',
    vendor: 'المورد',
    attention: 'عناية',
    vatNumber: 'الرقم الضريبي',
    crNumber: 'السجل التجاري',
    deliverTo: 'عنوان التسليم',
    description: 'الوصف',
    quantity: 'الكمية',
    unitPrice: 'سعر الوحدة',
    net: 'الصافي',
    vat: 'الضريبة',
    total: 'الإجمالي',
    subtotal: 'المجموع قبل الضريبة',
    vatTotal: 'ضريبة القيمة المضافة',
    grandTotal: 'الإجمالي شامل الضريبة',
    notes: 'ملاحظات',
    approvals: 'الموافقات',
    step: 'الخطوة',
    approver: 'المعتمد',
    decision: 'القرار',
    date: 'التاريخ',
    comments: 'التعليقات',
    page: ['صفحة ', ' من '],
    watermark: 'مسودة',
    status: {
      draft: 'مسودة',
      pending_approval: 'بانتظار الموافقة',
      approved: 'معتمد',
      rejected: 'مرفوض',
      completed: 'مكتمل',
      cancelled: 'ملغى',
    },
    approvalStatus: {
      waiting: 'لم يحن دورها',
      pending: 'قيد الانتظار',
      approved: 'تمت الموافقة',
      rejected: 'مرفوضة',
      skipped: 'تم تجاوزها',
    },
    onBehalfOf: 'نيابة عن',
    roles: {
      admin: 'مدير النظام',
      procurement_manager: 'مدير المشتريات',
      procurement_officer: 'مسؤول المشتريات',
      department_head: 'رئيس الإدارة',
      finance_manager: 'المدير المالي',
      finance_officer: 'المسؤول المالي',
      requester: 'مقدم الطلب',
      viewer: 'مطلع',
    },
  },
};
