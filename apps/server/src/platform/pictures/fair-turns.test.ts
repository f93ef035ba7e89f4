import { expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

test('12-A5: one account with many pictures does not keep the others waiting', async () => {
  const turns = createFairTurns<string>(10);
  const done: string[] = [];
  const work = (name: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    done.push(name);
  };
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => turns.take(name.slice(0, 1), work(name)));
  await Promise.all(all);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('12-A5: more than an account may have waiting is refused, and what fails holds up nobody', async () => {
  const turns = createFairTurns<string>(2);
  const never = new Promise<void>((resolve) => setTimeout(resolve, 20));
  const first = turns.take('a', () => never);
  const broken = turns.take('a', () => Promise.reject(new Error('broken')));
  const second = turns.take('a', async () => 'second');
  await expect(turns.take('a', async () => 'one too many')).rejects.toMatchObject({ key: 'TooManyRequests' });
  expect(await turns.take('b', async () => 'another account')).toBe('another account');
  await expect(broken).rejects.toThrow('broken');
  expect(await second).toBe('second');
  await first;
});
