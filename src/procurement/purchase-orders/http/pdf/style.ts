import type { Language } from '../../../../messages';
import { FONT_FAMILY, cssFreeText, cssString } from '../../../../platform/pdf';
import { LABELS } from './labels';

interface Running {
  readonly poNumber: string;
  readonly tenantName: string;
  readonly provisional: boolean;
}

/** The margin boxes of `@page` contain the running head and foot. */
export function style(language: Language, running: Running): string {
  const { page, watermark, title } = LABELS[language];
  const [start, end] = language === 'ar' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const draft = running.provisional ? cssString(watermark) : '""';
  const head = cssFreeText(`${title} ${running.poNumber}`);
  return `
@page {
  size: A4;
  margin: 20mm 16mm 19mm;
  @top-${start} { content: ${head}; ${MARGIN_TEXT} }
  @top-${end} { content: ${draft}; ${MARGIN_TEXT} font-weight: 600; color: #9a3412; }
  @bottom-${start} { content: ${cssFreeText(running.tenantName)}; ${MARGIN_TEXT} }
  @bottom-${end} { content: ${cssString(page[0])} counter(page) ${cssString(page[1])} counter(pages); ${MARGIN_TEXT} }
}
@page :first { margin-top: 15mm; @top-${start} { content: ""; } }
${LAYOUT}`;
}

const MARGIN_TEXT = `font: 400 8pt ${FONT_FAMILY}, sans-serif; color: #64748b; vertical-align: middle;`;

const LAYOUT = `
* { box-sizing: border-box; }
html { font: 400 9.5pt/1.45 ${FONT_FAMILY}, sans-serif; color: #1e293b; font-variant-numeric: tabular-nums; }
html[lang=ar] { line-height: 1.6; }
body { margin: 0; }
h1, h2, p, dl, dd { margin: 0; }
bdi { unicode-bidi: isolate; }
.text, .description { unicode-bidi: plaintext; white-space: pre-line; text-align: left; }
html[dir=rtl] .text, html[dir=rtl] .description { text-align: right; }
.watermark { position: fixed; inset: 0; width: 100%; height: 100%; padding: 0 6mm; transform: rotate(-38deg); fill: #0f172a; fill-opacity: 0.05; z-index: 1; }

header { display: flex; justify-content: space-between; align-items: flex-end; gap: 10mm; padding-bottom: 4mm; border-bottom: 1.6pt solid #1e3a5f; }
.buyer { font-size: 13pt; font-weight: 600; color: #1e3a5f; overflow-wrap: anywhere; }
.heading { text-align: end; flex: none; }
h1 { font-size: 17pt; font-weight: 600; line-height: 1.25; color: #1e3a5f; }
.heading p { font-size: 11pt; font-weight: 600; }
.status { display: inline-block; margin-top: 1.2mm; padding: 0.2mm 2.4mm; border: 0.6pt solid currentColor; border-radius: 1mm; font-size: 8pt; font-weight: 600; color: #475569; }
.status.approved, .status.completed { color: #166534; }
.status.rejected, .status.cancelled { color: #991b1b; }

.facts { display: grid; grid-template-columns: 1fr 1fr 1.1fr; gap: 7mm; margin: 5mm 0 6mm; }
.facts section { min-width: 0; overflow-wrap: anywhere; }
h2 { font-size: 8pt; font-weight: 600; color: #64748b; margin-bottom: 1mm; break-after: avoid; }
.name { font-weight: 600; }
.muted { color: #475569; }
dl { display: grid; grid-template-columns: auto 1fr; column-gap: 3mm; font-size: 9pt; }
dt { color: #64748b; }
dd { text-align: end; min-width: 0; }

table { width: 100%; border-collapse: collapse; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { padding: 1.6mm 1.6mm; font-size: 8pt; font-weight: 600; text-align: start; color: #1e3a5f; background: #eef2f7; border-bottom: 0.8pt solid #1e3a5f; print-color-adjust: exact; }
td { padding: 1.5mm 1.6mm; font-size: 9pt; vertical-align: top; border-bottom: 0.5pt solid #dbe2ea; }
.figure { text-align: right; white-space: nowrap; }
.lines .description { width: 99%; min-width: 46mm; overflow-wrap: anywhere; }
.lines .line { color: #64748b; }
.lines small { display: block; font-size: 7.5pt; color: #64748b; }
.lines.wide td.figure { font-size: 7pt; }

.totals { display: flex; justify-content: flex-end; margin-top: 3mm; break-inside: avoid; }
.totals dl { min-width: 76mm; font-size: 9.5pt; column-gap: 0; row-gap: 1mm; }
.totals dt { padding-inline: 1.6mm 5mm; }
.totals dd { padding-inline-end: 1.6mm; text-align: right; white-space: nowrap; }
.totals .grand { font-size: 11.5pt; font-weight: 600; color: #1e3a5f; border-top: 1pt solid #1e3a5f; padding-top: 1.2mm; }

.remarks { margin-top: 7mm; overflow-wrap: anywhere; }
.approvals { margin-top: 7mm; }
.approvals td { font-size: 8.5pt; overflow-wrap: anywhere; }
.approvals .fixed { white-space: nowrap; }
`;
