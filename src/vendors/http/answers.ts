import { Out } from '../../http';
import type { VendorContact } from '../domain/contacts';

/** Someone to call: the same in both forms. */
export class ContactOut {
  @Out.text({ example: 'Noura Al-Harbi' }) name: string;
  @Out.text({ nullable: true, example: 'noura@najd-paper.example' }) email: string | null;
  @Out.text({ nullable: true, example: '+966 50 123 4567' }) phone: string | null;
  @Out.text({ nullable: true, example: 'Sales' }) role: string | null;
}

export function presentContact({ name, email, phone, role }: VendorContact): ContactOut {
  return { name, email, phone, role };
}
