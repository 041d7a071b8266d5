/** HTML to PDF. Import {@link PdfModule} and ask for {@link PdfRenderer}; build documents with {@link html}. */
export { FONT_FAMILY } from './fonts';
export { Html, cssString, html } from './html';
export { PdfModule } from './pdf.module';
export { PdfRenderer } from './pdf-renderer';
export type { PdfRendererOptions } from './pdf-renderer';
export { directionOf } from './printable';
export type { PrintableDocument } from './printable';
