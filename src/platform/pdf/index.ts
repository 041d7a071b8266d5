/**
 * HTML to PDF. Import {@link PdfModule} and ask for {@link PdfRenderer}; build documents with {@link html}. Mail and pages
 * escape their text by the same {@link escapeHtml}.
 */
export { FONT_FAMILY } from './fonts';
export { cssFreeText, freeText } from './free-text';
export { cssString, directionOf, escapeHtml, Html, html, type PrintableDocument } from './html';
export { PdfModule } from './pdf.module';
export { PdfRenderer, type PdfRendererOptions } from './pdf-renderer';
