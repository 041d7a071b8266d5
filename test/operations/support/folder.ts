import { chownSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder, serverAccount, temporaryFolder } from '../../../tools/servers/unprivileged';

/** Creates a folder that the servers' account may write to. The caller removes it. */
export function serversFolder(purpose: string): string {
  const folder = mkdtempSync(join(temporaryFolder(), `procurement-${purpose}-`));
  makeOwnFolder(folder);
  const account = serverAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}
