import { type Service, startApp } from '../../support/app';
import type { Client, Loose } from '../../support/client';
import { ONE_FORM } from '../../support/sampled';

const IBAN = 'SA0380000000608010167519';

describe.each(ONE_FORM)('A second record of the same vendor, through Form %s', (form) => {
  let service: Service;
  let client: Client;
  const VAT = form === 'a' ? 'vat_number' : 'tax_number';

  beforeAll(async () => {
    service = await startApp();
    client = service.client({ form });
  });
  afterAll(() => service.stop());

  const refusedFields = ({ body }: { body: Loose }): string[] =>
    Object.keys(form === 'a' ? body.error.details : body.errors);

  it.each([
    ['310122393500003', '310-122-393-500-003'],
    ['GB 123.456.789', 'gb123456789'],
    ['DE-811 907 980', 'de811.907.980'],
    ['301122393500003', '٣٠١١٢٢٣٩٣٥٠٠٠٠٣'],
    ['302122393500003', '302122393500003\u200F'],
  ])('cannot have the VAT number %s spelled %s', async (first, again) => {
    await client.post('/vendors', { name: 'First', [VAT]: first }, 201);
    expect(refusedFields(await client.call('POST', '/vendors', 422, { name: 'Twin', [VAT]: again }))).toEqual([VAT]);
    const { id } = await client.post('/vendors', { name: 'Other' }, 201);
    expect(refusedFields(await client.call('PUT', `/vendors/${id}`, 422, { [VAT]: again }))).toEqual([VAT]);
    expect((await client.get(`/vendors/${id}`))[VAT]).toBeNull();
  });

  it('cannot have the registration number in another spelling', async () => {
    const first = await client.post('/vendors', { name: 'First', cr_number: 'KW-55120' }, 201);
    const refused = await client.call('POST', '/vendors', 422, { name: 'Twin', cr_number: 'kw 55.120' });
    expect(refusedFields(refused)).toEqual(['cr_number']);
    // A vendor may change the spelling of its number.
    await client.put(`/vendors/${first.id}`, { cr_number: 'KW 55120' }, 200);
  });

  it('is rejected even if several spellings of the number are sent at the same time', async () => {
    const spellings = ['AE 700-1', 'ae7001', 'AE.7001', 'ae-70-01', 'A E 7 0 0 1'];
    const replies = await Promise.all(
      spellings.map((number) => client.raw('POST', '/vendors', JSON.stringify({ name: number, [VAT]: number }))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  });

  it('gets a warning if it has the IBAN of another vendor in any spelling', async () => {
    const first = await client.post('/vendors', { name: 'Najd Paper', bank_account: IBAN }, 201);
    expect(first).not.toHaveProperty('warnings');
    const warning = [{ code: 'DUPLICATE_SUSPECTED', message: expect.stringContaining('Najd Paper') }];
    const twin = await client.post('/vendors', { name: 'Twin', bank_account: 'sa03 8000 0000 6080 1016 7519' }, 201);
    expect(twin.warnings).toEqual(warning);
    expect(twin.warnings[0].message).toContain(String(first.id));
    const { id } = await client.post('/vendors', { name: 'Later', bank_account: '12345678' }, 201);
    const changed = await client.put(`/vendors/${id}`, { bank_account: 'SA03-8000-0000-6080-1016-7519' }, 200);
    expect(changed.warnings).toContainEqual(warning[0]);
    const untouched = await client.put(`/vendors/${id}`, { category: 'Paper' }, 200);
    expect(untouched).not.toHaveProperty('warnings');
  });

  it('may have a number or an IBAN that exists in another tenant, without a warning', async () => {
    await client.post('/vendors', { name: 'Ours', [VAT]: 'OM-1', bank_account: IBAN }, 201);
    const other = client.as((await service.newTenant()).token.token);
    const theirs = await other.post('/vendors', { name: 'Theirs', [VAT]: 'om1', bank_account: IBAN }, 201);
    expect(theirs).not.toHaveProperty('warnings');
  });
});
