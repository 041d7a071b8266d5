import { ACCEPTED, ACCEPTED_ENDINGS, officeType, signatureOf } from './content-type';

describe('the kind of a file', () => {
  it.each(['GIF87a', 'GIF89a'])('is a GIF of either version: %s', (head) => {
    expect(signatureOf(Buffer.from(`${head}\x01\x00`, 'latin1'))).toBe('image/gif');
  });

  it('is no WebP picture outside a RIFF container', () => {
    expect(signatureOf(Buffer.from('RIFF\x1a\x00\x00\x00WEBPVP8L', 'latin1'))).toBe('image/webp');
    expect(signatureOf(Buffer.from('JUNK\x1a\x00\x00\x00WEBPVP8L', 'latin1'))).toBeUndefined();
  });

  it('is no Office document that is neither a letter nor a workbook', () => {
    expect(officeType(new Set(['[Content_Types].xml', 'ppt/presentation.xml']))).toBeUndefined();
  });

  it('is named in messages by the first ending of each accepted kind', () => {
    expect(ACCEPTED_ENDINGS.split(', ')).toEqual(Object.values(ACCEPTED).map(([first]) => first));
  });
});
