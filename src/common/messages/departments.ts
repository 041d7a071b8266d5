import { catalogue } from './catalogue';

export const departmentMessages = catalogue({
  'department.created': { en: 'Department created successfully.', ar: 'تم إنشاء القسم بنجاح.' },
  'project.created': { en: 'Project created successfully.', ar: 'تم إنشاء المشروع بنجاح.' },
});
