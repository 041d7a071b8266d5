import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DocumentStorage } from '../../src/procurement/documents/storage/document-storage';
import { ExportRunner, OldExportFiles } from '../../src/integration/exports';
import { type Service, startApp } from '../support/app';

describe('The temporary files of exports', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(() => service.stop());

  it('are deleted one by one after they are stored, and their folder at the end', async () => {
    await service.client().post('/exports', { format: 'csv', resources: ['departments', 'projects', 'users'] }, 202);
    const storage = service.app.get(DocumentStorage);
    const put = storage.put.bind(storage);
    const there: number[] = [];
    const folders = new Set<string>();
    jest.spyOn(storage, 'put').mockImplementation(async (key, file) => {
      const folder = dirname(file.path);
      folders.add(folder);
      there.push((await readdir(folder)).length);
      await put(key, file);
    });
    await service.app.get(ExportRunner).turn();
    jest.restoreAllMocks();
    expect(there).toEqual([3, 2, 1]);
    expect([...folders].map((folder) => [dirname(folder), existsSync(folder)])).toEqual([[tmpdir(), false]]);
  });

  it('are removed after an hour without changes, and nothing else is', async () => {
    const own = randomUUID();
    const ages = { 'procurement-export-killed': 61, 'procurement-export-live': 59, 'another-folder': 1000 };
    const folderOf = (name: string): string => join(tmpdir(), `${name}-${own}`);
    for (const [name, minutes] of Object.entries(ages)) {
      const folder = folderOf(name);
      await mkdir(folder);
      await writeFile(join(folder, 'vendors'), 'some');
      const touched = new Date(Date.now() - minutes * 60_000);
      await utimes(folder, touched, touched);
    }
    try {
      await service.app.get(OldExportFiles).sweep();
      const left = Object.keys(ages).filter((name) => existsSync(folderOf(name)));
      expect(left).toEqual(['procurement-export-live', 'another-folder']);
    } finally {
      for (const name of Object.keys(ages)) await rm(folderOf(name), { recursive: true, force: true });
    }
  });
});
