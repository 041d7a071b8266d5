import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocumentStorage } from '../../src/procurement/documents/storage/document-storage';
import { ExportRunner, OldExportFiles } from '../../src/integration/exports';
import { type Service, startApp } from '../support/app';

describe('The temporary files of exports', () => {
  let service: Service;
  let temporary: string;
  const before = process.env.TMPDIR;

  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'procurement-folders-'));
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
    process.env.TMPDIR = temporary;
  });
  afterAll(async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await service.stop();
    await rm(temporary, { recursive: true });
  });

  it('are deleted one by one after they are stored, and their folder at the end', async () => {
    await service.client().post('/exports', { format: 'csv', resources: ['departments', 'projects', 'users'] }, 202);
    const storage = service.app.get(DocumentStorage);
    const put = storage.put.bind(storage);
    const there: number[] = [];
    jest.spyOn(storage, 'put').mockImplementation(async (key, file) => {
      there.push((await readdir(join(file.path, '..'))).length);
      await put(key, file);
    });
    await service.app.get(ExportRunner).turn();
    jest.restoreAllMocks();
    expect(there).toEqual([3, 2, 1]);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('are removed after an hour without changes, and nothing else is', async () => {
    const ages = { 'procurement-export-killed': 61, 'procurement-export-live': 59, 'another-folder': 1000 };
    for (const [name, minutes] of Object.entries(ages)) {
      const folder = join(temporary, name);
      await mkdir(folder);
      await writeFile(join(folder, 'vendors'), 'some');
      const touched = new Date(Date.now() - minutes * 60_000);
      await utimes(folder, touched, touched);
    }
    await service.app.get(OldExportFiles).sweep();
    const left = Object.keys(ages).filter((name) => existsSync(join(temporary, name)));
    expect(left).toEqual(['procurement-export-live', 'another-folder']);
  });
});
