import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Service, startApp } from '../support/app';
import { program } from '../support/programs/program';

const run = promisify(execFile);
const CLIENT = resolve(__dirname, '../../clients/python');

/** Runs the tests of the client against a service. */
describe('Python client', () => {
  let service: Service;
  let said: string;

  beforeAll(async () => {
    service = await startApp({ works: true });
    const env = {
      PATH: process.env['PATH'],
      PYTHONDONTWRITEBYTECODE: '1',
      PROCUREMENT_URL: service.address,
      PROCUREMENT_TOKEN: service.tenant.token.token,
    };
    const args = ['-m', 'unittest', '--verbose'];
    said = await new Promise((resolve) => {
      execFile(program('python3'), args, { cwd: CLIENT, env }, (_error, _stdout, stderr) => resolve(stderr));
    });
  });
  afterAll(() => service.stop());

  it('passes all of its own tests', () => {
    expect(said).toMatch(/\nOK\n$/);
    expect(Number(/Ran (\d+) tests/.exec(said)?.[1])).toBe(
      readFileSync(join(CLIENT, 'test_procurement.py'), 'utf8').match(/^ {4}def test_/gm)?.length,
    );
  });

  it('is one file that imports only the standard library', async () => {
    const script = `
import ast, json, sys
tree = ast.parse(open('procurement.py').read(), feature_version=(3, 9))
names = {name.name.split('.')[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
names |= {node.module.split('.')[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
print(json.dumps(sorted(names - set(sys.stdlib_module_names))))
`;
    const { stdout } = await run(program('python3'), ['-c', script], { cwd: CLIENT });
    expect(JSON.parse(stdout)).toEqual([]);
    expect(existsSync(join(CLIENT, '__pycache__'))).toBe(false);
  });
});
