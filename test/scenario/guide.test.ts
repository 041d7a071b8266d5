import { STATUS } from '../../src/platform/http/errors/status';
import { type Service, startApp } from '../support/app';
import { DemoCopies } from '../support/demo-copies';
import { documentOf } from '../support/documented';
import { differences } from '../support/guide/compare';
import { Workshop } from '../support/guide/run';
import { guidePages, LANGUAGES, type Language, type Sample } from '../support/guide/samples';

const PAGES = guidePages();
const of = (samples: readonly Sample[], language: Language): readonly Sample[] =>
  samples.filter((sample) => sample.language === language);

/** Every sample of the guide is run against a copy of the demo tenant, and writes what the guide shows. */
describe('the guide', () => {
  let service: Service;
  let copies: DemoCopies;
  let workshop: Workshop;

  beforeAll(async () => {
    // The copies have the demo tenant's rows and other keys: what was sealed of it is not theirs.
    service = await startApp({ books: false });
    copies = await DemoCopies.of(service);
    workshop = await Workshop.open();
    await workshop.compile(new Map(PAGES.map(({ name, samples }) => [name, of(samples, 'ts')])));
  });
  afterAll(async () => {
    workshop.close();
    await service.stop();
  });

  const stories = PAGES.flatMap(({ name, samples }) =>
    LANGUAGES.filter((language) => of(samples, language).length > 0).map((language) => ({ name, language, samples })),
  );

  it('has samples in each language', () => {
    expect(new Set(stories.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
  });

  it.each(stories)('says what the $language samples of $name write', async ({ name, language, samples }) => {
    const TOKEN = await copies.make();
    const own = of(samples, language);
    const written = await workshop.write(name, language, own, { SERVICE: service.address, TOKEN });
    expect(written).toHaveLength(own.length);
    const wrong = own.flatMap(({ answer, line }, at) =>
      answer ? differences(answer, written[at] ?? '').map((difference) => `${name}:${line} ${difference}`) : [],
    );
    expect(wrong).toEqual([]);
  });

  it.each(PAGES)('shows nothing in $name that is not run', ({ unmarked }) => {
    expect(unmarked).toEqual([]);
  });

  it.each(PAGES)('names in $name only operations that there are', ({ text }) => {
    const named = [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^\s`?]*)`/g)].map(([, operation = '']) => operation);
    const [known, unknown] = [new Set(operations()), [] as string[]];
    for (const operation of named) if (!known.has(operation)) unknown.push(operation);
    expect(unknown).toEqual([]);
  });

  it.each(PAGES)('says in $name no other status of a code than it has', ({ text }) => {
    const said = [...text.matchAll(/\b([45]\d\d) `([A-Z_]{3,})`/g)];
    for (const [, status, code = ''] of said) expect([code, Number(status)]).toEqual([code, statusOf(code)]);
  });

  it('names every operation that is read and needs more than read', () => {
    const page = PAGES.find(({ name }) => name === 'tokens-and-roles.md')?.text ?? '';
    const places = Object.entries(documentOf('a').openapi.paths)
      .filter(([, { get }]) => get && get['x-required-ability'] !== undefined && get['x-required-ability'] !== 'read')
      .map(([path]) => path);
    // What stands below a place is named with it.
    const tops = new Set(places.map((path) => `/${path.split('/')[1]}`));
    expect(tops.size).toBeGreaterThan(0);
    for (const top of tops) expect(page).toContain(`\`GET ${top}\``);
  });
});

function statusOf(code: string): number | undefined {
  return (STATUS as Readonly<Record<string, number>>)[code];
}

function operations(): readonly string[] {
  return Object.entries(documentOf('a').openapi.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}
