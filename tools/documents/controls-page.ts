import { INITIAL_PERMISSIONS, PERMISSIONS } from '../../src/common/actor/permissions';
import { ROLES } from '../../src/common/actor/roles';
import { translate } from '../../src/messages';
import { code, table } from './markdown';

const BEGIN = '<!-- Roles: made by `npm run openapi:generate` of the code. -->';
const END = '<!-- End of the roles. -->';

/**
 * The page `docs/controls.md` with its section on roles as the code has it. The rest of the page is written by hand.
 * @throws Error when the page does not have the marks that the section stands between
 */
export function controlsPage(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`docs/controls.md lacks the marks ${BEGIN} and ${END}`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${rolesTable()}\n${page.slice(end)}`;
}

/** Which roles hold each permission at first, and what it covers. */
function rolesTable(): string {
  const rows = PERMISSIONS.map((permission) => [
    code(permission),
    translate('en', `permission.${permission}`),
    ROLES.filter((role) => role !== 'admin' && INITIAL_PERMISSIONS[permission].includes(role))
      .map(code)
      .join(', ') || 'none',
  ]);
  return table(['Permission', 'What it covers', 'Roles that hold it at first, beside `admin`'], rows);
}
