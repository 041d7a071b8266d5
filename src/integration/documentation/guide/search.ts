import { textKey } from '../../../common/records/keys';
import { anchor } from './markdown';
import type { Page } from './pages';

/** A part of a page that a search can find. */
export interface Section {
  /** Relative to `/docs/guide/`. */
  readonly address: string;
  /** The title of the page. */
  readonly page: string;
  /** The heading of the section; the title of the page for the text above the first heading. */
  readonly heading: string;
  /** The text without samples. */
  readonly text: string;
  /** The samples. A search finds them, but the results do not show them. */
  readonly samples: string;
}

/** A found section with the text around the first word. */
export type Hit = Omit<Section, 'text' | 'samples'> & { readonly excerpt: string };

export type Search = (query: string) => readonly Hit[];

/** A longer query is cut, so that a search takes little time. */
const LIMITS = { characters: 200, words: 10, hits: 20 };
const EXCERPT = { before: 60, length: 180 };

const FENCES = /^```[\s\S]*?^```$/gm;

/** The sections of the pages, one for each heading. */
export function sectionsOf(pages: readonly Page[]): readonly Section[] {
  return pages.flatMap(({ name, title, text }) =>
    withoutHeadingsInSamples(text)
      .split(/^(?=#{1,3} )/m)
      .map((part) => {
        const [, level = '', heading = title] = /^(#{1,3}) (.+)$/m.exec(part) ?? [];
        const place = level.length > 1 ? `#${anchor(heading)}` : '';
        return {
          address: (name === '' ? '../guide' : name) + place,
          page: title,
          heading,
          text: plain(part.replace(FENCES, '')),
          samples: (part.match(FENCES) ?? []).join('\n'),
        };
      }),
  );
}

/** Finds the sections that contain every word of the query. Words in the heading count most, then words in the title. */
export function searchOf(sections: readonly Section[]): Search {
  const index = sections.map((section) => ({
    section,
    page: textKey(section.page),
    heading: textKey(section.heading),
    all: textKey(`${section.page} ${section.heading} ${section.text} ${section.samples}`),
  }));
  return (query) => {
    const words = [...new Set(textKey(query.slice(0, LIMITS.characters)).split(' '))]
      .filter((word) => word !== '')
      .slice(0, LIMITS.words);
    if (words.length === 0) return [];
    const countIn = (text: string): number => words.filter((word) => text.includes(word)).length;
    return index
      .filter(({ all }) => countIn(all) === words.length)
      .map((entry) => ({ ...entry, score: 2 * countIn(entry.heading) + countIn(entry.page) }))
      .sort((one, other) => other.score - one.score)
      .slice(0, LIMITS.hits)
      .map(({ section: { text, samples: _, ...section } }) => ({ ...section, excerpt: excerptOf(text, words) }));
  };
}

/** A comment in a sample starts like a heading. */
const withoutHeadingsInSamples = (text: string): string => text.replace(FENCES, (fence) => fence.replace(/^#/gm, ' #'));

/** Markdown without marks that a reader does not see in the page. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^#{1,3} .+$|^\|[-| ]+\|$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function excerptOf(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - EXCERPT.before);
  const end = start + EXCERPT.length;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
