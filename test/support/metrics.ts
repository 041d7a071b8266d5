import { register } from 'prom-client';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of a service at one moment. */
export class Metrics {
  private readonly samples: readonly Sample[];

  constructor(readonly text: string) {
    this.samples = samplesIn(text);
  }

  static async of({ admin }: { readonly admin: string }): Promise<Metrics> {
    return new Metrics(await (await fetch(`${admin}/metrics`)).text());
  }

  /** These metrics of this process. Collects no others: collecting readiness, for example, queries the database. */
  static async here(...names: readonly string[]): Promise<Metrics> {
    const texts = await Promise.all(names.map((name) => register.getSingleMetricAsString(name)));
    return new Metrics(texts.join('\n'));
  }

  /** The sum of the series with these labels, regardless of their other labels; 0 if there are none. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number {
    return this.of(name, labels).reduce((total, { value }) => total + value, 0);
  }

  of(name: string, labels: Readonly<Record<string, string>> = {}): readonly Sample[] {
    return this.samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  }

  valuesOf(label: string): string[] {
    return [...new Set(this.samples.flatMap(({ labels }) => labels[label] ?? []))].sort();
  }

  seriesBesides(others: Metrics): string[] {
    const theirs = new Set(others.samples.map(seriesOf));
    return this.samples.map(seriesOf).filter((series) => !theirs.has(series));
  }
}

const seriesOf = ({ name, labels }: Sample): string => `${name} ${JSON.stringify(labels)}`;

function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', of = '']) => [label, of]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
}
