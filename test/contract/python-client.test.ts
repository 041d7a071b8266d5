import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Service, startApp } from '../support/app';

const run = promisify(execFile);
const CLIENT = resolve(__dirname, '../../clients/python');

/** Debian's own where there is one; nothing on a machine without Python. */
const python = ['/usr/bin/python3', 'python3'].find((one) => spawnSync(one, ['--version']).status === 0);

/** The client's own tests, with a service for those that want one. Not run on a machine without Python. */
(python ? describe : describe.skip)('the Python client', () => {
  let service: Service;
  let said: string;

  beforeAll(async () => {
    service = await startApp();
    const env = {
      PATH: process.env['PATH'],
      PYTHONDONTWRITEBYTECODE: '1',
      PROCUREMENT_URL: service.address,
      PROCUREMENT_TOKEN: service.tenant.token.token,
    };
    const args = ['-m', 'unittest', '--verbose'];
    said = await new Promise((resolve) => {
      execFile(python ?? '', args, { cwd: CLIENT, env }, (_error, _stdout, stderr) => resolve(stderr));
    });
  });
  afterAll(() => service.stop());

  it('passes its own tests', () => {
    expect(said).toMatch(/\nOK(?: \(skipped=1\))?\n$/);
    expect(Number(/Ran (\d+) tests/.exec(said)?.[1])).toBe(
      readFileSync(join(CLIENT, 'test_procurement.py'), 'utf8').match(/^ {4}def test_/gm)?.length,
    );
  });

  it('is one file that imports the standard library alone', async () => {
    const script = `
import ast, json, sys
tree = ast.parse(open('procurement.py').read(), feature_version=(3, 9))
names = {name.name.split('.')[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
names |= {node.module.split('.')[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
print(json.dumps(sorted(names - set(sys.stdlib_module_names))))
`;
    const { stdout } = await run(python ?? '', ['-c', script], { cwd: CLIENT });
    expect(JSON.parse(stdout)).toEqual([]);
    expect(existsSync(join(CLIENT, '__pycache__'))).toBe(false);
  });
});
