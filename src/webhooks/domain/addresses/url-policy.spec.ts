import { parseNetworks } from './address-policy';
import { hostOf, isLiteral, urlRefusals } from './url-policy';

describe('urlRefusals', () => {
  it.each([
    'https://hooks.example.com/in',
    'https://hooks.example.com',
    'https://hooks.example.com:443/in?x=1',
    'https://hooks.example.com:1024/',
    'https://hooks.example.com:8443/',
    'https://hooks.example.com:65535/',
    'https://xn--mgbh0fb.example/',
    'https://مثال.example/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]:8443/',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com/@somebody',
    'https://example.com/a//b@c',
    `https://example.com/${'a'.repeat(480)}`,
  ])('takes %s', (url) => {
    expect(urlRefusals(url)).toEqual([]);
  });

  it.each([
    ['http://example.com/', ['not_https']],
    ['ftp://example.com/', ['not_https']],
    ['http://example.com:443/', ['not_https']],
    ['https://user:pw@example.com/', ['credentials']],
    ['https://user@example.com/', ['credentials']],
    ['https://@example.com/', ['credentials']],
    ['https://example.com:22/', ['port']],
    ['https://example.com:80/', ['port']],
    ['https://example.com:0/', ['port']],
    ['https://example.com:1023/', ['port']],
    ['https://example.com:5432/', ['port']],
    ['https://example.com:6379/', ['port']],
    ['https://example.com:3306/', ['port']],
    ['https://example.com:9200/', ['port']],
    ['https://example.com:11211/', ['port']],
    ['https://example.com:27017/', ['port']],
    ['https://127.0.0.1/', ['address']],
    ['https://2130706433/', ['address']],
    ['https://0x7f.1/', ['address']],
    ['https://0177.1/', ['address']],
    ['https://127.0.0.1./', ['address']],
    ['https://%31%32%37.0.0.1/', ['address']],
    ['https://１２７.0.0.1/', ['address']],
    ['https://[::1]/', ['address']],
    ['https://[::ffff:127.0.0.1]/', ['address']],
    ['http://user@127.0.0.1:6379/', ['not_https', 'credentials', 'port', 'address']],
    [`https://example.com/${'a'.repeat(481)}`, ['too_long']],
    ['', ['malformed']],
    ['example.com', ['malformed']],
    ['https:example.com', ['malformed']],
    ['https:https://example.com', ['malformed']],
    ['https:///example.com', ['malformed']],
    ['https://', ['malformed']],
    ['https://?', ['malformed']],
    ['https://./', ['malformed']],
    ['https://hooks..example.com/', ['malformed']],
    ['https://exa mple.com/', ['malformed']],
    ['https://example.com\\@evil.example/', ['malformed']],
    ['https://exam\tple.com/', ['malformed']],
    ['https://example.com/\u0000', ['malformed']],
    ['https://example.com:65536/', ['malformed']],
    ['https://999.1.1.1/', ['malformed']],
    ['javascript:alert(1)', ['malformed']],
  ])('refuses %s because %j', (url, reasons) => {
    expect(urlRefusals(url)).toEqual(reasons);
  });

  it('opens a literal in an allowed network, and no more than that', () => {
    const open = parseNetworks(['127.0.0.0/8']);
    expect(urlRefusals('https://127.0.0.1:8443/', open)).toEqual([]);
    expect(urlRefusals('https://127.0.0.1:6379/', open)).toEqual(['port']);
    expect(urlRefusals('https://10.0.0.1:8443/', open)).toEqual(['address']);
  });
});

describe('hostOf and isLiteral', () => {
  it.each([
    ['https://[::1]:8443/', '::1', true],
    ['https://0x7f.1/', '127.0.0.1', true],
    ['https://example.com/', 'example.com', false],
    ['https://1.1.1.1.example.com/', '1.1.1.1.example.com', false],
  ])('%s', (text, host, literal) => {
    expect(hostOf(new URL(text))).toBe(host);
    expect(isLiteral(new URL(text))).toBe(literal);
  });
});
