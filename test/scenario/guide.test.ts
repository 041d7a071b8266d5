import { STATUS } from '../../src/platform/http/errors/status';
import { type Service, startApp } from '../support/app';
import { DemoCopies } from '../support/demo-copies';
import { documentOf } from '../support/documented';
import { differences } from '../support/guide/compare';
import { Workshop } from '../support/guide/run';
import { IS_WHOLE, sampled } from '../support/sampled';
import { guidePages, LANGUAGES, type Language, type Sample } from '../support/guide/samples';

const PAGES = guidePages();
const of = (samples: readonly Sample[], language: Language): readonly Sample[] =>
  samples.filter((sample) => sample.language === language);

describe('the guide', () => {
  let service: Service;
  let copies: DemoCopies;
  let workshop: Workshop;

  beforeAll(async () => {
    // The copies have other encryption keys than the demo tenant, so the final check of the books would report their sealed values.
    service = await startApp({ works: true, books: false });
    copies = await DemoCopies.of(service);
    workshop = new Workshop();
    if (IS_WHOLE) await workshop.compile(new Map(PAGES.map(({ name, samples }) => [name, of(samples, 'ts')])));
  });
  afterAll(async () => {
    workshop.close();
    await service.stop();
  });

  const stories = PAGES.flatMap(({ name, samples }) => {
    const written = LANGUAGES.filter((language) => of(samples, language).length > 0);
    // An ordinary check runs the samples of a page in one language, without the packed TypeScript client.
    const own = IS_WHOLE
      ? written
      : sampled(
          written.filter((language) => language !== 'ts'),
          2,
          name,
        );
    return own.map((language) => ({ name, language, samples }));
  });

  it('has samples in every language', () => {
    const written = PAGES.flatMap(({ samples }) => samples.map(({ language }) => language));
    expect(new Set(written)).toEqual(new Set(LANGUAGES));
  });

  it.each(stories)('shows the real output of the $language samples of $name', async ({ name, language, samples }) => {
    const TOKEN = await copies.make();
    const own = of(samples, language);
    const written = await workshop.write(name, language, own, { SERVICE: service.address, TOKEN });
    expect(written).toHaveLength(own.length);
    const wrong = own.flatMap(({ answer, line }, at) =>
      answer ? differences(answer, written[at] ?? '').map((difference) => `${name}:${line} ${difference}`) : [],
    );
    expect(wrong).toEqual([]);
  });

  it.each(PAGES)('marks every fence of $name as a sample or an answer', ({ unmarked }) => {
    expect(unmarked).toEqual([]);
  });

  it.each(PAGES)('names only existing operations in $name', ({ text }) => {
    const named = [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^\s`?]*)`/g)].map(([, operation = '']) => operation);
    const [known, unknown] = [new Set(operations()), [] as string[]];
    for (const operation of named) if (!known.has(operation)) unknown.push(operation);
    expect(unknown).toEqual([]);
  });

  it.each(PAGES)('names the right HTTP status of each error code in $name', ({ text }) => {
    const said = [...text.matchAll(/\b([45]\d\d) `([A-Z_]{3,})`/g)];
    for (const [, status, code = ''] of said) expect([code, Number(status)]).toEqual([code, statusOf(code)]);
  });

  it('lists on the page about tokens every GET that needs more than the ability read', () => {
    const page = PAGES.find(({ name }) => name === 'tokens-and-roles.md')?.text ?? '';
    const places = Object.entries(documentOf('a').openapi.paths)
      .filter(([, { get }]) => get && get['x-required-ability'] !== undefined && get['x-required-ability'] !== 'read')
      .map(([path]) => path);
    // The page names the first segment of a path for all paths below it.
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
