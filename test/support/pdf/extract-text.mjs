// Prints the text of each page of the PDF on standard input, as a JSON array. A separate process, because the PDF
// reader is an ES module, which Jest cannot load.
import { buffer } from 'node:stream/consumers';
import { extractText } from 'unpdf';

const { text } = await extractText(new Uint8Array(await buffer(process.stdin)), { mergePages: false });
process.stdout.write(JSON.stringify(text));
