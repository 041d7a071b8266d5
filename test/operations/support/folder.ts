import { chownSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder, serverAccount, temporaryFolder } from '../../../tools/servers/unprivileged';

/** Makes a folder in which servers of the test may write, whoever they run as. Whoever made it removes it. */
export function serversFolder(purpose: string): string {
  const folder = mkdtempSync(join(temporaryFolder(), `procurement-${purpose}-`));
  makeOwnFolder(folder);
  const account = serverAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}
