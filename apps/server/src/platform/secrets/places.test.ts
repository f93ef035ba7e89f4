import { expect, test } from 'vitest';
import { createPlaces, type Lane } from './places.ts';

const SIZES = { places: 2, forStrangers: 1, waiting: { known: 2, stranger: 2 } };

/** Work that goes on until it is ended. */
function opened(sizes = SIZES) {
  const places = createPlaces(sizes);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (lane: Lane, name: string): Promise<string> =>
    places.run(lane, async () => {
      began.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { places, began, ask, end };
}

test('12-A6 strangers never have the last place, and who is known goes before those that wait', async () => {
  const { began, ask, end, places } = opened();
  expect(places.isCrowded()).toBe(false);
  void ask('stranger', 's1');
  expect(places.isCrowded()).toBe(true);
  void ask('stranger', 's2');
  void ask('known', 'k1');
  void ask('known', 'k2');
  expect(began).toEqual(['s1', 'k1']);
  await end('s1');
  expect(began, 'the head of the queue').toEqual(['s1', 'k1', 'k2']);
  await end('k1');
  expect(began).toEqual(['s1', 'k1', 'k2', 's2']);
});

test('12-A6 who comes when too many wait is refused at once, in each lane by itself; a place is free again after a failure', async () => {
  const { began, ask, places, end } = opened();
  for (const name of ['s1', 's2', 's3']) void ask('stranger', name);
  await expect(ask('stranger', 's4')).rejects.toThrow('TooManyRequests');
  void ask('known', 'k1');
  expect(began).toEqual(['s1', 'k1']);
  await end('s1');
  await end('s2');
  await end('s3');
  await expect(places.run('stranger', () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
  void ask('stranger', 's5');
  expect(began.at(-1)).toBe('s5');
});

test('12-A6 a stranger that waits has a turn, however many known ones come', async () => {
  const { began, ask, end } = opened({ ...SIZES, waiting: { known: 20, stranger: 2 } });
  void ask('known', 'k0');
  void ask('known', 'k1');
  void ask('stranger', 's1');
  for (let i = 2; i < 15; i += 1) void ask('known', `k${i}`);
  for (let i = 0; i < 14 && !began.includes('s1'); i += 1) await end(`k${i}`);
  expect(began.indexOf('s1')).toBeLessThan(12);
});
