import fc from 'fast-check';
import { hostOf, isLiteral, isPublicAddress, parseNetworks, urlRefusals } from './addresses';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '168.63.129.15',
  '168.63.129.17',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '2001:4860:4860::8888',
  '2001:200::1',
  '2003::1',
  '2620:4f:7fff::1',
  '3ffd:ffff::1',
];

const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '0x7f000001'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::', '0'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  CGNAT: ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.255'],
  'documentation and benchmark': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '2001:db8::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '2001:2::1',
  ],
  'protocol assignments': [
    '192.0.0.1',
    '192.0.0.192',
    '192.88.99.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
    '2620:4f:8000::1',
  ],
  'cloud metadata': ['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '0:0:0:0:0:ffff:10.0.0.1', '::ffff:8.8.8.8'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::a9fe:a9fe', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::127.0.0.1', '64:ff9b:1::a00:1', '64:ff9b::808:808'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ORCHID: ['2001:10::1', '2001:20::1'],
  'discard and segment routing': ['100::1', '5f00::1'],
  'returned 6bone': ['3ffe::1'],
  unreadable: [
    '',
    'localhost',
    '1.2.3.4.5',
    '256.1.1.1',
    '08.1.1.1',
    '::g',
    '[::1]',
    '1.1.1.1 ',
    '2606:4700::1111%eth0',
  ],
};

describe('isPublicAddress', () => {
  it.each(PUBLIC)('accepts %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  it.each(Object.entries(FORBIDDEN).flatMap(([why, ips]) => ips.map((ip) => [why, ip] as const)))(
    'rejects %s: %s',
    (_why, ip) => {
      expect(isPublicAddress(ip)).toBe(false);
    },
  );

  it('rejects every IPv4 address embedded in IPv6', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        const wrapped = [
          `::${high}:${low}`,
          `::ffff:${high}:${low}`,
          `::ffff:0:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
        ];
        return wrapped.every((ip) => !isPublicAddress(ip));
      }),
    );
  });

  it('treats an IPv4 address in decimal, hexadecimal and octal the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (value) => {
        const dotted = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
        const octal = [24, 16, 8, 0].map((shift) => `0${((value >>> shift) & 255).toString(8)}`).join('.');
        const verdict = isPublicAddress(dotted);
        return [String(value), `0x${value.toString(16)}`, octal].every((ip) => isPublicAddress(ip) === verdict);
      }),
    );
  });

  it('accepts addresses of the configured networks, and otherwise only public ones', () => {
    const open = parseNetworks(['127.0.0.0/30', 'fd00::/64']);
    expect(isPublicAddress('127.0.0.1', open)).toBe(true);
    expect(isPublicAddress('127.0.0.4', open)).toBe(false);
    expect(isPublicAddress('fd00::1', open)).toBe(true);
    expect(isPublicAddress('fd00:0:0:1::1', open)).toBe(false);
    expect(isPublicAddress('::ffff:127.0.0.1', open)).toBe(false);
    expect(isPublicAddress('169.254.169.254', open)).toBe(false);
  });
});

describe('parseNetworks', () => {
  it.each(['127.0.0.1', '10.0.0.0/33', 'fd00::/129', 'example.com/8', ''])(
    'rejects %j and names it in the error',
    (text) => {
      expect(() => parseNetworks(['10.0.0.0/8', text])).toThrow(
        expect.objectContaining({ message: `not a network in CIDR form: ${text}`, cause: expect.any(Error) }),
      );
    },
  );
});

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
  ])('accepts %s', (url) => {
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
  ])('rejects %s because %j', (url, reasons) => {
    expect(urlRefusals(url)).toEqual(reasons);
  });

  it('accepts a literal in an allowed network, and nothing more', () => {
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
  ])('return the host and whether it is literal for %s', (text, host, literal) => {
    expect(hostOf(new URL(text))).toBe(host);
    expect(isLiteral(new URL(text))).toBe(literal);
  });
});
