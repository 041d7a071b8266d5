import type { DomainError } from '../../common/errors';
import { decimal, type Decimal } from '../../common/money';
import { readInput } from '../validation';
import {
  auditedOf,
  bindingOf,
  cellsOf,
  changesIn,
  columnNames,
  ExternalFields,
  jsonSql,
  RecordField,
  recordsetSql,
  RequestOf,
  ResponseOf,
  selectSql,
  withDefaults,
} from '.';

class WrittenBike extends ExternalFields {
  @RecordField.text({ max: 20 }) name: string;
  @RecordField.text({ nullable: true, audited: () => 'hidden' }) frameNumber: string | null;
  @RecordField.integer({ min: 1, max: 30, default: 3 }) gearCount: number;
  @RecordField.amount({ nullable: true }) listPrice: Decimal | null;
}

class ShownBike extends WrittenBike {
  @RecordField.id() id: number;
  @RecordField.instant() createdAt: Date;
}

const ALIASES = { frame_number: 'serial' } as const;

class CreateBikeDto extends RequestOf(WrittenBike, { required: ['name'] }) {}
class UpdateBikeDtoB extends RequestOf(WrittenBike, { omit: ['listPrice'], aliases: ALIASES }) {}
class BikeResponse extends ResponseOf(ShownBike, { omit: ['listPrice'] }) {}
class BikeResponseB extends ResponseOf(ShownBike, { only: ['id', 'frameNumber'], aliases: ALIASES }) {}

const BIKE: ShownBike = {
  id: 7,
  name: 'Nimbus',
  frameNumber: 'X-1',
  gearCount: 3,
  listPrice: decimal('99.5'),
  externalId: null,
  metadata: {},
  createdAt: new Date('2026-03-01T00:00:00Z'),
};

async function refusedFields(type: new () => object, body: object): Promise<string[]> {
  const refusal: unknown = await bodyOf(type, body).catch((error: unknown) => error);
  return Object.keys((refusal as DomainError).extras.fields ?? {});
}

const bodyOf = async <Body extends object>(type: new () => Body, body: object): Promise<Body> =>
  (await readInput('body', type, body)) as Body;

describe('a request to create or change a record', () => {
  it('reads fields by their API names and returns them by their record names', async () => {
    const body = await bodyOf(CreateBikeDto, { name: ' Nimbus ', frame_number: null, list_price: 12.5 });
    expect(body.toInput()).toEqual({ name: 'Nimbus', frameNumber: null, listPrice: 12.5 });
  });

  it('requires only its required fields', async () => {
    expect(await refusedFields(CreateBikeDto, {})).toEqual(['name']);
    await expect(bodyOf(UpdateBikeDtoB, {})).resolves.toEqual({});
  });

  it('rejects each field that exceeds its limits', async () => {
    const wrong = { name: 'x'.repeat(21), gear_count: 31, list_price: -1 };
    expect(await refusedFields(CreateBikeDto, wrong)).toEqual(['name', 'gear_count', 'list_price']);
  });

  it('accepts the names of its form, and rejects the others and omitted fields', async () => {
    const body = await bodyOf(UpdateBikeDtoB, { serial: 'X-2' });
    expect(body.toInput()).toEqual({ frameNumber: 'X-2' });
    const wrong = { frame_number: 'X-2', list_price: 1 };
    expect(await refusedFields(UpdateBikeDtoB, wrong)).toEqual(['frame_number', 'list_price']);
  });
});

describe('a response of a record', () => {
  it('has the id first, the common fields last, and values in their JSON form', () => {
    const response = BikeResponse.from(BIKE);
    expect(Object.keys(response).at(0)).toBe('id');
    expect(Object.keys(response).slice(-3)).toEqual(['external_id', 'metadata', 'created_at']);
    expect(response).toEqual({
      id: 7,
      name: 'Nimbus',
      frame_number: 'X-1',
      gear_count: 3,
      external_id: null,
      metadata: {},
      created_at: '2026-03-01T00:00:00.000Z',
    });
  });

  it('has the names of its form, from a record and from a JSON row', () => {
    expect(BikeResponseB.from(BIKE)).toEqual({ id: 7, serial: 'X-1' });
    expect(BikeResponseB.fromJson({ id: 7, frame_number: 'X-1' })).toEqual({ id: 7, serial: 'X-1' });
  });
});

describe('a new record', () => {
  it('has the defaults of fields that the input omits', () => {
    const values = withDefaults(WrittenBike, { name: 'Nimbus' });
    expect(values).toEqual({ name: 'Nimbus', frameNumber: null, gearCount: 3, listPrice: null });
  });

  it('requires the fields without a default', () => {
    expect(() => withDefaults(WrittenBike, {})).toThrow('A new record needs its name');
  });
});

describe('the changes of a record', () => {
  it('are the fields with a different value in the input', () => {
    const input = { name: 'Nimbus', gearCount: 5, frameNumber: null, metadata: { color: 'red' } };
    expect(changesIn(WrittenBike, BIKE, input)).toEqual({
      gearCount: 5,
      frameNumber: null,
      metadata: { color: 'red' },
    });
  });
});

describe('the SQL of a record', () => {
  it('selects columns under the names of the properties', () => {
    expect(selectSql(WrittenBike, 'b', { only: ['name', 'frameNumber'] })).toBe(
      'b.name AS "name", b.frame_number AS "frameNumber"',
    );
  });

  it('creates JSON in the format of Form A', () => {
    const members = jsonSql(ShownBike, 'b', { only: ['gearCount', 'createdAt'] });
    expect(members).toMatch(/^'gear_count', b\.gear_count, 'created_at', to_char\(b\.created_at/);
  });

  it('binds an amount as text', () => {
    const picked = { only: ['listPrice', 'metadata'] };
    expect(bindingOf(WrittenBike, picked)(BIKE)).toEqual({ list_price: '99.5', metadata: {} });
    expect(columnNames(WrittenBike, picked)).toEqual(['list_price', 'metadata']);
    expect(recordsetSql(WrittenBike, picked)).toBe('list_price numeric, metadata jsonb');
  });
});

describe('the audit log and imports of a record', () => {
  it('include the audited fields, masked if declared so', () => {
    const audited = auditedOf(ShownBike);
    const after = { ...BIKE, frameNumber: 'X-2', gearCount: 4, createdAt: new Date(0) };
    expect(audited.changes(audited.snapshot(BIKE), audited.snapshot(after))).toEqual({
      frame_number: { from: 'hidden', to: 'hidden' },
      gear_count: { from: 3, to: 4 },
    });
  });

  it('define the cell types of columns', () => {
    expect(cellsOf(WrittenBike)).toEqual({
      name: 'text',
      frame_number: 'text',
      gear_count: 'number',
      list_price: 'number',
    });
  });
});
