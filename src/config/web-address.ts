import { makeValidator } from 'envalid';

/** An address that links can begin with: http or https, perhaps with a path, and nothing else. */
export const webAddress = makeValidator((text) => {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = address && !address.username && !address.password && !/[?#]/.test(text);
  if (!isPlain || !/^https?:$/.test(address.protocol))
    throw new Error('must be an address such as https://procurement.example');
  return text;
});
