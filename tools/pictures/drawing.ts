/** A graph in Graphviz' language, and what is said of it to somebody who does not see it. */
export interface Picture {
  readonly file: string;
  readonly title: string;
  readonly description: string;
  /** Statements of the graph. */
  readonly lines: readonly string[];
}

/** As the guide's style sheet has it too; without it, where the picture is shown by itself. */
const STYLE = `<style>
.node text{font-size:13px}.edge text,.state text~text{font-size:11px}.state text:first-of-type{font-weight:600}
.node path,.node polygon{fill:#eaf2fb;stroke:#2f6fb3}.edge path{stroke:#57606a}.edge polygon,.node ellipse{fill:#57606a;stroke:#57606a}text{fill:#1f2328}
@media(prefers-color-scheme:dark){.node path,.node polygon{fill:#16283c;stroke:#6cb2ff}.edge path{stroke:#9da7b1}.edge polygon,.node ellipse{fill:#9da7b1;stroke:#9da7b1}text{fill:#e6edf3}}
</style>`;

export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/**
 * Draws a graph as SVG. Room is made for texts a little wider than they are shown, for the reader's font is not Graphviz'. Readable on
 * light and dark ground, with a title and a description.
 */
export async function draw({ file, title, description, lines }: Picture): Promise<string> {
  // An ES module alone.
  const { instance } = await import('@viz-js/viz');
  const viz = await instance();
  const svg = viz.renderString(
    `digraph {
      bgcolor=transparent; rankdir=TB; nodesep=0.35; ranksep=0.45; margin=0
      node [shape=box, style=rounded, fontname=Helvetica, fontsize=15, margin="0.16,0.08", height=0.4]
      edge [fontname=Helvetica, fontsize=12.5, arrowsize=0.7]
      ${lines.join('\n')}
    }`,
    { format: 'svg' },
  );
  const id = file.replace(/\W+/g, '-');
  const size = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? '';
  const [, , width = ''] = size.split(' ');
  const drawn = svg
    .slice(svg.indexOf('<g '), svg.lastIndexOf('</svg>'))
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/<title>[\s\S]*?<\/title>\n?/g, '')
    .replace(/ id="[^"]*"/g, '')
    .replace(/ font-(family|size)="[^"]*"/g, '')
    .replace(/ (fill|stroke)="(black|none|transparent)"/g, (whole: string, name: string, colour: string) =>
      name === 'fill' && colour === 'none' ? whole : '',
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}" width="${Math.ceil(Number(width))}" role="img" aria-labelledby="${id}-title ${id}-desc" font-family="system-ui,Helvetica,Arial,sans-serif">
<title id="${id}-title">${escaped(title)}</title>
<desc id="${id}-desc">${escaped(description)}</desc>
${STYLE}
${drawn.trim()}
</svg>
`;
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
