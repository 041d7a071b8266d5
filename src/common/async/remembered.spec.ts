import { remembered } from './remembered';

describe('remembered', () => {
  it('computes once for concurrent and later calls', async () => {
    const compute = jest.fn(() => Promise.resolve('value'));
    const value = remembered(compute);
    expect(await Promise.all([value(), value()])).toEqual(['value', 'value']);
    expect(await value()).toBe('value');
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it('computes again after a failure', async () => {
    const compute = jest.fn<Promise<string>, []>().mockRejectedValueOnce(new Error('busy')).mockResolvedValue('value');
    const value = remembered(compute);
    await expect(value()).rejects.toThrow('busy');
    expect(await value()).toBe('value');
  });

  it('computes again after a synchronous error', async () => {
    const value = remembered(
      jest
        .fn<Promise<string>, []>()
        .mockImplementationOnce(() => {
          throw new Error('broken');
        })
        .mockResolvedValue('value'),
    );
    await expect(value()).rejects.toThrow('broken');
    expect(await value()).toBe('value');
  });
});
