/** Import {@link PdfModule}, inject {@link PdfRenderer}, and build documents with {@link html}. */
export { FONT_FAMILY } from './fonts';
export { cssFreeText, freeText } from './free-text';
export { cssString, directionOf, escapeHtml, Html, html, type PrintableDocument } from './html';
export { PdfModule } from './pdf.module';
export { PdfRenderer, type PdfRendererOptions } from './pdf-renderer';
